import { z } from "zod";
import { complexities, statuses } from "../document/task-list.ts";

/*
 * The shape of every answer that a command prints with --json, declared once: the schemas in the package and the types
 * of the presenters come from here. Loaded by the build and by tests; commands import only its types, because loading
 * zod would take longer than the rest of a command's start.
 */

const text = z.string();
const texts = z.array(text);
const maybeText = text.nullable();
const yesOrNo = z.boolean();
const amount = z.number();
const count = z.int().nonnegative();
const maybeCount = count.nullable();
/** The number of a phase, without a limit on its digits. */
const place = amount.nonnegative();
const status = z.enum(statuses);
const list = text.describe("the list that the answer is about, relative to the current folder");
const diff = text.describe("with --dry-run: the edit as a unified diff").optional();

/** A list of objects of one shape. */
const rows = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.object(shape));

const claim = z
  .object({
    state: z.enum(["in progress", "done"]),
    owner: maybeText,
    worktree: maybeText,
    branch: maybeText,
    since: text,
  })
  .nullable()
  .describe("who has it in another working tree of the repository, or has done it on another branch");

/** A task. */
const task = z
  .object({
    number: text,
    phase: place,
    seq: place,
    title: text,
    status,
    ready: yesOrNo.describe("whether it could be started now"),
    complexity: z.enum(complexities).nullable(),
    dependencies: texts.describe("numbers of tasks of this list"),
    unresolvedDependencies: texts.describe("dependencies that match no task in this list"),
    dependents: texts.describe("the tasks that depend on this one"),
    files: texts,
    requirements: texts,
    steps: texts,
    verification: rows({ text, checked: yesOrNo }),
    proof: texts.describe("lines that record what ran, when and on which commit"),
    method: maybeText,
    path: maybeText,
    owner: maybeText,
    claim,
    blockedReason: maybeText,
    estimateMinutes: amount.nullable(),
    body: maybeText.describe("the Markdown under its heading that belongs to no field"),
    line: count.describe("of its heading, counted from 1"),
  })
  .meta({ id: "Task" });
const tasks = z.array(task);
const named = { number: text, title: text };

/** The reason for a missing answer, or for the refusal by a rule. */
const error = z.object({ code: text, message: text });

/** The answer of every command about one task. */
const taskAnswer = z.object({
  list,
  task: task.nullable(),
  reason: maybeText.describe("the reason that no task is given, or that the task cannot continue"),
});
const editedTask = taskAnswer.extend({ diff });
const startedTask = editedTask.extend({ error: error.optional() });

const provenTask = startedTask.extend({
  criteria: rows({
    position: count.describe("counted from 1"),
    text,
    checked: yesOrNo,
    command: maybeText.describe("null for one that somebody has to check"),
    passed: yesOrNo.nullable().describe("null if nothing was run, like all fields below"),
    exitCode: z.int().nullable(),
    signal: maybeText,
    timedOut: yesOrNo,
    milliseconds: amount.nullable(),
    output: maybeText.describe("the end of what it printed"),
  }),
});

const explanation = z.object({
  why: text,
  unblocks: texts.describe("the tasks that could start once it is Complete"),
  waiting: rows({
    number: text,
    chain: texts,
    omitted: count.describe("links left out in the middle of the chain"),
    cyclic: yesOrNo,
  }).describe("for each task that waits, the shortest chain of unfinished tasks that holds it"),
});

const neighbours = rows({ number: text, title: maybeText, status: status.nullable() });

const edge = { from: text, to: text };
const mentions = rows({ number: text, line: count, text }).describe(
  "lines of free text that name a number, which are left as they are",
);
const renumbering = { renumbered: rows(edge), mentions };

const progress = z.object({
  list,
  title: maybeText,
  prd: maybeText,
  status,
  total: count,
  complete: count,
  inProgress: count,
  blocked: count,
  pending: count,
  minutesLeft: amount,
  phases: rows({ number: place, title: text, total: count, complete: count }),
  next: task.nullable(),
});

