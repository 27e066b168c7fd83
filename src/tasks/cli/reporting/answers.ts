import { z } from "zod";

/*
 * The shape of every answer that a command prints with --json, declared once: the schemas in the package and the types
 * of the presenters come from here. Loaded by the build and by tests; commands import only its types, because loading
 * zod would take longer than the rest of a command's start.
 */

const count = z.int().nonnegative();
/** The number of a phase, without a limit on its digits. */
const place = z.number().nonnegative();
const numbers = z.array(z.string());
const status = z.enum(["Not Started", "In Progress", "Blocked", "Complete"]);
const list = z.string().describe("the list that the answer is about, relative to the current folder");
const diff = z.string().describe("with --dry-run: the edit as a unified diff");
const title = z.string().nullable();

const claim = z
  .object({
    state: z.enum(["in progress", "done"]),
    owner: z.string().nullable(),
    worktree: z.string().nullable(),
    branch: z.string().nullable(),
    since: z.string(),
  })
  .nullable()
  .describe("who has it in another working tree of the repository, or has done it on another branch");

/** A task. */
const task = z
  .object({
    number: z.string(),
    phase: place,
    seq: place,
    title: z.string(),
    status,
    ready: z.boolean().describe("whether it could be started now"),
    complexity: z.enum(["Low", "Medium", "High"]).nullable(),
    dependencies: numbers.describe("numbers of tasks of this list"),
    unresolvedDependencies: z.array(z.string()).describe("dependencies that match no task in this list"),
    dependents: numbers.describe("the tasks that depend on this one"),
    files: z.array(z.string()),
    requirements: z.array(z.string()),
    steps: z.array(z.string()),
    verification: z.array(z.object({ text: z.string(), checked: z.boolean() })),
    proof: z.array(z.string()).describe("lines that record what ran, when and on which commit"),
    method: z.string().nullable(),
    path: z.string().nullable(),
    owner: z.string().nullable(),
    claim,
    blockedReason: z.string().nullable(),
    estimateMinutes: z.number().nullable(),
    body: z.string().nullable().describe("the Markdown under its heading that belongs to no field"),
    line: count.describe("of its heading, counted from 1"),
  })
  .meta({ id: "Task" });

/** The reason for a missing answer, or for the refusal by a rule. */
const error = z.object({ code: z.string(), message: z.string() });

/** The answer of every command about one task. */
const taskAnswer = z.object({
  list,
  task: task.nullable(),
  reason: z
    .string()
    .nullable()
    .describe("the reason that no task is given, or that the task cannot continue"),
});

const editedTask = taskAnswer.extend({ diff: diff.optional() });

const explanation = z.object({
  why: z.string(),
  unblocks: numbers.describe("the tasks that could start once it is Complete"),
  waiting: z
    .array(
      z.object({
        number: z.string(),
        chain: z.array(z.string()),
        omitted: count.describe("links left out in the middle of the chain"),
        cyclic: z.boolean(),
      }),
    )
    .describe("for each task that waits, the shortest chain of unfinished tasks that holds it"),
});

const startedTask = editedTask.extend({ error: error.optional() });

const criterion = z.object({
  position: count.describe("counted from 1"),
  text: z.string(),
  checked: z.boolean(),
  command: z.string().nullable().describe("null for one that somebody has to check"),
  passed: z.boolean().nullable().describe("null if nothing was run, like all fields below"),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  milliseconds: z.number().nullable(),
  output: z.string().nullable().describe("the end of what it printed"),
});

const provenTask = startedTask.extend({ criteria: z.array(criterion) });

const neighbour = z.object({ number: z.string(), title, status: status.nullable() });

const mentions = z
  .array(z.object({ number: z.string(), line: count, text: z.string() }))
  .describe("lines of free text that name a number, which are left as they are");
const renumbering = {
  renumbered: z.array(z.object({ from: z.string(), to: z.string() })),
  mentions,
};

const progress = z.object({
  list,
  title,
  prd: z.string().nullable(),
  status,
  total: count,
  complete: count,
  inProgress: count,
  blocked: count,
  pending: count,
  minutesLeft: z.number(),
  phases: z.array(z.object({ number: place, title: z.string(), total: count, complete: count })),
  next: task.nullable(),
});

const edge = { from: z.string(), to: z.string() };

