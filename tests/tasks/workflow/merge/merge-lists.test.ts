import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { merge } from "../../../../src/tasks/commands/merge.ts";
import { readTaskList } from "../../../../src/tasks/document/read-task-list.ts";
import { mergeLists } from "../../../../src/tasks/workflow/merge/merge-lists.ts";
import { listOf, taskText } from "../../../support/list-of.ts";
import { temporaryFolder, writeFile } from "../../../support/tasks-command.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const base = listOf([
  { number: "1.1", items: ["- [ ] It is stored", "- [ ] It is shown"] },
  { number: "1.2", depends: "1.1" },
  { number: "2.1", depends: "1.2", lines: ["**Files**: `a.ts`"] },
]).replace("## Phase 1: Part 1", "## Phase 1: Part 1 (Tasks 1.1-1.2)");

type Edit = (text: string) => string;

/** Replaces text below the heading of a task. */
const inTask =
  (number: string, from: string | RegExp, to: string): Edit =>
  (text) => {
    const at = text.indexOf(`### Task ${number}:`);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const changed = after.replace(from, to);
    if (changed === after) throw new Error(`nothing to replace in Task ${number}`);
    return before + changed;
  };
const status = (number: string, value: string): Edit =>
  inTask(number, "**Complexity**", `**Status**: ${value}\n**Complexity**`);
const header =
  (value: string): Edit =>
  (text) =>
    text.replace(/(\*\*Created.*\n\*\*Status\*\*: ).*/, `$1${value}`);
const owned = (number: string, value: string, owner: string): Edit =>
  inTask(number, "**Complexity**", `**Status**: ${value}\n**Owner**: ${owner}\n**Complexity**`);
const tick = (number: string, item: string): Edit => inTask(number, `- [ ] ${item}`, `- [x] ${item}`);
const add =
  (number: string, title: string, more = {}): Edit =>
  (text) => {
    const task = taskText({ number, title, depends: "1.1", items: ["- [ ] It works"], ...more });
    const next = text.indexOf("\n\n---\n\n## Phase 2");
    return `${text.slice(0, next)}\n\n---\n\n${task}${text.slice(next)}`;
  };
const remove =
  (number: string): Edit =>
  (text) => {
    const start = text.indexOf(`### Task ${number}:`);
    const end = text.indexOf("\n---\n\n", start);
    return text.slice(0, start) + text.slice(end + 6);
  };
const range =
  (last: string): Edit =>
  (text) =>
    text.replace("(Tasks 1.1-1.2)", `(Tasks 1.1-${last})`);
const changes =
  (...lines: readonly string[]): Edit =>
  (text) =>
    `${text.trimEnd()}\n\n---\n\n## Changes\n\n${lines.map((line) => `- ${line}`).join("\n")}\n`;
const all =
  (...edits: readonly Edit[]): Edit =>
  (text) =>
    edits.reduce((now, edit) => edit(now), text);
const none: Edit = (text) => text;
const conflict = (ours: string, theirs: string): string =>
  `<<<<<<< ours\n${ours}\n=======\n${theirs}\n>>>>>>> theirs`;

interface Case {
  readonly ours: Edit;
  readonly theirs: Edit;
  readonly merged: Edit;
  readonly from?: Edit;
  readonly conflicts?: number;
}

