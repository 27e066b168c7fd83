import { assignNumber } from "../document/edit/renumber.ts";
import { endpointPattern } from "../document/read-labels.ts";
import type { TaskDraft } from "../document/render-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { phaseOf } from "../document/task-number.ts";
import { openList, refuseMerge } from "../list-file/open-list.ts";
import { orderWith, placeFor, workablePhases } from "../options/new-task-place.ts";
import { parseComplexity, parseRequirements, requireLine, requireLines } from "../options/option-values.ts";
import { parseDepends, requireOrder } from "../options/parse-depends.ts";
import { inputRefusal, ruleRefusal } from "../refusal.ts";
import { askText, choose, chooseSome } from "../terminal/ask.ts";
import { canAsk } from "../terminal/paint.ts";
import { requireRenumberable } from "../workflow/renumbering.ts";
import { requireNoNewCycle } from "../workflow/rules.ts";
import { editAndReport, renumberedTask } from "./edit-and-report.ts";
import type { Declaration, InputOf } from "./operation.ts";
import { dryRun, fields, forceRenumbering, nextTo, operation } from "./operation.ts";

const declaration = {
  name: "add",
  summary: "add a task to the end of a phase, or before or after another one",
  arguments: { title: { value: "title", summary: "what the task delivers", tool: { isRequired: true } } },
  options: {
    ...fields,
    verify: { ...fields.verify, tool: { isRequired: true } },
    phase: { value: "phase", summary: "the phase it goes to", tool: true },
    phaseTitle: {
      value: "title",
      summary: "open that phase, with this title",
      tool: { summary: "of a new phase" },
    },
    method: { value: "method", summary: "of the endpoint to build, with --path", tool: true },
    path: {
      value: "route",
      summary: "of the endpoint to build, with --method",
      tool: { summary: "of the endpoint" },
    },
    ...nextTo,
    ...forceRenumbering,
    ...dryRun,
  },
  examples: [
    'tasks add "Limit sign-in attempts" --phase 2 --depends 2.1 --verify "The sixth attempt answers 429"',
  ],
  tool: {
    summary: "Add a task to a phase, or before or after another; later ones are renumbered.",
    does: "edits",
  },
} as const satisfies Declaration;

type Input = InputOf<typeof declaration>;

export const add = operation(declaration, async (given) => {
  // Criteria on the command line mean that the user knows the options, so questions would only get in the way.
  const isComplete = given.title !== undefined && given.verify !== undefined;
  const input = isComplete || !canAsk(given) ? given : await askForMissing(given);
  return editAndReport(
    input,
    "add",
    function* (before) {
      const draft = draftOf(before, input);
      const place = placeFor(before, input);
      const { number, renumbering } = assignNumber(before, place);
      requireRenumberable(before, renumbering, input.force);
      requireOrder(orderWith(before, place, "new"), "new", draft.dependencies);
      const dependencies = draft.dependencies.map((old) => renumbering.get(old) ?? old);
      const list = yield { added: [{ number, draft: { ...draft, dependencies }, place }], renumbering };
      requireNoNewCycle(before.tasks, list.tasks);
      requireBeforeWaiting(list, number);
      return renumberedTask(list, number, "added", renumbering);
    },
    // A list whose phases are still empty can take its first task.
    refuseMerge,
  );
});

/**
 * A task can wait for all others of its phase, and then so for a new one.
 * @throws Refusal if such a task comes before the new one.
 */
function requireBeforeWaiting({ tasks }: TaskList, number: string): void {
  const earlier = tasks.slice(
    0,
    tasks.findIndex((task) => task.number === number),
  );
  const waiting = earlier.find(
    ({ phase, dependencies }) => phase === phaseOf(number) && dependencies.resolved.includes(number),
  );
  if (!waiting) return;
  throw ruleRefusal(
    "dependency-order",
    `Task ${waiting.number} waits for all of Phase ${waiting.phase}, so the new task comes before it: --before ${waiting.number}`,
  );
}

function draftOf(list: TaskList, { title, ...options }: Input): TaskDraft {
  if (title === undefined) throw inputRefusal("empty-text", 'A task needs a title: tasks add "TITLE".');
  const draft = {
    title: requireLine("The title", title),
    complexity: options.complexity === undefined ? null : parseComplexity(options.complexity),
    dependencies: parseDepends(list, options.depends ?? []),
    requirements: parseRequirements(options.requirement ?? []),
    files: requireLines("--file", options.file ?? []),
    steps: requireLines("--step", options.step ?? []),
    verification: requireLines("--verify", options.verify ?? []),
    ...endpointOf(options),
  };
  if (draft.verification.length > 0) return draft;
  throw inputRefusal(
    "missing-verification",
    'A task needs a criterion it can be checked by: --verify "TEXT".',
  );
}

function endpointOf({ method, path }: Pick<Input, "method" | "path">): Pick<TaskDraft, "method" | "path"> {
  if (method === undefined && path === undefined) return { method: null, path: null };
  const endpoint = { method: (method ?? "").toUpperCase(), path: path ?? "" };
  const text = `${endpoint.method} ${endpoint.path}`;
  if (endpointPattern.exec(text)?.[0] === text) return endpoint;
  throw inputRefusal(
    "bad-endpoint",
    "An endpoint is given as --method POST --path /api/users. The method is GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS.",
  );
}

/** On a terminal, asks for the values that are missing. */
async function askForMissing(given: Input): Promise<Input> {
  const { list } = openList(given.list);
  const title = given.title ?? (await askText("What does the task deliver?", needed));
  const phases = workablePhases(list).map((phase) => ({
    value: String(phase.number),
    label: phase.title ? `${phase.number}  ${phase.title}` : String(phase.number),
  }));
  const isPlaced = [given.phase, given.phaseTitle, given.before, given.after].some(
    (one) => one !== undefined,
  );
  const place = isPlaced || phases.length < 2 ? {} : { phase: await choose("Which phase?", phases) };
  const complexity = given.complexity ?? (await choose("How complex is it?", complexityChoices));
  const tasks = list.tasks.map((task) => ({ value: task.number, label: `${task.number}  ${task.title}` }));
  const depends = given.depends ?? (await chooseSome("What does it depend on?", tasks));
  const verify = [...(given.verify ?? [])];
  if (verify.length === 0) {
    verify.push(await askText("How is it checked? (a result one can see)", needed));
    const more = () => askText("And what else? (Enter: nothing)", () => undefined);
    for (let text = await more(); text !== ""; text = await more()) verify.push(text);
  }
  return { ...given, ...place, title, complexity, depends, verify };
}

const complexityChoices = [
  { value: "Low", label: "Low     one file, clear (about 30 min)" },
  { value: "Medium", label: "Medium  several files, some decisions (about 2 h)" },
  { value: "High", label: "High    complex logic, integration (4 h or more)" },
];

const needed = (text: string): string | undefined => (text === "" ? "This is needed." : undefined);
