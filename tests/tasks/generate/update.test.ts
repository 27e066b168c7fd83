import { describe, expect, it } from "vitest";
import { editsOf, removal } from "../../../src/tasks/document/edit/change.ts";
import { followHeaderStatus } from "../../../src/tasks/document/edit/follow-tasks.ts";
import { revise } from "../../../src/tasks/document/edit/revise.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { compare } from "../../../src/tasks/generate/update/compare.ts";
import { planUpdate } from "../../../src/tasks/generate/update/plan-update.ts";
import type { Plan } from "../../../src/tasks/list-file/editing/edit-list.ts";
import { draftedList, faultsWith, prdOf, taskText, updatedList } from "../../support/updated-list.ts";

const header = ["# PRD: Tool Library", "", "## Functional Requirements", ""];
const numbered = (...texts: readonly string[]): string =>
  [...header, ...texts.map((text, index) => `${index + 1}. ${text}`), ""].join("\n");
const named = (texts: Readonly<Record<string, string>>, rest: readonly string[] = []): string =>
  [...header, ...Object.entries(texts).map(([id, text]) => `- **${id}**: ${text}`), "", ...rest].join("\n");
const inAreas = (areas: Readonly<Record<string, Readonly<Record<string, string>>>>): string =>
  [
    ...header,
    ...Object.entries(areas).flatMap(([area, texts]) => [
      `### ${area}`,
      "",
      ...Object.entries(texts).map(([id, text]) => `- **${id}**: ${text}`),
      "",
    ]),
  ].join("\n");

const add = "The system must let caretakers add a tool with a name.";
const search = "Members must be able to search the catalogue by condition.";
const borrow = "Members can borrow up to 8 tools for two weeks.";
const remind = "The system must send a reminder email before a loan ends.";
const extend = "Members can extend a loan once from their profile page.";

/** The list for a PRD, with the given statuses of tasks. */
function listWith(prd: string, states: Readonly<Record<string, string>> = {}): string {
  const text = Object.entries(states).reduce((list, [number, status]) => {
    const complete = (text: string): string =>
      status === "Complete" ? text.replaceAll("- [ ]", "- [x]") : text;
    const [before = "", rest = ""] = list.split(new RegExp(`(?=### Task ${number}:)`));
    const [task = "", ...others] = rest.split(/(?=\n---\n)/);
    return [
      before,
      complete(task.replace("**Complexity**", `**Status**: ${status}\n**Complexity**`)),
      ...others,
    ].join("");
  }, draftedList(prd));
  return revise(readTaskList(text), [followHeaderStatus]).source;
}

/** The task numbers and actions of an update for one requirement. */
const actionsFor = ({ decisions }: Awaited<ReturnType<typeof updatedList>>, id: string): readonly string[] =>
  decisions
    .filter((decision) => (decision.id ?? decision.was) === id)
    .flatMap(({ tasks }) => tasks.map(({ number, action }) => `${number} ${action}`));

it("adds a task after those it depends on, also in a phase that had lost all its tasks", async () => {
  const whole = inAreas({
    Members: { "FR-1": "The system must store orders." },
    Orders: {
      "FR-2": "The system must store reminder emails.",
      "FR-3": "The system must show the reminder emails of orders.",
    },
  });
  const part = inAreas({ Members: { "FR-1": "The system must store orders." } });
  const { text } = await updatedList(draftedList(whole), whole, part);
  const { list } = await updatedList(text, part, whole);
  expect(list.tasks.map(({ number, dependencies }) => [number, dependencies.own])).toEqual([
    ["1.1", []],
    ["2.3", []],
    ["2.4", ["1.1", "2.3"]],
  ]);
});

describe("tasks update of a step with code", () => {
  const withCode = (sentence: string): string =>
    [...header, `- FR-1: ${sentence}`, "", "  ```json", '  { "tools":', "    8 }", "  ```", ""].join("\n");
  const code = '   ```\n   { "tools":\n     8 }\n   ```\n';

  it("keeps the code below the sentence that it replaces", async () => {
    const [old, now] = [
      withCode("The file must list tools as in:"),
      withCode("A file must list tools as in:"),
    ];
    expect(draftedList(old)).toContain(`1. The file must list tools as in\n${code}`);
    const { list } = await updatedList(draftedList(old), old, now);
    expect(taskText(list, "1.1")).toContain(`1. A file must list tools as in\n${code}`);
  });
});

