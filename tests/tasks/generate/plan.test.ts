import { describe, expect, it } from "vitest";
import { planWork } from "../../../src/tasks/generate/plan-work.ts";
import { readPrd } from "../../../src/tasks/generate/prd/read-prd.ts";

const plan = (...lines: string[]) =>
  planWork(readPrd(["# PRD: X", "", "## Functional Requirements", "", ...lines].join("\n"), "x.md"));
const tasksOf = (...lines: string[]) => plan(...lines).flatMap(({ tasks }) => tasks);
const titles = (...lines: string[]) => tasksOf(...lines).map(({ title }) => title);

describe("one deliverable a task", () => {
  it("parts a list of orders that has no subject of its own", () => {
    const points = ["- View their profile", "- Edit their name", "- Export their data"];
    expect(titles("**FR-1**: Users must be able to:", "", ...points).toSorted()).toEqual([
      "Let users edit their name",
      "Let users export their data",
      "Let users view their profile",
    ]);
    expect(
      titles(
        "**FR-1**: The system must implement:",
        "",
        "- HTTPS for all communication",
        "- CSRF protection on all forms",
      ),
    ).toEqual(["Implement HTTPS for all communication", "Implement CSRF protection on all forms"]);
  });

  it("parts a sentence of three deeds and more", () => {
    expect(titles("1. Admins can create, update, and delete products").toSorted()).toEqual([
      "Let admins create products",
      "Let admins delete products",
      "Let admins update products",
    ]);
    expect(titles("1. Admins can edit and update products")).toEqual(["Let admins edit and update products"]);
  });

  it("keeps apart what differs in a figure alone", () => {
    const both = [
      "- FR-1: Staff must be able to create invoices in region 1",
      "- FR-2: Staff must be able to create invoices in region 2",
    ];
    expect(titles(...both)).toEqual([
      "Let staff create invoices in region 1",
      "Let staff create invoices in region 2",
    ]);
  });

  it("takes no bare name for a criterion where something can be checked", () => {
    const [task] = tasksOf("1. Notifications", "   - Remind 15 minutes before an event");
    expect(task?.verification).not.toContain("Notifications");
  });

  it("names the requirement in each part", () => {
    const tasks = tasksOf("**FR-7**: Users can:", "", "- Add a loan", "- Return a loan");
    expect(tasks.map(({ requirements }) => requirements)).toEqual([["FR-7"], ["FR-7"]]);
  });

  it("leaves together what is one thing: a flow with its steps, and one verb with its objects", () => {
    expect(
      titles("**FR-1**: The reset flow must:", "", "- Require an address", "- Send a link"),
    ).toHaveLength(1);
    expect(titles("**FR-1**: The system must support:", "", "- JPG", "- PNG")).toHaveLength(1);
  });

  it("tells tasks of the same title apart", () => {
    const lines = [
      "### Orders",
      "1. The system must sort by date",
      "",
      "### Loans",
      "2. The system must sort by date",
    ];
    expect(titles(...lines)).toEqual(["Sort by date", "Sort by date (Loans)"]);
  });
});

describe("an endpoint's task", () => {
  const prd = [
    "### Registration",
    "**FR-1**: Users must be able to register with an email and a password (min 8 characters).",
    "",
    "### Orders",
    "**FR-2**: Users must be able to place orders.",
    "**FR-3**: The page must display all orders of the user.",
    "",
    "## API",
    "```",
    "POST /api/auth/register",
    "POST /api/orders",
    "GET /api/orders",
    "DELETE /api/orders/:id",
    "```",
  ];
  const byTitle = (title: string) => {
    const phases = plan(...prd);
    const phase = phases.find(({ tasks }) => tasks.some((task) => task.title.startsWith(title)));
    return { phase, task: phase?.tasks.find((task) => task.title.startsWith(title)) };
  };

  it("stands with the requirement that its path speaks of, and after it", () => {
    const { phase, task } = byTitle("Create POST /api/auth/register");
    expect(phase?.title).toBe("Registration");
    expect(task).toMatchObject({ requirements: ["FR-1"], dependencies: ["1.1"] });
  });

  it("is checked by what such a route answers, and by the requirement's limits", () => {
    expect(byTitle("Create POST /api/auth/register").task?.verification).toEqual([
      "POST /api/auth/register returns 201",
      "POST /api/auth/register with a missing or wrong field returns 400",
      "POST /api/auth/register with an address that is already registered returns 409",
      "POST /api/auth/register with a password shorter than 8 characters returns 400",
    ]);
  });

  it("comes after the one that makes what it handles, and before the screen that calls it", () => {
    const post = byTitle("Create POST /api/orders").task?.number;
    const get = byTitle("Create GET /api/orders").task;
    expect(byTitle("Create DELETE").task?.dependencies).toContain(post);
    expect(get?.dependencies).toContain(post);
    expect(byTitle("Make the page display").task?.dependencies).toContain(get?.number);
  });
});

describe("what a task depends on", () => {
  const needsOf = (...lines: string[]) =>
    tasksOf(...lines).map(({ title, dependencies }) => [title, dependencies]);

  it("is what makes the thing it handles, in another area too", () => {
    expect(
      needsOf(
        "### Ordering",
        "1. The system must allow customers to order a loaf",
        "### Counter",
        "2. The system must show all orders of the day",
      ),
    ).toEqual([
      ["Let customers order a loaf", []],
      ["Show all orders of the day", ["1.1"]],
    ]);
  });

  it("is what happens before, where a requirement says when", () => {
    expect(
      needsOf(
        "### Accounts",
        "1. The system must allow people to sign up with an email",
        "### Mail",
        "2. The system must send a welcome mail after registration",
      ).at(-1),
    ).toEqual(["Send a welcome mail after registration", ["1.1"]]);
  });

  it("is what a rule is a rule of", () => {
    expect(
      needsOf(
        "### Streaks",
        "1. The system must let users create habits",
        "2. The system must calculate the streak of each habit",
        "3. The system must reset streaks when a day is missed",
      ).at(-1),
    ).toEqual(["Reset streaks when a day is missed", ["1.2"]]);
  });
});