const cases: Readonly<Record<string, Case>> = {
  "statuses of two tasks": {
    ours: all(status("1.1", "In Progress"), header("In Progress")),
    theirs: all(status("1.2", "Blocked - a key"), header("Blocked")),
    merged: all(status("1.1", "In Progress"), status("1.2", "Blocked - a key"), header("In Progress")),
  },
  "the last two tasks completed": {
    from: all(status("2.1", "Complete"), header("In Progress")),
    ours: status("1.1", "Complete"),
    theirs: status("1.2", "Complete"),
    merged: all(status("1.1", "Complete"), status("1.2", "Complete"), header("Complete")),
  },
  "two fields of one task": {
    ours: inTask("2.1", "**Complexity**: Low", "**Complexity**: High"),
    theirs: inTask("2.1", "**Dependencies**: 1.2", "**Dependencies**: 1.1, 1.2"),
    merged: all(
      inTask("2.1", "**Complexity**: Low", "**Complexity**: High"),
      inTask("2.1", "**Dependencies**: 1.2", "**Dependencies**: 1.1, 1.2"),
    ),
  },
  "a title and a status": {
    ours: inTask("1.2", "Build 1.2", "Build the page"),
    theirs: all(status("1.2", "In Progress"), header("In Progress")),
    merged: all(
      inTask("1.2", "Build 1.2", "Build the page"),
      status("1.2", "In Progress"),
      header("In Progress"),
    ),
  },
  "boxes ticked on both sides": {
    ours: all(status("1.1", "In Progress"), tick("1.1", "It is stored"), header("In Progress")),
    theirs: all(status("1.1", "In Progress"), tick("1.1", "It is shown"), header("In Progress")),
    merged: all(
      status("1.1", "In Progress"),
      tick("1.1", "It is stored"),
      tick("1.1", "It is shown"),
      header("In Progress"),
    ),
  },
  "boxes without a Status line, which together would mean Complete": {
    ours: all(tick("1.1", "It is stored"), header("In Progress")),
    theirs: all(tick("1.1", "It is shown"), header("In Progress")),
    merged: all(
      status("1.1", "In Progress"),
      tick("1.1", "It is stored"),
      tick("1.1", "It is shown"),
      header("In Progress"),
    ),
  },
  "a box unticked on one side": {
    from: all(status("1.1", "In Progress"), tick("1.1", "It is stored"), header("In Progress")),
    ours: inTask("1.1", "- [x] It is stored", "- [ ] It is stored"),
    theirs: tick("1.1", "It is shown"),
    merged: all(inTask("1.1", "- [x] It is stored", "- [ ] It is stored"), tick("1.1", "It is shown")),
  },
  "a task started on one side, completed on the other": {
    ours: all(owned("1.1", "In Progress", "ann"), header("In Progress")),
    theirs: all(owned("1.1", "Complete", "ann"), header("In Progress")),
    merged: all(owned("1.1", "Complete", "ann"), header("In Progress")),
  },
  "a task completed on one side, reset on the other": {
    from: all(status("1.1", "In Progress"), header("In Progress")),
    ours: inTask("1.1", "In Progress", "Complete"),
    theirs: all(inTask("1.1", "In Progress", "Not Started"), header("Not Started")),
    merged: all(inTask("1.1", "In Progress", "Not Started"), header("Not Started")),
  },
  "a task blocked on one side, completed on the other": {
    from: all(status("1.1", "In Progress"), header("In Progress")),
    ours: inTask("1.1", "In Progress", "Blocked - a key"),
    theirs: inTask("1.1", "In Progress", "Complete"),
    merged: inTask("1.1", "In Progress", "Complete"),
  },
  "one task started by two people": {
    ours: all(owned("1.1", "In Progress", "ann"), header("In Progress")),
    theirs: all(owned("1.1", "In Progress", "ben"), header("In Progress")),
    merged: all(
      owned("1.1", "In Progress", "ann"),
      inTask("1.1", "**Owner**: ann", conflict("**Owner**: ann", "**Owner**: ben")),
      header("In Progress"),
    ),
    conflicts: 1,
  },
  "one title changed twice": {
    ours: inTask("1.2", "Build 1.2", "Build the page"),
    theirs: inTask("1.2", "Build 1.2", "Draw the page"),
    merged: (text) =>
      text.replace(
        "### Task 1.2: Build 1.2",
        conflict("### Task 1.2: Build the page", "### Task 1.2: Draw the page"),
      ),
    conflicts: 1,
  },
  "one step changed twice": {
    ours: inTask("1.2", "1. Write it", "1. Write it in Go"),
    theirs: inTask("1.2", "1. Write it", "1. Write it in C"),
    merged: inTask("1.2", "1. Write it", conflict("1. Write it in Go", "1. Write it in C")),
    conflicts: 1,
  },
  "criteria added on both sides": {
    ours: inTask("1.1", "- [ ] It is shown", "- [ ] It is shown\n- [ ] It is fast"),
    theirs: inTask("1.1", "- [ ] It is shown", "- [ ] It is shown\n- [ ] It is safe"),
    merged: inTask("1.1", "- [ ] It is shown", "- [ ] It is shown\n- [ ] It is fast\n- [ ] It is safe"),
  },
  "a task added on one side, a status on the other": {
    ours: all(status("1.2", "In Progress"), header("In Progress")),
    theirs: all(add("1.3", "Count visits"), range("1.3")),
    merged: all(
      status("1.2", "In Progress"),
      header("In Progress"),
      add("1.3", "Count visits"),
      range("1.3"),
    ),
  },
  "tasks added on both sides with the same number, ordered by title": {
    ours: all(add("1.3", "Draw charts"), range("1.3")),
    theirs: all(add("1.3", "Count visits"), range("1.3"), inTask("2.1", "1.2", "1.2, 1.3")),
    merged: all(
      inTask("2.1", "1.2", "1.2, 1.3"),
      add("1.3", "Count visits"),
      add("1.4", "Draw charts"),
      range("1.4"),
      changes('2026-11-22: moved Task 1.3 → 1.4 "Draw charts"'),
    ),
  },
  "tasks added on both sides with the same number, which the started one keeps": {
    ours: all(add("1.3", "Draw charts", { status: "In Progress" }), range("1.3"), header("In Progress")),
    theirs: all(add("1.3", "Count visits"), range("1.3"), inTask("2.1", "1.2", "1.2, 1.3")),
    merged: all(
      add("1.3", "Draw charts", { status: "In Progress" }),
      inTask("2.1", "1.2", "1.2, 1.4"),
      header("In Progress"),
      (text) => add("1.4", "Count visits")(text),
      range("1.4"),
      changes('2026-11-22: moved Task 1.3 → 1.4 "Count visits"'),
    ),
  },
  "a task removed on one side, unchanged on the other": {
    ours: all(
      remove("1.2"),
      inTask("2.1", "1.2", "1.1"),
      range("1.1"),
      changes('2026-11-20: removed Task 1.2 "Build 1.2"'),
    ),
    theirs: all(status("1.1", "In Progress"), header("In Progress")),
    merged: all(
      remove("1.2"),
      inTask("2.1", "1.2", "1.1"),
      range("1.1"),
      changes('2026-11-20: removed Task 1.2 "Build 1.2"'),
      status("1.1", "In Progress"),
      header("In Progress"),
    ),
  },
  "lines under Changes on both sides, sorted by date": {
    ours: changes("2026-11-21: ours"),
    theirs: changes("2026-11-20: theirs", "2026-11-22: theirs again"),
    merged: changes("2026-11-20: theirs", "2026-11-21: ours", "2026-11-22: theirs again"),
  },
  "lines of Proof on both sides, sorted by date": {
    from: inTask(
      "1.1",
      "**Steps**",
      "**Proof**:\n- 2026-11-01 09:00 1a2b3c4 `a` passed in 1.0 s\n\n**Steps**",
    ),
    ours: inTask("1.1", "1.0 s", "1.0 s\n- 2026-11-03 09:00 1a2b3c4 `b` passed in 1.0 s"),
    theirs: inTask("1.1", "1.0 s", "1.0 s\n- 2026-11-02 09:00 1a2b3c4 `c` passed in 1.0 s"),
    merged: inTask(
      "1.1",
      "1.0 s",
      "1.0 s\n- 2026-11-02 09:00 1a2b3c4 `c` passed in 1.0 s\n- 2026-11-03 09:00 1a2b3c4 `b` passed in 1.0 s",
    ),
  },
  "a task inserted with renumbering on one side, a dependency on the old number on the other": {
    ours: (text) =>
      all(
        inTask("1.2", "### Task 1.2: Build 1.2", "### Task 1.3: Build 1.2"),
        inTask("2.1", "1.2", "1.3"),
        range("1.3"),
      )(text).replace(
        "### Task 1.3",
        `${taskText({ number: "1.2", title: "First", depends: "None" })}\n\n---\n\n### Task 1.3`,
      ),
    theirs: all(status("1.2", "In Progress"), inTask("2.1", "1.2", "1.1, 1.2"), header("In Progress")),
    merged: (text) =>
      all(
        inTask("1.2", "### Task 1.2: Build 1.2", "### Task 1.3: Build 1.2"),
        status("1.3", "In Progress"),
        inTask("2.1", "1.2", "1.1, 1.3"),
        range("1.3"),
        header("In Progress"),
      )(text).replace(
        "### Task 1.3",
        `${taskText({ number: "1.2", title: "First", depends: "None" })}\n\n---\n\n### Task 1.3`,
      ),
  },
  "a box ticked on one side, the item renumbered on the other": {
    from: inTask("1.2", "1. Write it", "1. [ ] Write it"),
    ours: inTask("1.2", "1. [ ] Write it", "1. [ ] Plan it\n2. [ ] Write it"),
    theirs: inTask("1.2", "1. [ ] Write it", "1. [x] Write it"),
    merged: inTask("1.2", "1. [ ] Write it", "1. [ ] Plan it\n2. [x] Write it"),
  },
  "the list's title and a task": {
    ours: (text) => text.replace("# Task List: Test", "# Task List: Sign-in"),
    theirs: inTask("1.2", "1. Write it", "1. Write it\n2. Ship it"),
    merged: (text) =>
      inTask(
        "1.2",
        "1. Write it",
        "1. Write it\n2. Ship it",
      )(text).replace("# Task List: Test", "# Task List: Sign-in"),
  },
};

