import { orderWith, placeFor, workablePhases } from "../cli/options/new-task-place.ts";
import { parseComplexity, requireLine, requireLines } from "../cli/options/option-values.ts";
import { parseDepends, requireOrder } from "../cli/options/parse-depends.ts";
import { reportEditedTask } from "../cli/reporting/report.ts";
import type { askText } from "../cli/terminal/ask.ts";
import { headline } from "../cli/terminal/describe-task.ts";
import { canAsk } from "../cli/terminal/paint.ts";
import type { Assignment } from "../document/edit/renumber.ts";
import { assignNumber } from "../document/edit/renumber.ts";
import type { Place } from "../document/edit/task-text.ts";
import { endpointPattern } from "../document/read-labels.ts";
import type { TaskDraft } from "../document/render-list.ts";
import type { TaskList } from "../document/task-list.ts";
import type { Plan } from "../list-file/editing/edit-list.ts";
import { editList } from "../list-file/editing/edit-list.ts";
import { inputRefusal } from "../refusal.ts";
import { openList, refuseMerge } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { presentRenumbering, renumberingLines, requireRenumberable } from "../workflow/renumbering.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, fields, forceRenumbering, operation, verifyField } from "./operation.ts";

const declaration = {
  name: "add",
  summary: "add a task to the end of a phase, or before or after another one",
  arguments: { title: { value: "title", summary: "what the task delivers", tool: { isRequired: true } } },
  options: {
    ...fields,
    verify: { ...verifyField.verify, tool: { isRequired: true } },
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
    before: {
      value: "number",
      summary: "put it before this task; later ones of the phase are renumbered",
      tool: true,
    },
    after: {
      value: "number",
      summary: "put it after this task; later ones of the phase are renumbered",
      tool: true,
    },
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

type AddOptions = OptionsOf<typeof declaration>;

/** Adds a task to the end of a phase, or before or after another one; on a terminal it asks for what is missing. */
export const add = operation(declaration, async ({ title, ...given }) => {
  const { title: name, options } = canAsk(given)
    ? await askForMissing(title, given)
    : { title: title ?? "", options: given };
  const plan = (list: TaskList): Plan => {
    const draft = draftOf(list, name, options);
    const place = placeFor(list, options);
    return planAddition(list, draft, place, assignNumber(list, place), options);
  };
  // A list whose phases are still empty can take its first task.
  const edited = await editList(options, "add", plan, refuseMerge);
  const added = assignNumber(edited.before, placeFor(edited.before, options));
  const task = pickTask(edited.after, added.number);
  const renumbering = presentRenumbering(edited.after, added.renumbering);
  const text = [`${headline(task)}: added`, ...renumberingLines(renumbering)].join("\n");
  return reportEditedTask(options, { ...edited, task }, text, renumbering);
});

function draftOf(list: TaskList, title: string, options: AddOptions): TaskDraft {
  const name = requireLine("The title", title);
  const verification = requireLines("--verify", options.verify ?? []);
  if (verification.length === 0) {
    throw inputRefusal(
      "missing-verification",
      'A task needs a criterion it can be checked by: --verify "TEXT".',
    );
  }
  return {
    title: name,
    complexity: options.complexity === undefined ? null : parseComplexity(options.complexity),
    dependencies: parseDepends(list, options.depends ?? []),
    requirements: [],
    files: requireLines("--file", options.file ?? []),
    steps: requireLines("--step", options.step ?? []),
    verification,
    ...endpointOf(options),
  };
}

function endpointOf({ method, path }: AddOptions): { method: string | null; path: string | null } {
  if (method === undefined && path === undefined) return { method: null, path: null };
  const endpoint = { method: (method ?? "").toUpperCase(), path: path ?? "" };
  const text = `${endpoint.method} ${endpoint.path}`;
  if (endpointPattern.exec(text)?.[0] === text) return endpoint;
  throw inputRefusal(
    "bad-endpoint",
    "An endpoint is given as --method POST --path /api/users. The method is GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS.",
  );
}

function planAddition(
  list: TaskList,
  draft: TaskDraft,
  place: Place,
  { number, renumbering }: Assignment,
  options: AddOptions,
): Plan {
  requireRenumberable(list, renumbering, options.force);
  requireOrder(orderWith(list, place, "new"), "new", draft.dependencies);
  const renumbered = (old: string): string => renumbering.get(old) ?? old;
  const final = { ...draft, dependencies: draft.dependencies.map(renumbered) };
  return { added: [{ number, draft: final, place }], renumbering };
}

/** On a terminal, asks for the values that are missing. */
async function askForMissing(
  title: string | undefined,
  options: AddOptions,
): Promise<{ title: string; options: AddOptions }> {
  // Criteria on the command line mean that the user knows the options, so questions would only get in the way.
  if (title !== undefined && options.verify !== undefined) return { title, options };
  const ask = await import("../cli/terminal/ask.ts");
  const { list } = openList(options.list);
  const name = title ?? (await ask.askText("What does the task deliver?", needed));
  const phases = workablePhases(list).map(({ number, title: phase }) => ({
    value: String(number),
    label: phase ? `${number}  ${phase}` : String(number),
  }));
  const isPlaced = [options.phase, options.phaseTitle, options.before, options.after].some(
    (value) => value !== undefined,
  );
  const phase = isPlaced || phases.length < 2 ? options.phase : await ask.choose("Which phase?", phases);
  const complexity = options.complexity ?? (await ask.choose("How complex is it?", complexities));
  const tasks = list.tasks.map((task) => ({ value: task.number, label: `${task.number}  ${task.title}` }));
  const depends = options.depends ?? (await ask.chooseSome("What does it depend on?", tasks));
  const verify = options.verify ?? (await askForCriteria(ask.askText));
  return {
    title: name,
    options: { ...options, ...(phase === undefined ? {} : { phase }), complexity, depends, verify },
  };
}

const complexities = [
  { value: "Low", label: "Low     one file, clear (about 30 min)" },
  { value: "Medium", label: "Medium  several files, some decisions (about 2 h)" },
  { value: "High", label: "High    complex logic, integration (4 h or more)" },
];

async function askForCriteria(ask: typeof askText): Promise<readonly string[]> {
  const criteria = [await ask("How is it checked? (a result one can see)", needed)];
  for (;;) {
    const another = await ask("And what else? (Enter: nothing)", () => undefined);
    if (another === "") return criteria;
    criteria.push(another);
  }
}

const needed = (text: string): string | undefined => (text === "" ? "This is needed." : undefined);