const graph = z.object({
  list,
  title,
  waves: z.array(numbers).describe("tasks that can run side by side, wave by wave"),
  waiting: numbers.describe("tasks that no wave holds, because of what they wait for"),
  criticalPath: numbers,
  criticalMinutes: z.number(),
  minutesLeft: z.number(),
  tasks: z.array(
    z.object({
      number: z.string(),
      title: z.string(),
      status,
      wave: count.nullable(),
      waiting: z.boolean(),
      ready: z.boolean(),
      claim,
      estimateMinutes: z.number(),
      critical: z.boolean(),
      owner: z.string().nullable(),
      files: z.array(z.string()),
    }),
  ),
  edges: z.array(z.object(edge)),
  conflicts: z
    .array(z.object({ ...edge, file: z.string() }))
    .describe("tasks that may run side by side and name the same file"),
  problems: z.array(
    z.object({
      kind: z.enum(["cycle", "unknown-dependency"]),
      number: z.string(),
      name: z.string(),
      message: z.string(),
    }),
  ),
  cycles: z.array(z.object({ ...edge, path: numbers })),
  format: z.enum(["text", "mermaid", "dot", "svg", "html"]).optional(),
  output: z.string().optional().describe("with --format: the picture"),
});

const lint = z.object({
  list: list.nullable().describe("the list, if it is one; null if several were named"),
  diagnostics: z.array(
    z.object({
      rule: z.string(),
      severity: z.enum(["error", "warning"]),
      message: z.string(),
      file: z.string(),
      line: count,
      column: count,
    }),
  ),
  failing: count.describe("how many of them make the exit code 1: errors, with --strict warnings too"),
  diff: diff.optional(),
});

const audit = z.object({
  list,
  findings: z.array(
    z.object({
      number: z.string(),
      problem: z.enum([
        "open-verification",
        "unfinished-dependency",
        "missing-file",
        "unchanged-file",
        "unknown-commit",
        "unrelated-commit",
      ]),
      severity: z.enum(["finding", "note"]),
      message: z.string(),
    }),
  ),
});

const log = z.object({
  list,
  events: z.array(
    z.object({
      number: z.string(),
      title: z.string(),
      from: status.nullable().describe("null if the task was added"),
      to: status.nullable().describe("null if it was removed"),
      blockedReason: z.string().nullable(),
      owner: z.string().nullable(),
      date: z.string().nullable().describe("null for a change that is not committed"),
      author: z.string().nullable(),
      commit: z.string().nullable(),
    }),
  ),
  proof: z.array(
    z.object({
      number: z.string(),
      text: z
        .string()
        .describe(
          "the Proof line, from which the fields below are read; they are null if it has another form",
        ),
      time: z.string().nullable(),
      commit: z.string().nullable(),
      changes: z.boolean().describe("whether the working tree had other changes"),
      command: z.string().nullable(),
    }),
  ),
});

const requirements = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    optional: z.enum(["optional", "future", "wont", "done"]).nullable().describe("why it needs no task"),
    tasks: numbers,
  }),
);
const coverage = { requirements, uncovered: z.array(z.string()) };

const newList = {
  list: list.nullable().describe("the list that was written, or would be; null with --stdout and --explain"),
  path: z.string().nullable().describe("the same, as it was given"),
};
const unwritten = {
  text: z.string().optional().describe("with --stdout: the text of the list"),
  diff: diff.optional(),
};

const readPrd = {
  untaken: z
    .array(z.object({ line: count, text: z.string(), reason: z.string() }))
    .describe("lines that may be requirements and were not taken"),
  readings: z
    .array(z.object({ heading: z.string(), line: count, kind: z.string(), took: z.string() }))
    .describe("how each section of the PRD was read"),
};

const explainedPrd = z.object({ ...newList, prd: z.string(), ...readPrd });

const generatedList = z.object({
  ...newList,
  title,
  prd: z.string().nullable(),
  ...unwritten,
  minutes: z.number(),
  phases: z.array(z.object({ number: place, title: z.string(), total: count, minutes: z.number() })),
  tasks: z.array(task),
  ...coverage,
  untaken: readPrd.untaken,
  readings: readPrd.readings.optional(),
});

const followedPrd = z.object({
  list,
  prd: z.string(),
  from: z
    .object({
      id: z.string(),
      name: z.string(),
      found: z.enum(["copy", "git", "file", "revision"]),
    })
    .nullable()
    .describe("the older version that the PRD was compared with; null if there was none"),
  to: z.string().describe("the first digits of the git blob id of the PRD as it is now"),
  decisions: z
    .array(
      z.object({
        id: z.string().nullable().describe("null if the PRD no longer has the requirement"),
        was: z
          .string()
          .nullable()
          .describe("its id in the older version; null if that version did not have it"),
        changes: z.array(
          z.enum(["added", "uncovered", "changed", "renumbered", "merged", "split", "optional", "removed"]),
        ),
        oldText: z.string().nullable(),
        newText: z.string().nullable(),
        gone: z
          .array(z.string())
          .describe("what it says no more: its text, if that changed, and points below it"),
        come: z.array(z.string()).describe("what it says instead or besides"),
        other: z
          .string()
          .nullable()
          .describe("the requirement that it became part of (merged), or was part of (split)"),
        tasks: z.array(
          z.object({
            number: z.string(),
            title: z.string(),
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
            rewritten: z
              .array(z.string())
              .describe("lines written by hand, which are left though the PRD's text for them changed"),
          }),
        ),
      }),
    )
    .describe("each requirement that changed, and what that means for its tasks"),
  sections: z
    .array(z.string())
    .describe("headings of sections that changed outside of the requirements; the list does not follow them"),
  uncovered: z.array(z.string()),
  changed: z.boolean().describe("whether the list is written, or would be"),
  diff: diff.optional(),
});