const day = new Date(2026, 10, 22, 12);

const versionsOf = ({ from = none, ours, theirs }: Case) => {
  const start = from(base);
  return { base: start, ours: ours(start), theirs: theirs(start) };
};

const completeIn = (text: string): readonly string[] =>
  readTaskList(text)
    .tasks.filter((task) => task.status.value === "Complete")
    .map(({ title }) => title)
    .toSorted();

test.each(Object.entries(cases))("tasks merge merges three files: %s", async (_, one) => {
  const { base: from, ours, theirs } = versionsOf(one);
  for (const version of [from, ours, theirs]) expect(readTaskList(version).diagnostics).toEqual([]);
  const folder = temporaryFolder();
  const write = (name: string, text: string): string => writeFile(folder, `tasks-0001-prd-${name}.md`, text);
  const paths = [write("base", from), write("ours", ours), write("theirs", theirs)] as const;
  vi.setSystemTime(day);
  const { exitCode = 0, json } = await merge.run({ base: paths[0], ours: paths[1], theirs: paths[2] });
  const [baseAfter, merged = "", theirsAfter] = paths.map((path) => readFileSync(path, "utf8"));
  expect(merged).toBe(one.merged(from));
  expect([baseAfter, theirsAfter]).toEqual([from, theirs]);
  expect(json).toHaveProperty("conflicts.length", one.conflicts ?? 0);
  expect(exitCode).toBe(one.conflicts ? 1 : 0);
  if (exitCode === 0) expect(readTaskList(merged).diagnostics).toEqual([]);
});