describe("tasks update of points without ids", () => {
  const counted = (...texts: readonly string[]): string =>
    [...header, ...texts.map((text, at) => `${at + 1}. ${text}`), ""].join("\n");

  it("takes another text at the same place for another requirement, and a version of the text for the same", async () => {
    const old = counted(add, search, borrow);
    const now = counted(add, remind, "Members can borrow up to 9 tools for two weeks.");
    const { decisions } = await updatedList(draftedList(old), old, now);
    expect(decisions.map(({ id, was, changes }) => [was, id, ...changes])).toEqual([
      ["Requirement 3", "Requirement 3", "changed"],
      [null, "Requirement 2", "added"],
      ["Requirement 2", null, "removed"],
    ]);
  });

  it("takes a point that grew into several for the same requirement, not for a part of a new one", async () => {
    const grown = [
      "Reminders by email: the system must send a reminder email before a loan ends, in these cases:",
      "   - the caretaker marked the tool as reserved by somebody else",
      "   - the member has returned two earlier loans too late",
      "   - the replacement price lies above 200 euros",
      "   - the shop closes on the final day of the period",
    ].join("\n");
    const [old, now] = [counted(add, remind, search), counted(add, extend, grown, search)];
    const complete = await updatedList(listWith(old, { "1.2": "Complete" }), old, now);
    expect(complete.decisions.map(({ id, was, changes }) => [was, id, ...changes])).toEqual([
      ["Requirement 2", "Requirement 3", "changed", "renumbered"],
      ["Requirement 3", "Requirement 4", "renumbered"],
      [null, "Requirement 2", "added"],
    ]);
    expect(actionsFor(complete, "Requirement 3")).toEqual(["1.2 reference", "1.2 left", "1.4 added"]);
  });

  it("takes another text after an id that the PRD wrote itself for the same requirement", async () => {
    const written = (text: string): string => [...header, `- Requirement 1: ${text}`, ""].join("\n");
    const { decisions } = await updatedList(draftedList(written(add)), written(add), written(remind));
    expect(decisions.map(({ id, changes }) => [id, ...changes])).toEqual([["Requirement 1", "changed"]]);
  });

  it("changes nothing after the PRD ticked them at their ends", async () => {
    const old = counted(add, search, borrow, remind);
    const now = counted(`${add} ✅`, `${search} ✅`, `${borrow} ✅`, remind);
    expect((await updatedList(draftedList(old), old, now)).decisions).toEqual([]);
  });
});

describe("tasks update after boxes of the PRD were ticked", () => {
  const boxed = (...texts: readonly string[]): string => [...header, ...texts, ""].join("\n");
  const old = boxed(`- [ ] ${add}`, `- [ ] ${search}`, `- [ ] ${borrow}`);

  it("changes nothing: what is done is still required", async () => {
    const list = listWith(old, { "1.1": "Complete" });
    const updated = await updatedList(list, old, boxed(`- [x] ${add}`, `- [x] ${search}`, `- [ ] ${borrow}`));
    expect(updated.decisions).toEqual([]);
    expect(updated.text).toBe(list);
  });

  it("adds no task for a requirement that is new and done, and one for a requirement that is open again", async () => {
    const done = boxed(`- [x] ${add}`, `- [ ] ${search}`);
    const updated = await updatedList(
      listWith(done),
      done,
      boxed(`- [ ] ${add}`, `- [ ] ${search}`, `- [x] ${remind}`),
    );
    expect(updated.list.tasks.map(({ number, requirements }) => [number, ...requirements])).toEqual([
      ["1.1", "Requirement 2"],
      ["1.2", "Requirement 1"],
    ]);
  });

  it("changes nothing for the criteria of a story", async () => {
    const story = (first: string, second: string): string =>
      boxed(
        "### FR-1: Borrow a tool",
        "",
        "**Acceptance Criteria:**",
        `- [${first}] A card appears`,
        `- [${second}] A mail is sent`,
      );
    for (const ticked of [story("x", " "), story("x", "x")])
      expect((await updatedList(listWith(story(" ", " ")), story(" ", " "), ticked)).decisions).toEqual([]);
  });
});

