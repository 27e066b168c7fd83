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

  it("builds a point with points of its own by itself, below a name", () => {
    const lines = [
      "- REQ-2 Delivery",
      "  - Send the event as JSON",
      "  - Signature header with HMAC",
      "    - computed over the raw body",
      "    - compared in constant time",
    ];
    const tasks = tasksOf(...lines);
    expect(tasks.map(({ title, requirements }) => [title, requirements])).toEqual([
      ["Implement delivery", ["REQ-2"]],
      ["Implement the signature header with HMAC", ["REQ-2"]],
    ]);
  });

  it("says what a statement comes down to", () => {
    expect(
      titles(
        "- FR-1: Each species has a default interval",
        "- FR-2: A dashboard shows the open tickets",
        "- FR-3: Doctors see their patients",
        "- FR-4: Reads from standard input",
        "- FR-5: When a ticket is closed, the customer gets a mail",
      ).toSorted(),
    ).toEqual([
      "Add a dashboard that shows the open tickets",
      "Give each species a default interval",
      "Let doctors see their patients",
      "Read from standard input",
      "Send the customer a mail when a ticket is closed",
    ]);
  });

  it("checks each kind of work by what it does, instead of by one sentence for all", () => {
    const tasks = tasksOf(
      "- FR-1: Skip blank lines",
      "- FR-2: Scan the barcode of a parcel",
      "- FR-3: Members can borrow a tool",
    );
    const usual = tasks.map(({ verification }) => verification.at(-1));
    expect(usual).toEqual([
      "Tests with known input show which blank lines are skipped and which are not, the borderline case included",
      "Tests of scanning the barcode of a parcel cover the usual case, an empty one and a failure",
      "Of two people who ask at the same moment for the same tool, one gets a message and nothing is stored for them",
    ]);
  });

  it("tells the steps of long prose one by one", () => {
    const prose = [
      "- FR-1: Managers must see a weekly report.",
      "The system must list the number of tickets closed by each agent and the median time to the first answer.",
      "The system must send it to all managers on Monday morning.",
      "The system must keep every report for two years so that trends can be compared over a longer time than a quarter.",
    ];
    const [task] = tasksOf(prose.join(" "));
    expect(task?.steps.slice(0, 4)).toEqual([
      "Let managers see a weekly report",
      "List the number of tickets closed by each agent and the median time to the first answer",
      "Send it to all managers on Monday morning",
      "Keep every report for two years so that trends can be compared over a longer time than a quarter",
    ]);
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

describe("an endpoint's task", () => {
  const routes = (...lines: string[]) =>
    planWork(readPrd(["# API", "", "## Endpoints", "", ...lines].join("\n"), "x.md")).flatMap(
      ({ tasks }) => tasks,
    );

  it("is checked by the PRD's own refusals, and by the success that goes without saying", () => {
    const [task] = routes("### POST /auth/login", "Body: `{ email }`", "- 401 if the password is wrong");
    expect(task?.verification).toEqual([
      "POST /auth/login with the right credentials returns 200",
      "POST /auth/login returns 401 if the password is wrong",
    ]);
    expect(task?.steps).toContain("Body: `{ email }`");
  });

  it("upgrades a connection where its path is a socket's", () => {
    const [task] = routes("- `GET /ws`");
    expect(task?.verification[0]).toBe("GET /ws with the headers of a WebSocket upgrade returns 101");
  });

  it("serves the requirement that its purpose speaks of, before one that only shares a word of its path", () => {
    const tasks = tasksOf(
      "- CAL-1: Clinicians can colour their appointment types",
      "- BOOK-1: Patients can book a slot",
      "",
      "## API",
      "| Method | Path | Purpose |",
      "|---|---|---|",
      "| POST | /appointments | Book a slot |",
    );
    expect(tasks.find(({ path }) => path === "/appointments")?.requirements).toEqual(["BOOK-1"]);
  });
});

describe("qualities of the whole", () => {
  it("become work also under a heading that says no more than that they are", () => {
    const tasks = tasksOf(
      "1. Save",
      "",
      "## Non-functional requirements",
      "- p95 below 150 ms",
      "- All times in UTC",
    );
    expect(tasks.find(({ deliverable }) => deliverable === "quality")).toMatchObject({
      title: "Meet the quality targets",
      verification: ["p95 below 150 ms", "All times in UTC"],
    });
  });
});

describe("the place of a file", () => {
  it("has the server's ending where the front end is in another language", () => {
    const tasks = tasksOf(
      "- FR-1: Calculate the price",
      "- FR-2: Show the price page",
      "",
      "## Technical considerations",
      "- FastAPI behind, Vue in front",
    );
    expect(tasks.flatMap(({ files }) => files.map((file) => /\.\w+$/.exec(file)?.[0]))).toEqual([
      ".py",
      ".vue",
    ]);
  });
});