test.each(Object.entries(cases))(
  "mergeLists completes the same tasks with the sides swapped: %s",
  (_, one) => {
    const { base: from, ours, theirs } = versionsOf(one);
    const [text, turned] = [
      mergeLists({ base: from, ours, theirs }, day),
      mergeLists({ base: from, ours: theirs, theirs: ours }, day),
    ];
    expect(completeIn(turned.text)).toEqual(completeIn(text.text));
    expect(turned.conflicts).toBe(text.conflicts);
  },
);

test.each(Object.entries(cases))(
  "mergeLists keeps a branch unchanged if the other side is its ancestor: %s",
  (_, one) => {
    const { base: from, ours } = versionsOf(one);
    for (const side of [
      { base: from, ours, theirs: from },
      { base: from, ours: from, theirs: ours },
      { base: from, ours, theirs: ours },
    ]) {
      expect(mergeLists(side, day)).toEqual({ text: ours, conflicts: 0 });
    }
  },
);

test("mergeLists puts tasks that both sides added in the order of their numbers", () => {
  const ours = add("1.3", "Zoom")(base);
  const theirs = all(add("1.3", "Count"), add("1.4", "Export"))(base);
  for (const sides of [
    { ours, theirs },
    { ours: theirs, theirs: ours },
  ]) {
    const { tasks } = readTaskList(mergeLists({ base, ...sides }).text);
    expect(tasks.map(({ number, title }) => `${number} ${title}`).slice(2, -1)).toEqual([
      "1.3 Count",
      "1.4 Export",
      "1.5 Zoom",
    ]);
  }
});

test("mergeLists leaves two tasks to the user that both sides added under one number and began", () => {
  const sideWith = (title: string): string => add("1.3", title, { status: "In Progress" })(base);
  const { text, conflicts } = mergeLists({ base, ours: sideWith("Draw"), theirs: sideWith("Count") }, day);
  expect(conflicts).toBe(1);
  expect(text).toContain("<<<<<<< ours\n### Task 1.3: Draw\n");
  expect(text).toContain("### Task 1.3: Count\n");
});