describe("tasks update after requirements moved", () => {
  const old = numbered(add, search, borrow);

  it("lines follow a requirement that they mention by its id, in tasks that are not begun", async () => {
    const before = named({ "FR-1": `${borrow} See FR-3.`, "FR-2": `${search} See FR-3.`, "FR-3": add });
    const after = named({
      "FR-1": `${borrow} See FR-4.`,
      "FR-2": `${search} See FR-4.`,
      "FR-3": remind,
      "FR-4": add,
    });
    const list = draftedList(before);
    const begun = readTaskList(list).tasks.find(({ requirements }) => requirements.includes("FR-2"));
    const updated = await updatedList(
      listWith(before, { [begun?.number ?? ""]: "In Progress" }),
      before,
      after,
    );
    const textOf = (id: string): string => {
      const task = updated.list.tasks.find(({ requirements }) => requirements.includes(id));
      return taskText(updated.list, task?.number ?? "");
    };
    expect(textOf("FR-1")).toContain("See FR-4.");
    expect(textOf("FR-1")).not.toContain("FR-3");
    expect(textOf("FR-2")).toContain("See FR-3.");
    expect(updated.decisions.find(({ id }) => id === "FR-1")?.changes).toEqual(["changed"]);
    expect(updated.list.tasks).toHaveLength(4);
  });

  it("a task that states a change quotes the new ids that the requirement mentions, and states no other change", async () => {
    const versionOf = (days: number, id: string, fallback: Record<string, string>): string =>
      named({
        "FR-1": `Members can borrow a tool for ${days} days:\n  - tools as in ${id}\n  - for ${days} days after ${id}`,
        ...fallback,
      });
    const first = versionOf(5, "FR-2", { "FR-2": add });
    const second = versionOf(9, "FR-2", { "FR-2": add });
    const third = versionOf(9, "FR-3", { "FR-2": remind, "FR-3": add });
    const { text } = await updatedList(
      listWith(first, { "1.2": "Complete", "1.1": "Complete" }),
      first,
      second,
    );
    const { list } = await updatedList(text, second, third);
    const change = list.tasks.find(({ title }) => title.startsWith("Apply the change"));
    expect(change?.steps.map((step) => step.text)).toEqual([
      'The PRD said: "Members can borrow a tool for 5 days:"',
      'The PRD said: "for 5 days after FR-2"',
      'It says now: "Members can borrow a tool for 9 days:"',
      'It says now: "for 9 days after FR-3"',
      "Change what was built so that it does what the PRD says now",
    ]);
  });

  it("the criteria of a task that states a change follow a requirement that is ticked as done", async () => {
    const versionOf = (box: string, megabytes: number): string =>
      [...header, "### FR-1: Add a photo", "", `- [${box}] A photo has up to ${megabytes} MB`, ""].join("\n");
    const [first, second, third] = [versionOf(" ", 5), versionOf(" ", 6), versionOf("x", 7)];
    const { text } = await updatedList(listWith(first, { "1.1": "Complete" }), first, second);
    const { list } = await updatedList(text, second, third);
    expect(list.tasks[1]?.steps[1]?.text).toBe('It says now: "A photo has up to 7 MB"');
    expect(list.tasks[1]?.verification.map((one) => one.text)).toEqual(["A photo has up to 7 MB"]);
  });

  it("a requirement inserted at the top renumbers the others and adds one task", async () => {
    const prd = numbered(remind, add, search, borrow);
    const updated = await updatedList(listWith(old, { "1.1": "Complete" }), old, prd);
    expect(updated.list.tasks.map(({ number, requirements }) => [number, ...requirements])).toEqual([
      ["1.1", "Requirement 2"],
      ["1.2", "Requirement 3"],
      ["1.3", "Requirement 4"],
      ["1.4", "Requirement 1"],
    ]);
    expect(updated.decisions.map(({ changes }) => changes.join())).toEqual([
      "renumbered",
      "renumbered",
      "renumbered",
      "added",
    ]);
    expect(faultsWith(updated.text, prd)).toEqual([]);
  });

  it("two requirements that swapped places swap their ids in the list", async () => {
    const updated = await updatedList(listWith(old), old, numbered(add, borrow, search));
    expect(updated.list.tasks.map(({ requirements }) => requirements.join())).toEqual([
      "Requirement 1",
      "Requirement 3",
      "Requirement 2",
    ]);
    expect(updated.decisions.every(({ changes }) => changes.join() === "renumbered")).toBe(true);
  });

  it("new ids for unchanged texts change only the references, also in complete tasks", async () => {
    const before = named({ "FR-1": add, "FR-2": borrow });
    const list = listWith(before, { "1.1": "Complete" });
    const updated = await updatedList(list, before, named({ "LIB-10": add, "LIB-20": borrow }));
    expect(updated.text).toBe(
      list.replace("**Requirements**: FR-1", "**Requirements**: LIB-10").replace("FR-2", "LIB-20"),
    );
  });

  it("an id that occurs in a range and in another entry of a Requirements field is written once", async () => {
    const before = named({ "FR-1": add, "FR-2": borrow, "FR-3": search });
    const after = named({ "LIB-1": add, "LIB-2": borrow, "FR-3": search });
    const list = listWith(before).replace(
      "**Requirements**: FR-2",
      "**Requirements**: FR-3; FR-1 to FR-2, FR-2",
    );
    expect(taskText((await updatedList(list, before, after)).list, "1.2")).toContain(
      "**Requirements**: FR-3, LIB-1, LIB-2\n",
    );
  });

  it("bullets below a Requirements label become one line if an id changes, and keep their other words", async () => {
    const before = named({ "FR-1": add, "FR-2": borrow, "FR-3": search });
    const after = named({ "LIB-1": add, "FR-3": search });
    const list = listWith(before).replace(
      "**Requirements**: FR-2",
      "**Requirements**:\n\n- FR-2\n- **FR-1**: a name, and more (see FR-2, FR-3)\n- FR-3",
    );
    expect(taskText((await updatedList(list, before, after)).list, "1.2")).toContain(
      "**Requirements**: **LIB-1**: a name, and more (see FR-2, FR-3), FR-3\n",
    );
  });

  it("a section that only got another number has its references renumbered, in complete tasks too", async () => {
    const withSections = (...headings: readonly string[]): string =>
      [
        ...numbered(add).split("\n"),
        ...headings.flatMap((text) => [`## ${text}`, "", "- Pages must load in 2 seconds.", ""]),
      ].join("\n");
    const [before, after] = [withSections("3. Performance"), withSections("4. Performance")];
    for (const status of ["Not Started", "Complete"]) {
      const { text, decisions } = await updatedList(listWith(before, { "2.1": status }), before, after);
      expect(text).toContain("**Requirements**: 4. Performance\n");
      expect(text).not.toContain("3. Performance");
      expect(decisions).toEqual([]);
    }
    const twice = await updatedList(
      listWith(before),
      before,
      withSections("4. Performance", "5. Performance"),
    );
    expect(twice.text).toContain("**Requirements**: 3. Performance\n");
  });

  it("renaming or moving an area, or moving a requirement to another area, changes nothing", async () => {
    const before = inAreas({ Catalogue: { "FR-1": add, "FR-2": search }, Loans: { "FR-3": borrow } });
    const list = listWith(before);
    for (const after of [
      { Inventory: { "FR-1": add, "FR-2": search }, Loans: { "FR-3": borrow } },
      { Loans: { "FR-3": borrow }, Catalogue: { "FR-1": add, "FR-2": search } },
      { Catalogue: { "FR-1": add }, Loans: { "FR-3": borrow, "FR-2": search } },
    ])
      expect((await updatedList(list, before, inAreas(after))).text).toBe(list);
  });
});

