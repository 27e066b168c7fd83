import { add } from "../commands/add.ts";
import { audit } from "../commands/audit.ts";
import { block } from "../commands/block.ts";
import { brief } from "../commands/brief.ts";
import { check } from "../commands/check.ts";
import { complete } from "../commands/complete.ts";
import { coverage } from "../commands/coverage.ts";
import { edit } from "../commands/edit.ts";
import { generate } from "../commands/generate.ts";
import { graph } from "../commands/graph.ts";
import { importList } from "../commands/import.ts";
import { fix, lint } from "../commands/lint.ts";
import { list } from "../commands/list.ts";
import { log } from "../commands/log.ts";
import { move } from "../commands/move.ts";
import { next } from "../commands/next.ts";
import { progress } from "../commands/progress.ts";
import { release } from "../commands/release.ts";
import { remove } from "../commands/remove.ts";
import { renumber } from "../commands/renumber.ts";
import { reset } from "../commands/reset.ts";
import { show } from "../commands/show.ts";
import { start } from "../commands/start.ts";
import { unblock } from "../commands/unblock.ts";
import { undo } from "../commands/undo.ts";
import { update } from "../commands/update.ts";
import { verify } from "../commands/verify.ts";
import type { Tool } from "./tool-of.ts";
import { toolOf } from "./tool-of.ts";

/** The operations of the command that an assistant may use. None of them runs a program that a client names. */
export const tools: readonly Tool[] = [
  next,
  start,
  check,
  verify,
  complete,
  block,
  unblock,
  release,
  reset,
  progress,
  list,
  show,
  log,
  graph,
  lint,
  fix,
  audit,
  coverage,
  add,
  edit,
  move,
  remove,
  renumber,
  undo,
  brief,
  generate,
  update,
  importList,
].map(toolOf);