const importedList = z.object({
  ...newList,
  format: z.string().describe("the tool that the source is of"),
  title,
  prd: z.string().nullable(),
  ...unwritten,
  tasks: z.array(task),
  numbers: z.array(z.object(edge)).describe("what became of each name of the source"),
  notCarriedOver: z.array(
    z.object({
      line: count.nullable().describe("null for a source that is not read by its lines"),
      lines: count.describe("how many lines are left out; 0 if the rest of the line is carried over"),
      what: z.string(),
    }),
  ),
  lines: z
    .object({ total: count, blank: count, read: count, notRead: count })
    .nullable()
    .describe("blank, read and notRead add up to total; null for a source that is not read by its lines"),
  notes: z.array(z.string()),
});

const commandFiles = z.object({
  root: z.string(),
  command: z.string().nullable().describe("what git was run with for the merge driver"),
  assistants: z.array(z.string()).optional(),
  files: z.array(
    z.object({
      assistant: z.string().nullable().describe("null for .gitattributes"),
      path: z.string(),
      action: z.enum(["unchanged", "removed", "written", "updated"]),
    }),
  ),
  diff: diff.optional(),
});

/** The order in which `run --dry-run` would take the tasks. */
const plannedRun = z.object({
  list,
  tasks: z.array(z.object({ number: z.string(), title: z.string() })),
  prompt: z.string().nullable().describe("what the assistant would be given for the first task"),
});

const finishedRun = z.object({
  list,
  tasks: z.array(
    z.object({
      number: z.string(),
      title: z.string(),
      outcome: z.enum(["complete", "blocked", "review"]),
      attempts: count,
      reason: z.string().nullable().describe("why it is not complete"),
    }),
  ),
  stopped: z.enum(["nothing-ready", "max-tasks", "three-blocked"]),
  reason: z.string(),
});

/** The output of each command with --json; any command can print `error` instead. */
export const answers = {
  next: startedTask.extend({
    elsewhere: z.array(task).optional().describe("tasks that come first and are claimed elsewhere"),
    explanation: explanation.optional(),
  }),
  start: startedTask,
  check: editedTask,
  verify: provenTask,
  complete: provenTask.partial({ criteria: true }),
  block: editedTask,
  unblock: editedTask,
  release: editedTask,
  reset: editedTask,
  progress,
  list: z.object({ list, tasks: z.array(task) }),
  show: taskAnswer.extend({ waitsFor: z.array(neighbour), waitingForIt: z.array(neighbour) }),
  add: editedTask.extend(renumbering),
  remove: editedTask.extend({
    heirs: numbers.describe("the tasks that now wait for what it waited for"),
    mentions,
  }),
  renumber: z.object({ list, ...renumbering, diff: diff.optional() }),
  edit: editedTask,
  move: editedTask.extend(renumbering),
  lint,
  graph,
  coverage: z.object({ list, ...coverage }),
  audit,
  log,
  undo: z.object({
    list,
    path: z.string().describe("the same, as it was given"),
    undone: z.string().describe("the command whose edit was taken back"),
    diff: diff.optional(),
  }),
  brief: z.object({ prd: z.string(), brief: z.string() }),
  generate: z.union([generatedList, explainedPrd]),
  update: followedPrd,
  import: importedList,
  init: commandFiles,
  completion: z.object({ shell: z.string(), script: z.string() }),
  run: z.union([plannedRun, finishedRun]),
  merge: z.object({
    list,
    conflicts: z.array(z.object({ line: count.describe("of the opening marker, counted from 1") })),
    diff: diff.optional(),
  }),
  error: z.object({ error }),
} satisfies Readonly<Record<string, z.ZodType>>;

/** An answer as a presenter returns it, which is read-only. */
type Presented<Value> = Value extends readonly (infer Item)[]
  ? readonly Presented<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Presented<Value[Name]> }
    : Value;

/** A task as `--json` prints it. */
export type PresentedTask = Presented<z.output<typeof task>>;