describe("tasks update after a requirement changed", () => {
  const before = named({ "FR-1": add, "FR-2": borrow, "FR-3": search });
  const ten = borrow.replace("8", "10");
  const after = named({ "FR-1": add, "FR-2": ten, "FR-3": search });

  it("a task that is not started or blocked gets the new text", async () => {
    for (const states of [{}, { "1.2": "Blocked - waiting for the shelves" }]) {
      const list = listWith(before, states);
      const updated = await updatedList(list, before, after);
      expect(updated.text).toBe(listWith(after, states));
      expect(actionsFor(updated, "FR-2")).toEqual(["1.2 updated"]);
    }
  });

  it("a task that is not started gets the new text of a requirement that also got a higher number", async () => {
    const prd = numbered(remind, add, ten);
    const updated = await updatedList(listWith(numbered(add, borrow)), numbered(add, borrow), prd);
    expect(actionsFor(updated, "Requirement 3")).toEqual(["1.2 reference", "1.2 updated"]);
    expect(taskText(updated.list, "1.2")).toContain(`- [ ] ${ten}`);
    expect(updated.text).not.toContain("8 tools");
  });

  it.each(["In Progress", "Complete"])(
    "a task that is %s stays as it is, and a new task states the change",
    async (status) => {
      const list = listWith(before, { "1.2": status });
      const updated = await updatedList(list, before, after);
      const own = updated.list.tasks.find(({ number }) => number === "1.2");
      expect(taskText(updated.list, "1.2")).toContain(`**Status**: ${status}`);
      expect(updated.text.replace(taskText(updated.list, "1.4"), "")).toContain(
        taskText(updated.list, "1.2"),
      );
      expect(own?.steps.map(({ text }) => text)).toEqual([borrow]);
      const change = updated.list.tasks.find(({ number }) => number === "1.4");
      expect(change?.dependencies.resolved).toEqual(["1.2"]);
      expect(change?.requirements).toEqual(["FR-2"]);
      expect(change?.steps.map(({ text }) => text)).toEqual([
        `The PRD said: "${borrow}"`,
        `It says now: "${ten}"`,
        "Change what was built so that it does what the PRD says now",
      ]);
      expect(change?.verification.map(({ text }) => text)).toEqual([
        ten,
        '"up to 10 tools": 10 is within the limit, 11 is not',
      ]);
      expect(faultsWith(updated.text, after)).toEqual([]);
    },
  );

  it("every line that came from the requirement is replaced, even if the text was completely reworded", async () => {
    const other = "Lending is counted per household and month.";
    const reworded = named({ "FR-1": add, "FR-2": other, "FR-3": search });
    const updated = await updatedList(listWith(before), before, reworded);
    expect(taskText(updated.list, "1.2")).toBe(
      taskText((await updatedList(listWith(reworded), reworded, reworded)).list, "1.2"),
    );
    expect(actionsFor(updated, "FR-2")).toEqual(["1.2 updated"]);
  });

  it("a requirement that is about another story now leaves the task of its old story as it is", async () => {
    const withStories = (text: string): string =>
      [
        ...["# PRD: Greenhouse", "", "## User Stories", ""],
        ...[
          "### US-001: Schedule the watering pump",
          "",
          "**Acceptance Criteria:**",
          "- The pump starts",
          "",
        ],
        ...["### US-002: Send frost alarms", "", "**Acceptance Criteria:**", "- An alarm arrives", ""],
        ...["## Functional Requirements", "", `- FR-1: ${text}`, ""],
      ].join("\n");
    const base = withStories("The watering pump must follow a schedule");
    const list = listWith(base);
    expect(readTaskList(list).tasks[0]?.requirements).toEqual(["US-001", "FR-1"]);
    const updated = await updatedList(list, base, withStories("Frost alarms must be sent"));
    expect(actionsFor(updated, "FR-1")).toEqual(["1.1 left"]);
    expect(taskText(updated.list, "1.1")).toBe(taskText(readTaskList(list), "1.1"));
  });

  it("lines that were edited by hand stay and are listed", async () => {
    const list = listWith(before)
      .replace(`- [ ] ${borrow}`, "- [ ] The ninth tool is refused with 409")
      .replace(`1. ${borrow}`, `1. Count open loans\n   - per member\n2. ${borrow}`);
    const updated = await updatedList(list, before, after);
    expect(taskText(updated.list, "1.2")).toContain(`1. Count open loans\n   - per member\n2. ${ten}`);
    expect(taskText(updated.list, "1.2")).toContain("- [ ] The ninth tool is refused with 409");
    expect(updated.decisions.flatMap(({ tasks }) => tasks.flatMap(({ rewritten }) => rewritten))).toEqual([
      "The ninth tool is refused with 409",
    ]);
  });

  it("a change of case, quotes or final punctuation has no effect", async () => {
    const same = named({ "FR-1": add, "FR-2": borrow.replace(/\.$/, ""), "FR-3": search });
    const updated = await updatedList(listWith(before), before, same);
    expect([updated.text, updated.decisions]).toEqual([listWith(before), []]);
  });

  it("a requirement that only mentions another one by its new id is not reported as changed", async () => {
    const old = numbered(add, borrow, `${remind} See Requirement 2.`);
    const now = numbered(extend, add, borrow, `${remind} See Requirement 3.`);
    const updated = await updatedList(listWith(old, { "1.3": "Complete" }), old, now);
    expect(updated.decisions.map(({ changes }) => changes.join())).toEqual([
      "renumbered",
      "renumbered",
      "renumbered",
      "added",
    ]);
  });

  it("a task that states a change gets the PRD's text after another change, and is removed if the change is reverted", async () => {
    const list = listWith(before, { "1.2": "Complete" });
    const twelve = named({ "FR-1": add, "FR-2": borrow.replace("8", "12"), "FR-3": search });
    const first = await updatedList(list, before, after);
    const second = await updatedList(first.text, after, twelve);
    expect(second.list.tasks.find(({ number }) => number === "1.4")?.steps.map(({ text }) => text)).toEqual([
      `The PRD said: "${borrow}"`,
      `It says now: "${borrow.replace("8", "12")}"`,
      "Change what was built so that it does what the PRD says now",
    ]);
    expect(second.list.tasks).toHaveLength(4);
    const reverted = await updatedList(second.text, twelve, before);
    expect(reverted.list.tasks.map(({ number }) => number)).toEqual(["1.1", "1.2", "1.3"]);
  });

  it("a point that only moved to another requirement is not called gone", async () => {
    const point = "The due date is shown.";
    const [old, now] = [
      named({ "FR-1": add, "FR-2": `${borrow}\n  - ${point}`, "FR-3": search }),
      named({ "FR-1": add, "FR-2": borrow, "FR-3": `${search}\n  - ${point}` }),
    ];
    const updated = await updatedList(listWith(old, { "1.2": "Complete" }), old, now);
    expect(updated.text).not.toContain("The PRD said:");
    expect(actionsFor(updated, "FR-2")).toEqual(["1.2 left"]);
    expect(actionsFor(updated, "FR-3")).toEqual(["1.3 updated"]);
  });

  it("a point below a lead-in is gone even if another requirement gets the same words", async () => {
    const formats = (lead: string, ...points: readonly string[]): string => [lead, ...points].join("\n  - ");
    const [old, now] = [
      named({ "FR-1": add, "FR-2": formats("Loans can be exported as:", "CSV", "PDF") }),
      named({
        "FR-1": add,
        "FR-2": formats("Loans can be exported as:", "PDF"),
        "FR-3": formats("Loans can be imported as:", "CSV", "JSON"),
      }),
    ];
    const updated = await updatedList(listWith(old, { "1.2": "Complete" }), old, now);
    expect(updated.text).toContain('The PRD said: "CSV"');
  });

  it("a task that names one requirement and is the only one to mention another is listed for both", async () => {
    const step = `${add} As in FR-2.`;
    const list = listWith(named({ "FR-1": add })).replace(`1. ${add}`, `1. ${step}`);
    const [old, now] = [named({ "FR-1": add, "FR-2": borrow }), named({ "FR-1": add, "FR-2": ten })];
    const updated = await updatedList(list, old, now);
    expect(updated.text).toBe(list);
    expect(updated.decisions.map(({ id, tasks }) => [id, tasks[0]?.action, tasks[0]?.rewritten])).toEqual([
      ["FR-2", "left", [step]],
    ]);
  });

  it("a task that was written by hand stays as it is, and its lines are listed", async () => {
    const list = listWith(before)
      .replaceAll(borrow, "Refuse a ninth loan")
      .replace(/- \[ \] "up to 8 tools".*/, "- [ ] The eighth loan is stored")
      .replace(/Task 1\.2: .*/, "Task 1.2: Loans");
    const updated = await updatedList(list, before, after);
    expect(taskText(updated.list, "1.2")).toContain("Refuse a ninth loan");
    expect(actionsFor(updated, "FR-2")).toEqual(["1.2 left"]);
    expect(updated.decisions[0]?.tasks[0]?.rewritten).toEqual([
      "Loans",
      "Refuse a ninth loan",
      "The eighth loan is stored",
    ]);
  });
});