test("mergeLists keeps a new task after one it depends on that had to change its number", () => {
  const ours = add("1.3", "Count")(base);
  const theirs = all(add("1.3", "Zoom"), add("1.4", "Export", { depends: "1.3" }))(base);
  for (const sides of [
    { ours, theirs },
    { ours: theirs, theirs: ours },
  ]) {
    const { tasks, diagnostics } = readTaskList(mergeLists({ base, ...sides }).text);
    expect(tasks.map(({ title }) => title).slice(2, -1)).toEqual(["Count", "Zoom", "Export"]);
    expect(diagnostics).toEqual([]);
  }
});

test.each<[string, Edit]>([
  ["leaves a gap", (text) => text],
  ["closes the gap", (text) => text.replace("### Task 1.3:", "### Task 1.2:")],
])(
  "a new task inherits the dependencies of a task that the other side removed, if that side %s",
  (_, closeGap) => {
    const from = add("1.3", "Count")(base);
    const removing = all(remove("1.2"), inTask("2.1", "1.2", "1.1"), closeGap)(from);
    const adding = add("1.4", "Export", { depends: "1.2" })(from);
    for (const sides of [
      { ours: removing, theirs: adding },
      { ours: adding, theirs: removing },
    ]) {
      const { text, conflicts } = mergeLists({ base: from, ...sides }, day);
      const { tasks, diagnostics } = readTaskList(text);
      expect(conflicts).toBe(0);
      expect(diagnostics).toEqual([]);
      expect(tasks.find(({ title }) => title === "Export")?.dependencies.resolved).toEqual(["1.1"]);
    }
  },
);

const row = all(
  add("1.3", "Count", { depends: "1.2" }),
  add("1.4", "Export", { depends: "1.3" }),
  add("1.5", "Print", { depends: "1.4" }),
)(base);
/** Removes a task of the row. The task after it inherits the dependency on the one before. */
const removeFromRow = (number: string, before: string, after: string): Edit =>
  all(remove(number), inTask(after, `**Dependencies**: ${number}`, `**Dependencies**: ${before}`));

test.each<[string, Edit, Edit, string, readonly string[]]>([
  [
    "two tasks in a row",
    removeFromRow("1.2", "1.1", "1.3"),
    removeFromRow("1.3", "1.2", "1.4"),
    "1.4",
    ["1.1", "1.4", "1.5"],
  ],
  [
    "three tasks in a row",
    all(removeFromRow("1.2", "1.1", "1.3"), removeFromRow("1.4", "1.3", "1.5")),
    removeFromRow("1.3", "1.2", "1.4"),
    "1.5",
    ["1.1", "1.5"],
  ],
])("mergeLists removes %s that different sides removed", (_, one, other, heir, left) => {
  const from = inTask("2.1", "**Dependencies**: 1.2", "**Dependencies**: 1.1")(row);
  for (const [ours, theirs] of [
    [one(from), other(from)],
    [other(from), one(from)],
  ] as const) {
    const { text, conflicts } = mergeLists({ base: from, ours, theirs }, day);
    const { tasks } = readTaskList(text);
    expect(conflicts).toBe(0);
    expect(tasks.map(({ number }) => number)).toEqual([...left, "2.1"]);
    expect(tasks.find(({ number }) => number === heir)?.dependencies.own).toEqual(["1.1"]);
  }
});

test("mergeLists removes a task that the other side left unchanged, also if it names one removed there", () => {
  const [ours, theirs] = [remove("1.2")(row), removeFromRow("1.3", "1.2", "1.4")(row)];
  expect(mergeLists({ base: row, ours, theirs }, day).conflicts).toBe(0);
  expect(mergeLists({ base: row, ours: theirs, theirs: ours }, day).conflicts).toBe(0);
});

test.each<[string, Edit]>([
  ["title", inTask("1.3", "Count", "Count twice")],
  ["steps", inTask("1.3", "1. Write it", "1. Write it in Go")],
  ["dependencies", inTask("1.3", "**Dependencies**: 1.1", "**Dependencies**: None")],
])(
  "mergeLists leaves a removed task to the user if it inherited a dependency and its %s changed",
  (_, edit) => {
    const editing = all(removeFromRow("1.2", "1.1", "1.3"), edit)(row);
    const removing = removeFromRow("1.3", "1.2", "1.4")(row);
    expect(mergeLists({ base: row, ours: editing, theirs: removing }, day).conflicts).toBe(1);
    expect(mergeLists({ base: row, ours: removing, theirs: editing }, day).conflicts).toBe(1);
  },
);

