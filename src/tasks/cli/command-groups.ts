import { add } from "../commands/add.ts";
import { audit } from "../commands/audit.ts";
import { block, unblock } from "../commands/block.ts";
import { brief } from "../commands/brief.ts";
import { check } from "../commands/check.ts";
import { complete } from "../commands/complete.ts";
import { completion } from "../commands/completion.ts";
import { coverage } from "../commands/coverage.ts";
import { edit } from "../commands/edit.ts";
import { generate } from "../commands/generate.ts";
import { graph } from "../commands/graph.ts";
import { importList } from "../commands/import.ts";
import { init } from "../commands/init.ts";
import { fix, lint } from "../commands/lint.ts";
import { list } from "../commands/list.ts";
import { log } from "../commands/log.ts";
import { merge } from "../commands/merge.ts";
import { move } from "../commands/move.ts";
import { next } from "../commands/next.ts";
import type { AnyOperation } from "../commands/operation.ts";
import { progress } from "../commands/progress.ts";
import { release } from "../commands/release.ts";
import { remove } from "../commands/remove.ts";
import { renumber } from "../commands/renumber.ts";
import { reset } from "../commands/reset.ts";
import { run } from "../commands/run.ts";
import { show } from "../commands/show.ts";
import { start } from "../commands/start.ts";
import { undo } from "../commands/undo.ts";
import { update } from "../commands/update.ts";
import { verify } from "../commands/verify.ts";
import { mcp } from "./mcp.ts";

/** Commands that the help lists together. */
interface CommandGroup {
  readonly title: string;
  readonly commands: readonly AnyOperation[];
}

/** The commands of a list. The build takes only the declarations from the imports (`scripts/build.ts`). */
const forEveryone: readonly CommandGroup[] = [
  {
    title: "Work through the list:",
    commands: [next, start, check, verify, complete, run, block, unblock, release, reset],
  },
  { title: "See the state of the list:", commands: [progress, list, show, log, graph, lint, audit] },
  { title: "Change the plan:", commands: [add, edit, remove, move, renumber, undo] },
  { title: "Make a list:", commands: [generate, update, brief, coverage, importList] },
];

/** The server has the repairs of `lint` as a separate tool, so that the tool `lint` only reads. */
const servedCommands = [...forEveryone.flatMap(({ commands }) => commands), fix];

/** Every command, in the order of the help. */
export const commandGroups: readonly CommandGroup[] = [
  ...forEveryone,
  { title: "With assistants and shells:", commands: [init, merge, mcp(servedCommands), completion] },
];