describe("tasks update after a requirement was removed", () => {
  const before = named({ "FR-1": add, "FR-2": borrow, "FR-3": search });
  const after = named({ "FR-1": add, "FR-3": search });

  it("a task that is not started is removed, as by tasks remove", async () => {
    const updated = await updatedList(listWith(before), before, after);
    expect(updated.list.tasks.map(({ number }) => number)).toEqual(["1.1", "1.3"]);
    expect(updated.text).toMatch(
      /## Changes\n\n- \d{4}-\d\d-\d\d: removed Task 1\.2 ".*" - the PRD no longer requires it\n$/,
    );
    expect(faultsWith(updated.text, after)).toEqual([]);
  });

  it("all tasks that go are removed in one edit, which a long list needs", () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`FR-${index + 4}`, `${borrow} It is rule ${index}.`]),
    );
    const long = named({ "FR-1": add, "FR-3": search, ...many });
    const list = readTaskList(listWith(long));
    const plans = planUpdate(list, compare(prdOf(long), prdOf(after)));
    const removals: Plan[] = [];
    for (let step = plans.next(list); !step.done; step = plans.next(list))
      if (step.value.removed?.length) removals.push(step.value);
    expect(removals.map(({ removed, notes }) => [removed?.length, notes?.length])).toEqual([[60, 60]]);
    const [one = new Map()] = list.tasks.map((task) => new Map([[task, undefined]]));
    expect(removals.map((plan) => editsOf(plan).length)).toEqual([editsOf(removal(one)).length]);
  });

  it("a task that carries other requirements only loses the reference", async () => {
    const list = listWith(before).replace(
      "**Requirements**: FR-2",
      "**Requirements**: FR-2, FR-1 (the name)",
    );
    const updated = await updatedList(list, before, after);
    expect(updated.text).toBe(list.replace("FR-2, FR-1 (the name)", "FR-1 (the name)"));
  });

  it("a task that was drafted for several requirements loses the lines of the one that was removed", async () => {
    const fields = ["Name (text, required)", "Address (text, optional)", "Telephone (text, optional)"];
    const record = (...texts: readonly string[]): string =>
      [
        ...header,
        "Each record must contain the following fields:",
        "",
        ...texts.map((text) => `- **FR-3.${fields.indexOf(text) + 1}:** ${text}`),
        "",
      ].join("\n");
    const [old, now] = [record(...fields), record(fields[0] ?? "", fields[2] ?? "")];
    const list = listWith(old);
    expect(readTaskList(list).tasks.map(({ requirements }) => requirements)).toEqual([
      ["FR-3.1", "FR-3.2", "FR-3.3"],
    ]);
    const updated = await updatedList(list, old, now);
    expect(updated.text).toBe(listWith(now));
    expect(actionsFor(updated, "FR-3.2")).toEqual(["1.1 reference", "1.1 updated"]);
  });

  it("a task whose Requirements field also names a section stays", async () => {
    const list = listWith(before).replace(
      "**Requirements**: FR-2",
      "**Requirements**: FR-2, Technical Considerations",
    );
    expect((await updatedList(list, before, after)).text).toContain(
      "**Requirements**: Technical Considerations\n",
    );
  });

  it("a task in progress is blocked with the reason and does not change otherwise", async () => {
    const list = listWith(before, { "1.2": "In Progress" });
    const updated = await updatedList(list, before, after);
    expect(taskText(updated.list, "1.2").replace(/\*\*Status\*\*: .*/, "**Status**: In Progress")).toBe(
      list.slice(list.indexOf("### Task 1.2"), list.indexOf("\n\n---\n\n### Task 1.3")),
    );
    expect(updated.list.tasks[1]?.status.blockedReason).toContain(borrow);
  });

  it("a complete task is followed by a new task that removes what it built", async () => {
    const updated = await updatedList(listWith(before, { "1.2": "Complete" }), before, after);
    expect(updated.list.tasks.map(({ number }) => number)).toEqual(["1.1", "1.2", "1.3", "1.4"]);
    expect(taskText(updated.list, "1.4")).toContain("**Dependencies**: 1.2\n");
    expect(taskText(updated.list, "1.4")).toContain(`No longer in the PRD: "${borrow}"`);
    expect(faultsWith(updated.text, after)).toEqual([]);
  });

  it("a task that removes what was built names each point of the requirement, but not what moved elsewhere", async () => {
    const points = ["Keeps the last ten loans", "Shows the due date"];
    const lend = "The system must do this for each loan:";
    const old = named({ "FR-1": add, "FR-2": [lend, ...points].join("\n  - ") });
    const list = listWith(old, { "1.2": "Complete" });
    const quotes = async (now: string): Promise<readonly string[]> =>
      (await updatedList(list, old, now)).list.tasks
        .filter(({ title }) => title.startsWith("Take out:"))
        .flatMap(({ steps, verification }) => [...steps, ...verification].map(({ text }) => text));
    const last = "Take out what was built for it, and keep what other requirements use";
    expect(await quotes(named({ "FR-1": add }))).toEqual([
      ...points.map((point) => `No longer in the PRD: "${point}"`),
      last,
      ...points.map((point) => `The product no longer does this: "${point}"`),
    ]);
    expect(await quotes(named({ "FR-1": `${add}\n  - ${points[1]}` }))).toEqual([
      `No longer in the PRD: "${points[0]}"`,
      last,
      `The product no longer does this: "${points[0]}"`,
    ]);
  });

  it("a task that an update blocked stays when its id returns for another requirement, which gets its own task", async () => {
    const blocked = await updatedList(listWith(before, { "1.2": "In Progress" }), before, after);
    const reused = named({ "FR-1": add, "FR-2": remind, "FR-3": search });
    const updated = await updatedList(blocked.text, after, reused);
    expect(taskText(updated.list, "1.2")).toBe(taskText(blocked.list, "1.2"));
    expect(actionsFor(updated, "FR-2")).toEqual(["1.4 added"]);
  });

  it("a complete task loses the reference if another requirement has the number now", async () => {
    const [old, now] = [numbered(add, borrow, search), numbered(add, search)];
    const updated = await updatedList(listWith(old, { "1.2": "Complete" }), old, now);
    expect(updated.list.tasks.map(({ requirements }) => requirements.join())).toEqual([
      "Requirement 1",
      "",
      "Requirement 2",
      "",
    ]);
  });

  it("a requirement that became a non-goal counts as removed", async () => {
    const now = named({ "FR-1": add, "FR-3": search }, ["## Non-Goals", "", `- ${borrow}`, ""]);
    expect((await updatedList(listWith(before), before, now)).list.tasks).toHaveLength(2);
  });

  it("a requirement that became optional loses its task only if that is not started", async () => {
    const now = named({ "FR-1": add, "FR-2": `${borrow} (optional)`, "FR-3": search });
    expect((await updatedList(listWith(before), before, now)).list.tasks).toHaveLength(2);
    const list = listWith(before, { "1.2": "In Progress" });
    const updated = await updatedList(list, before, now);
    expect(updated.text).toBe(list);
    expect(actionsFor(updated, "FR-2")).toEqual(["1.2 left"]);
  });

  it("a task keeps its title and lines if one of its requirements became optional", async () => {
    const now = named({ "FR-1": add, "FR-2": `${borrow} (optional)`, "FR-3": search });
    const list = listWith(before).replace("**Requirements**: FR-2", "**Requirements**: FR-2, FR-3");
    const updated = await updatedList(list, before, now);
    expect(updated.text).toBe(list);
    expect(updated.decisions.flatMap(({ tasks }) => tasks)).toEqual([
      expect.objectContaining({ number: "1.2", action: "left", rewritten: [] }),
    ]);
  });

  it("a task in progress that only mentions the requirement is blocked only if no task carries it", async () => {
    const speaks = listWith(before, { "1.3": "In Progress" }).replace(
      `1. ${search}`,
      `1. As in FR-2: ${search}`,
    );
    const named = await updatedList(speaks, before, after);
    expect(named.list.tasks.find(({ number }) => number === "1.3")?.status.value).toBe("In Progress");
    const bare = speaks.replaceAll(/\*\*Requirements\*\*: .*\n/g, "");
    const spoken = await updatedList(bare, before, after);
    expect(spoken.list.tasks.find(({ number }) => number === "1.3")?.status.value).toBe("Blocked");
  });

  it("a requirement that is added again gets its tasks back unchanged", async () => {
    for (const status of ["Complete", "In Progress"]) {
      const list = listWith(before, { "1.2": status });
      const gone = await updatedList(list, before, after);
      const back = await updatedList(gone.text, after, before);
      expect(back.list.tasks.map(({ number }) => taskText(back.list, number))).toEqual(
        (await updatedList(list, before, before)).list.tasks.map(({ number }, _, tasks) =>
          taskText({ source: list, tasks } as never, number),
        ),
      );
    }
  });
});