test("mergeLists keeps a reference to a task that one side removed and the other changed", () => {
  const ours = all(remove("1.2"), inTask("2.1", "1.2", "1.1"))(base);
  const theirs = all(status("1.2", "In Progress"), add("1.3", "Export", { depends: "1.2" }))(base);
  const { text, conflicts } = mergeLists({ base, ours, theirs }, day);
  expect(conflicts).toBe(1);
  expect(text).toMatch(/### Task 1\.3: Export[^#]*\*\*Dependencies\*\*: 1\.2$/m);
});

test("mergeLists keeps a reference to a number that was defined twice and of which one side removed one task", () => {
  const from = add("1.2", "Count")(base);
  const theirs = add("1.3", "Export", { depends: "1.2" })(from);
  const { text, conflicts } = mergeLists({ base: from, ours: remove("1.2")(from), theirs }, day);
  expect(conflicts).toBe(0);
  expect(text).toMatch(/### Task 1\.3: Export[^#]*\*\*Dependencies\*\*: 1\.2$/m);
});

test("mergeLists keeps both tasks of a side that has a number twice", () => {
  const added = add("1.3", "Count the visits");
  const twice = all(added, add("1.3", "Count the visits", { lines: ["**Owner**: ann"] }));
  const { text, conflicts } = mergeLists({ base, ours: added(base), theirs: twice(base) }, day);
  const tasks = readTaskList(text).tasks.filter(({ number }) => number === "1.3");
  expect(conflicts).toBe(0);
  expect(tasks).toMatchObject([{ owner: null }, { owner: "ann" }]);
  expect(tasks.map(({ verification }) => verification.length)).toEqual([1, 1]);
});

test("mergeLists reports a conflict if one side removes ## Changes and the other adds a line to it", () => {
  const from = changes("2026-11-20: moved")(base);
  const theirs = changes("2026-11-20: moved", "2026-11-21: removed")(base);
  const { text, conflicts } = mergeLists(
    { base: from, ours: status("1.1", "In Progress")(base), theirs },
    day,
  );
  expect(conflicts).toBe(1);
  expect(text).toContain("- 2026-11-21: removed\n>>>>>>> theirs");
});

const atEnd =
  (number: string, title: string): Edit =>
  (text) =>
    `${text.trimEnd()}\n\n---\n\n${taskText({ number, title, depends: "1.1" })}\n`;
const removedLine = '2026-11-20: removed Task 1.3 "Login"';
const movedLine = '2026-11-21: moved Task 2.1 → 2.2 "Count"';
const renumberedLine = '2026-11-22: moved Task 2.2 → 2.3 "Zoom"';

test.each<[string, Edit, Edit, readonly string[]]>([
  [
    "one side added a task and the other ## Changes",
    atEnd("2.2", "Zoom"),
    changes(removedLine),
    [removedLine],
  ],
  [
    "one side added a task, and both ## Changes",
    all(atEnd("2.2", "Zoom"), changes(removedLine)),
    changes(movedLine),
    [removedLine, movedLine],
  ],
  [
    "both sides added a task, and one ## Changes",
    all(atEnd("2.2", "Export"), changes(removedLine)),
    atEnd("2.2", "Zoom"),
    [removedLine, renumberedLine],
  ],
  [
    "both sides added a task and ## Changes",
    all(atEnd("2.2", "Export"), changes(removedLine)),
    all(atEnd("2.2", "Zoom"), changes(movedLine)),
    [removedLine, movedLine, renumberedLine],
  ],
  [
    "one side added a phase and the other ## Changes",
    (text) => `${text.trimEnd()}\n\n---\n\n## Phase 3: Part 3\n\n${taskText({ number: "3.1" })}\n`,
    changes(removedLine),
    [removedLine],
  ],
])("mergeLists keeps ## Changes last if %s at the end", (_, one, other, lines) => {
  for (const form of [none, (text: string): string => text.replaceAll("---\n\n", "")]) {
    for (const [ours, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const from = form(base);
      const sides = { base: from, ours: form(ours(base)), theirs: form(theirs(base)) };
      const { text, conflicts } = mergeLists(sides, day);
      const [tasks = "", section] = text.split("## Changes\n");
      expect(conflicts).toBe(0);
      expect(section).toBe(`\n${lines.map((line) => `- ${line}\n`).join("")}`);
      expect(tasks).toMatch(form === none ? /[^-\s]\n\n---\n\n$/ : /[^-\s]\n\n$/);
      const titles = [from, sides.ours, sides.theirs].flatMap((list) =>
        readTaskList(list).tasks.map(({ title }) => title),
      );
      const merged = readTaskList(text).tasks.map(({ title }) => title);
      expect(merged.toSorted()).toEqual([...new Set(titles)].toSorted());
    }
  }
});

test("mergeLists keeps line endings, the byte order mark and text outside of fields", () => {
  const windows = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
  const ours = windows(inTask("1.1", "**Steps**", "| a | b |\n|---|---|\n\n**Steps**")(base));
  const theirs = status("1.2", "Complete")(base);
  const { text, conflicts } = mergeLists({ base, ours, theirs }, day);
  expect(conflicts).toBe(0);
  expect(text).toBe(
    windows(
      all(
        inTask("1.1", "**Steps**", "| a | b |\n|---|---|\n\n**Steps**"),
        status("1.2", "Complete"),
        header("In Progress"),
      )(base),
    ),
  );
});

test("mergeLists leaves no two rules in a row after moves on both sides", () => {
  const from = listOf(["1.1", "1.2", "1.3", "1.4", "2.1"].map((number) => ({ number })));
  const move =
    (number: string, before: string): Edit =>
    (text) => {
      const start = text.indexOf(`### Task ${number}:`);
      const end = text.indexOf("\n---\n\n", start) + 6;
      const rest = text.slice(0, start) + text.slice(end);
      return rest.replace(`### Task ${before}:`, `${text.slice(start, end)}### Task ${before}:`);
    };
  const { text, conflicts } = mergeLists(
    { base: from, ours: move("1.1", "1.3")(from), theirs: move("1.4", "1.1")(from) },
    day,
  );
  expect(conflicts).toBe(0);
  expect(text).not.toMatch(/^---\n\n+---$/m);
});

test.each(["ours", "theirs"] as const)(
  "mergeLists makes one conflict of the whole list when %s is empty and the other side changed it",
  (side) => {
    const changed = status("1.1", "In Progress")(base);
    const sides = { ours: changed, theirs: changed, [side]: "" };
    const { text, conflicts } = mergeLists({ base, ...sides }, day);
    expect(conflicts).toBe(1);
    const whole = changed.trimEnd();
    expect(text).toBe(
      side === "ours"
        ? `<<<<<<< ours\n=======\n${whole}\n>>>>>>> theirs\n`
        : `<<<<<<< ours\n${whole}\n=======\n>>>>>>> theirs\n`,
    );
  },
);

const edits: readonly Edit[] = [
  ...["1.1", "1.2", "2.1"].flatMap((number) =>
    ["In Progress", "Complete", "Blocked - a key"].map((value) => status(number, value)),
  ),
  tick("1.1", "It is stored"),
  tick("1.1", "It is shown"),
  tick("1.2", "Tests of 1.2 pass"),
  add("1.3", "Count visits"),
  add("1.3", "Draw charts", { status: "Complete" }),
];
/** At most one edit of each kind, because a task has one Status line. */
const branch = fc.subarray([...edits.keys()], { maxLength: 4 }).map((chosen) => {
  const kinds = new Map(
    chosen.map((index) => [
      index < 9 ? `status ${Math.floor(index / 3)}` : index < 12 ? index : "add",
      index,
    ]),
  );
  return all(...[...kinds.values()].map((index) => edits[index] ?? none))(base);
});

test("mergeLists removes a task that one side removed and the other only moved", () => {
  const first = taskText({ number: "1.1", items: ["- [ ] It is stored", "- [ ] It is shown"] });
  const second = taskText({ number: "1.2", depends: "1.1" });
  const moved = base.replace(`${first}\n\n---\n\n${second}`, `${second}\n\n---\n\n${first}`);
  expect(moved).not.toBe(base);
  const removed = remove("1.2")(base);
  for (const [ours, theirs] of [
    [moved, removed],
    [removed, moved],
  ] as const) {
    const { text, conflicts } = mergeLists({ base, ours, theirs });
    expect([conflicts, text.includes("Task 1.2")]).toEqual([0, false]);
  }
});

test("mergeLists keeps the phase range and the phase of the tasks after a conflict about a whole task", () => {
  const ours = remove("1.2")(base);
  const theirs = all(status("1.2", "In Progress"), add("1.3", "Export"), range("1.3"))(base);
  const { text, conflicts } = mergeLists({ base, ours, theirs });
  expect(conflicts).toBe(1);
  expect(text).toContain("## Phase 1: Part 1 (Tasks 1.1-1.3)");
  expect(text.indexOf(">>>>>>> theirs")).toBeLessThan(text.indexOf("Task 1.3"));
  expect(text.indexOf("Task 1.3")).toBeLessThan(text.indexOf("## Phase 2"));
});

test("mergeLists completes the same tasks in either direction of a merge, and loses none", () => {
  fc.assert(
    fc.property(branch, branch, (ours, theirs) => {
      const [one, other] = [
        mergeLists({ base, ours, theirs }, day),
        mergeLists({ base, ours: theirs, theirs: ours }, day),
      ];
      expect(completeIn(one.text)).toEqual(completeIn(other.text));
      for (const title of [...completeIn(ours), ...completeIn(theirs)]) {
        expect(completeIn(one.text)).toContain(title);
      }
    }),
  );
});

const withNotes =
  (text: string): Edit =>
  (list) =>
    `${list.trimEnd()}\n\n---\n\n${text}\n`;

test("mergeLists keeps a passage once if both sides add a heading before it", () => {
  const notes = withNotes("## Notes\n\nkeep me")(base);
  const before = (heading: string) => notes.replace("## Notes", `## ${heading}\n\ntext\n\n## Notes`);
  const { text, conflicts } = mergeLists({ base: notes, ours: before("Risks"), theirs: before("Glossary") });
  expect(conflicts).toBe(0);
  expect(text.match(/^## (?!Phase).*$/gm)?.toSorted()).toEqual(["## Glossary", "## Notes", "## Risks"]);
  expect(text.match(/keep me/g)).toHaveLength(1);
});

test("mergeLists reports a conflict if both sides reword the same line after a task", () => {
  const version = (name: string) => withNotes(`Note: use ${name}`)(base);
  const merged = mergeLists({ base: version("v1"), ours: version("v2"), theirs: version("v3") });
  expect(merged.conflicts).toBe(1);
});

test("mergeLists gives two tasks that were moved to one number two numbers", () => {
  const rename = (from: string, to: string) => (list: string) =>
    list.replace(`### Task ${from}:`, `### Task ${to}:`);
  const { text, conflicts } = mergeLists({
    base,
    ours: rename("1.2", "3.1")(base),
    theirs: rename("2.1", "3.1")(base),
  });
  const numbers = readTaskList(text).tasks.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(3);
  expect(conflicts).toBe(0);
  expect(text).toContain("moved Task 3.1 → 3.2");
});

test("mergeLists leaves the title to the user if both sides add a phase with one number and different titles", () => {
  const phase =
    (title: string, task: string): Edit =>
    (text) =>
      `${text.trimEnd()}\n\n---\n\n## Phase 3: ${title}\n\n${taskText({ number: "3.1", title: task })}\n`;
  const [ours, theirs] = [phase("Exports", "Export")(base), phase("Reports", "Report")(base)];
  const { text, conflicts } = mergeLists({ base, ours, theirs }, day);
  expect(conflicts).toBe(1);
  expect(text).toContain(conflict("## Phase 3: Exports", "## Phase 3: Reports"));
  expect(text).toMatch(/\n### Task 3\.1: Export\n[\s\S]*\n### Task 3\.2: Report\n/);
  const [same, other] = [phase("Exports", "Report")(base), phase("Exports", "Export")(base)];
  expect(mergeLists({ base, ours: same, theirs: other }, day).conflicts).toBe(0);
});

test("mergeLists leaves the removal of a phase to the user if the other side adds a task to it", () => {
  const ours = `${base.slice(0, base.indexOf("\n\n---\n\n## Phase 2"))}\n`;
  const theirs = `${base.trimEnd()}\n\n---\n\n${taskText({ number: "2.2", title: "Also", depends: "1.1", items: ["- [ ] It works"] })}\n`;
  const { text, conflicts } = mergeLists({ base, ours, theirs });
  expect(conflicts).toBeGreaterThan(0);
  expect(text).toContain("## Phase 2");
});

test("mergeLists keeps a comment that looks like one of its markers", () => {
  const noted = withNotes("<!--=======-->")(base);
  const { text } = mergeLists({
    base: noted,
    ours: status("1.1", "In Progress")(noted),
    theirs: inTask("2.1", "`a.ts`", "`b.ts`")(noted),
  });
  expect(text).toContain("\n<!--=======-->\n");
});