const graph = z.object({
  list,
  title: maybeText,
  waves: z.array(texts).describe("tasks that can run side by side, wave by wave"),
  waiting: texts.describe("tasks that no wave holds, because of what they wait for"),
  criticalPath: texts,
  criticalMinutes: amount,
  minutesLeft: amount,
  tasks: rows({
    ...named,
    status,
    wave: maybeCount,
    waiting: yesOrNo,
    ready: yesOrNo,
    claim,
    estimateMinutes: amount.nullable(),
    critical: yesOrNo,
    owner: maybeText,
    files: texts,
  }),
  edges: rows(edge),
  conflicts: rows({ ...edge, file: text }).describe("tasks that may run side by side and name the same file"),
  problems: rows({
    kind: z.enum(["cycle", "unknown-dependency"]),
    number: text,
    name: text,
    message: text,
  }),
  cycles: rows({ ...edge, path: texts }),
  format: z.enum(["text", "mermaid", "dot", "svg", "html"]).optional(),
  output: text.optional().describe("with --format: the picture"),
});

const lint = z.object({
  list: list.nullable().describe("the list, if it is one; null if several were named"),
  diagnostics: rows({
    rule: text,
    severity: z.enum(["error", "warning"]),
    message: text,
    file: text,
    line: count,
    column: count,
  }),
  failing: count.describe("how many of them make the exit code 1: errors, with --strict warnings too"),
  diff,
});

const audit = z.object({
  list,
  findings: rows({
    number: text,
    problem: z.enum([
      "open-verification",
      "unfinished-dependency",
      "missing-file",
      "unchanged-file",
      "unknown-commit",
      "unrelated-commit",
    ]),
    severity: z.enum(["finding", "note"]),
    message: text,
  }),
});

const log = z.object({
  list,
  events: rows({
    ...named,
    from: status.nullable().describe("null if the task was added"),
    to: status.nullable().describe("null if it was removed"),
    blockedReason: maybeText,
    owner: maybeText,
    date: maybeText.describe("null for a change that is not committed"),
    author: maybeText,
    commit: maybeText,
  }),
  proof: rows({
    number: text,
    text: text.describe(
      "the Proof line, from which the fields below are read; they are null if it has another form",
    ),
    time: maybeText,
    commit: maybeText,
    changes: yesOrNo.describe("whether the working tree had other changes"),
    command: maybeText,
  }),
});

const coverage = {
  requirements: rows({
    id: text,
    text,
    optional: z.enum(["optional", "future", "wont", "done"]).nullable().describe("why it needs no task"),
    tasks: texts,
  }),
  uncovered: texts,
};

const newList = {
  list: list.nullable().describe("the list that was written, or would be; null with --stdout and --explain"),
  path: maybeText.describe("the same, as it was given"),
};
const unwritten = { text: text.optional().describe("with --stdout: the text of the list"), diff };

const untaken = rows({ line: count, text, reason: text }).describe(
  "lines that may be requirements and were not taken",
);
const readings = rows({ heading: text, line: count, kind: text, took: text }).describe(
  "how each section of the PRD was read",
);
const explainedPrd = z.object({ ...newList, prd: text, untaken, readings });
const generatedList = z.object({
  ...newList,
  title: maybeText,
  prd: maybeText,
  ...unwritten,
  minutes: amount,
  phases: rows({ number: place, title: text, total: count, minutes: amount }),
  tasks,
  ...coverage,
  untaken,
  withoutTask: rows({ heading: text, line: count, points: count }).describe(
    "sections with points or stories without a task of their own; empty with --with",
  ),
  openQuestions: rows({ text, line: count, section: text }).describe("questions that the PRD leaves open"),
  readings: readings.optional(),
});

const changedRequirements = rows({
  id: maybeText.describe("null if the PRD no longer has the requirement"),
  was: maybeText.describe("its id in the older version; null if that version did not have it"),
  changes: z.array(
    z.enum(["added", "uncovered", "changed", "renumbered", "merged", "split", "optional", "removed"]),
  ),
  oldText: maybeText,
  newText: maybeText,
  gone: texts.describe("what it says no more: its text, if that changed, and points below it"),
  come: texts.describe("what it says instead or besides"),
  other: maybeText.describe("the requirement that it became part of (merged), or was part of (split)"),
  tasks: rows({
    ...named,
    action: z.enum([
      "added",
      "updated",
      "left",
      "removed",
      "blocked",
      "unblocked",
      "reference",
      "carries",
      "named",
    ]),
    rewritten: texts.describe("lines written by hand, which are left though the PRD's text for them changed"),
  }),
});