describe("tasks update after requirements were split or merged", () => {
  const both = "Members can borrow up to 8 tools, and extend a loan once from their profile page.";

  it("the complete task of a split requirement carries both parts, and no task is added", async () => {
    const [old, now] = [
      numbered(add, both, search),
      numbered(add, "Members can borrow up to 8 tools.", extend, search),
    ];
    const updated = await updatedList(listWith(old, { "1.2": "Complete" }), old, now);
    expect(updated.list.tasks.map(({ requirements }) => requirements.join(" + "))).toEqual([
      "Requirement 1",
      "Requirement 2 + Requirement 3",
      "Requirement 4",
    ]);
    expect(faultsWith(updated.text, now)).toEqual([]);
  });

  it("a split requirement that is not started gets two tasks", async () => {
    const [old, now] = [
      numbered(add, both, search),
      numbered(add, "Members can borrow up to 8 tools.", extend, search),
    ];
    const updated = await updatedList(listWith(old), old, now);
    expect(updated.list.tasks.map(({ requirements }) => requirements.join(" + "))).toEqual([
      "Requirement 1",
      "Requirement 2",
      "Requirement 4",
      "Requirement 3",
    ]);
    expect(updated.text).not.toContain(both);
  });

  it("merged requirements keep a complete task, and share one task if they are not started", async () => {
    const [old, now] = [
      numbered(add, "Members can borrow up to 8 tools.", extend, search),
      numbered(add, both, search),
    ];
    const open = await updatedList(listWith(old), old, now);
    expect(open.list.tasks.map(({ number }) => number)).toEqual(["1.1", "1.2", "1.4"]);
    const built = await updatedList(listWith(old, { "1.3": "Complete" }), old, now);
    expect(taskText(built.list, "1.3")).toContain("**Requirements**: Requirement 2");
    expect(built.list.tasks).toHaveLength(4);
    expect(faultsWith(built.text, now)).toEqual([]);
  });
});

describe("tasks update after a requirement was added", () => {
  it("the new task comes at the end of its area's phase, after the tasks that it depends on", async () => {
    const before = inAreas({ Catalogue: { "FR-1": add }, Loans: { "FR-2": borrow } });
    const after = inAreas({
      Catalogue: { "FR-1": add, "FR-3": search },
      Loans: { "FR-2": borrow, "FR-4": `${extend} It builds on FR-2.` },
      Reports: { "FR-5": "The system must show how often each tool was lent." },
    });
    const updated = await updatedList(listWith(before), before, after);
    expect(updated.list.tasks.map(({ number, requirements }) => `${number} ${requirements}`)).toEqual([
      "1.1 FR-1",
      "1.2 FR-3",
      "2.1 FR-2",
      "2.2 FR-4",
      "3.1 FR-5",
    ]);
    expect(updated.list.phases.map(({ title }) => title)).toEqual(["Catalogue", "Loans", "Reports"]);
    expect(updated.list.tasks[3]?.dependencies.resolved).toContain("2.1");
    expect(faultsWith(updated.text, after)).toEqual([]);
  });

  it("a new task comes after its dependencies where the phases are not in the order of their numbers", async () => {
    const before = inAreas({ Catalogue: { "FR-1": add }, Loans: { "FR-2": borrow } });
    const after = inAreas({
      Catalogue: { "FR-1": add },
      Loans: { "FR-2": borrow, "FR-3": `${extend} It builds on FR-1.` },
    });
    const [header = "", first = "", second = ""] = listWith(before)
      .replace("**Dependencies**: 1.1", "**Dependencies**: None")
      .trimEnd()
      .split(/\n\n---\n\n(?=## Phase)/);
    const updated = await updatedList(`${[header, second, first].join("\n\n---\n\n")}\n`, before, after);
    expect(updated.list.tasks.map(({ number }) => number)).toEqual(["2.1", "1.1", "1.2"]);
    expect(updated.list.tasks[2]?.dependencies.resolved).toEqual(["1.1"]);
    expect(faultsWith(updated.text, after)).toEqual([]);
  });

  it("a task whose Requirements field was deleted is found by its title, and follows its requirement", async () => {
    const before = named({ "FR-1": add, "FR-2": borrow });
    const ten = borrow.replace("8", "10");
    const after = named({ "FR-1": add, "FR-2": ten });
    const list = listWith(before).replaceAll(/\*\*Requirements\*\*.*\n/g, "");
    const updated = await updatedList(list, before, after);
    expect(updated.list.tasks.map(({ number, requirements }) => [number, ...requirements])).toEqual([
      ["1.1", "FR-1"],
      ["1.2", "FR-2"],
    ]);
    expect(updated.list.tasks[1]?.steps.map(({ text }) => text)).toEqual([ten]);
    expect(actionsFor(updated, "FR-1")).toEqual(["1.1 named"]);
    expect(actionsFor(updated, "FR-2")).toEqual(["1.2 named", "1.2 updated"]);
  });

  it("a task that was added by hand under the title of a new requirement's task names it, and gets no double", async () => {
    const before = named({ "FR-1": add });
    const list = listWith(named({ "FR-1": add, "FR-2": borrow })).replace(/\*\*Requirements\*\*: FR-2\n/, "");
    const updated = await updatedList(list, before, named({ "FR-1": add, "FR-2": borrow }));
    expect(updated.list.tasks.map(({ requirements }) => requirements)).toEqual([["FR-1"], ["FR-2"]]);
    expect(actionsFor(updated, "FR-2")).toEqual(["1.2 named"]);
  });

  it("a task without a Requirements field stays if the requirement that gave its title is removed", async () => {
    const list = listWith(named({ "FR-1": add, "FR-2": borrow })).replace(/\*\*Requirements\*\*: FR-2\n/, "");
    const updated = await updatedList(list, named({ "FR-1": add, "FR-2": borrow }), named({ "FR-1": add }));
    expect(updated.text).toBe(list);
    expect(updated.decisions.map(({ tasks }) => tasks)).toEqual([[]]);
  });

  it("a requirement whose work was taken out gets a new task, although the old one has its title", async () => {
    const both = named({ "FR-1": add, "FR-2": borrow });
    const list = listWith(both, { "1.2": "Complete" });
    const without = (await updatedList(list, both, named({ "FR-1": add }))).text;
    const done = without
      .replace(/(### Task 1\.3:.*\n\n)/, "$1**Status**: Complete\n")
      .replace(/- \[ \] The product no longer/, "- [x] The product no longer")
      .replace(/\*\*Requirements\*\*: FR-2\n/, "");
    const updated = await updatedList(done, named({ "FR-1": add }), both);
    expect(actionsFor(updated, "FR-2")).toEqual(["1.4 added"]);
  });

  it("all new tasks are written in one edit, which a long list needs", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`FR-${index + 2}`, `${borrow} It is rule ${index}.`]),
    );
    const [before, after] = [prdOf(named({ "FR-1": add })), prdOf(named({ "FR-1": add, ...many }))];
    const list = readTaskList(listWith(named({ "FR-1": add })));
    const plans = planUpdate(list, compare(before, after));
    const added: number[] = [];
    for (let step = plans.next(list); !step.done; step = plans.next(list))
      added.push(step.value.added?.length ?? 0);
    expect(added.filter((count) => count > 0)).toEqual([60]);
  });

  it("a list with a number that two tasks have is refused, with the lines of both", async () => {
    const before = named({ "FR-1": add, "FR-2": borrow });
    const list = listWith(before).replace("### Task 1.2:", "### Task 1.1:");
    const lines = list
      .split("\n")
      .flatMap((line, index) => (line.startsWith("### Task 1.1:") ? [index + 1] : []));
    await expect(
      updatedList(list, before, named({ "FR-1": add, "FR-2": borrow, "FR-3": search })),
    ).rejects.toThrow(`Task 1.1 is defined twice, on lines ${lines.join(" and ")}. Renumber one of them.`);
  });

  it("a requirement that a task in the list already carries gets no second task", async () => {
    const [before, after] = [named({ "FR-1": add }), named({ "FR-1": add, "FR-2": borrow })];
    const own =
      "\n---\n\n### Task 1.2: Loans\n\n**Complexity**: Low\n**Dependencies**: 1.1\n**Requirements**: FR-2\n\n**Steps**:\n\n1. Lend\n\n**Verification**:\n\n- [ ] A ninth loan is refused\n";
    const list = listWith(before) + own;
    const updated = await updatedList(list, before, after);
    expect(updated.text).toBe(list);
    expect(actionsFor(updated, "FR-2")).toEqual(["1.2 carries"]);
  });
});