const followedPrd = z.object({
  list,
  prd: text,
  from: z
    .object({ id: text, name: text, found: z.enum(["copy", "git", "file", "revision"]) })
    .nullable()
    .describe("the older version that the PRD was compared with; null if there was none"),
  to: text.describe("the first digits of the git blob id of the PRD as it is now"),
  decisions: changedRequirements.describe("each requirement that changed, and what that means for its tasks"),
  sections: texts.describe(
    "headings of sections that changed outside of the requirements; the list does not follow them",
  ),
  uncovered: texts,
  changed: yesOrNo.describe("whether the list is written, or would be"),
  diff,
});

const importedList = z.object({
  ...newList,
  format: text.describe("the tool that the source is of"),
  title: maybeText,
  prd: maybeText,
  ...unwritten,
  tasks,
  numbers: rows(edge).describe("what became of each name of the source"),
  notCarriedOver: rows({
    line: maybeCount.describe("null for a source that is not read by its lines"),
    lines: count.describe("how many lines are left out; 0 if the rest of the line is carried over"),
    what: text,
  }),
  lines: z
    .object({ total: count, blank: count, read: count, notRead: count })
    .nullable()
    .describe("blank, read and notRead add up to total; null for a source that is not read by its lines"),
  notes: texts,
});

const commandFiles = z.object({
  root: text,
  command: maybeText.describe("what git was run with for the merge driver"),
  assistants: texts.optional(),
  files: rows({
    assistant: maybeText.describe("null for .gitattributes"),
    path: text,
    action: z.enum(["unchanged", "removed", "written", "updated"]),
  }),
  diff,
});

/** The order in which `run --dry-run` would take the tasks. */
const plannedRun = z.object({
  list,
  tasks: rows(named),
  prompt: maybeText.describe("what the assistant would be given for the first task"),
});

const finishedRun = z.object({
  list,
  tasks: rows({
    ...named,
    outcome: z.enum(["complete", "blocked", "review"]),
    attempts: count,
    reason: maybeText.describe("why it is not complete"),
  }),
  stopped: z.enum(["nothing-ready", "max-tasks", "three-blocked"]),
  reason: text,
});

/** The output of each command with --json; any command can print `error` instead. */
export const answers = {
  next: startedTask.extend({
    elsewhere: tasks.optional().describe("tasks that come first and are claimed elsewhere"),
    explanation: explanation.optional(),
  }),
  start: startedTask,
  check: editedTask,
  verify: provenTask,
  complete: provenTask.partial({ criteria: true }),
  block: editedTask,
  unblock: editedTask,
  release: editedTask.extend({
    released: rows({ ...named, owner: maybeText, worktree: text, branch: maybeText, since: text })
      .optional()
      .describe("with --stale: the tasks whose claims were too old"),
  }),
  reset: editedTask,
  progress,
  list: z.object({ list, tasks }),
  show: taskAnswer.extend({ waitsFor: neighbours, waitingForIt: neighbours }),
  add: editedTask.extend(renumbering),
  remove: editedTask.extend({
    heirs: texts.describe("the tasks that now wait for what it waited for"),
    uncarried: texts.describe("the requirements that it carried and no other task does"),
    mentions,
  }),
  renumber: z.object({ list, ...renumbering, diff }),
  edit: editedTask,
  move: editedTask.extend(renumbering),
  lint,
  graph,
  coverage: z.object({ list, ...coverage }),
  audit,
  log,
  undo: z.object({
    list,
    path: text.describe("the same, as it was given"),
    undone: text.describe("the command whose edit was taken back"),
    diff,
  }),
  brief: z.object({ prd: text, brief: text }),
  generate: z.union([generatedList, explainedPrd]),
  update: followedPrd,
  import: importedList,
  init: commandFiles,
  completion: z.object({ shell: text, script: text }),
  run: z.union([plannedRun, finishedRun]),
  merge: z.object({
    list,
    conflicts: rows({ line: count.describe("of the opening marker, counted from 1") }),
    diff,
  }),
  error: z.object({ error }),
} satisfies Readonly<Record<string, z.ZodType>>;

/** An answer as a presenter returns it, which is read-only. */
type Presented<Value> = Value extends readonly (infer Item)[]
  ? readonly Presented<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Presented<Value[Name]> }
    : Value;

/** What a command's presenter returns. */
export type Answer<Command extends keyof typeof answers> = Presented<z.output<(typeof answers)[Command]>>;

/** A task as `--json` prints it. */
export type PresentedTask = Presented<z.output<typeof task>>;