describe("tasks update after the PRD was replaced by another", () => {
  const before = named({ "FR-1": add, "FR-2": borrow, "FR-3": search });
  const after = [
    "# PRD: Ferry Timetable",
    "",
    "## Functional Requirements",
    "",
    "- **FT-1**: Passengers can see the departures of today from each pier.",
    "- **FT-2**: Harbour staff can mark a departure as cancelled.",
    "",
  ].join("\n");

  it("complete tasks get a removal task, started ones are blocked, the rest is replaced by new tasks", async () => {
    const list = listWith(before, { "1.1": "Complete", "1.2": "In Progress" });
    const updated = await updatedList(list, before, after);
    expect(faultsWith(updated.text, after)).toEqual([]);
    expect(updated.list.tasks.map(({ number, status }) => [number, status.value])).toEqual([
      ["1.1", "Complete"],
      ["1.2", "Blocked"],
      ["1.4", "Not Started"],
      ["1.5", "Not Started"],
      ["1.6", "Not Started"],
    ]);
    expect(updated.decisions.map(({ changes }) => changes.join()).toSorted()).toEqual([
      "added",
      "added",
      "removed",
      "removed",
      "removed",
    ]);
    expect(updated.text).toContain(`No longer in the PRD: "${add}"`);
    expect(taskText(updated.list, "1.1")).toBe(taskText(readTaskList(list), "1.1"));
  });
});
