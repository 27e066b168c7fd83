import { expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const modelOf = (source: string) => readPrdModel(`# Shop\n\n${source}\n`, "shop.md");
const tasksOf = (source: string) => draftTasks(modelOf(source)).flatMap((phase) => phase.tasks);

it("reads what a feature does, why and how as one requirement", () => {
  const [cart, ...others] = tasksOf(
    "## Core Features\n\n### 1. Cart Storage\n\n- **What it does:** Keeps items for a week\n- **Why it's important:** People forget\n- **How it works:** A cookie holds the cart",
  );
  expect(others).toEqual([]);
  expect([cart?.title, cart?.steps]).toEqual([
    "Implement Cart Storage",
    ["Keeps items for a week", "How it works: A cookie holds the cart"],
  ]);
});

it("reads a story of several lines as one sentence", () => {
  const story = (lines: readonly string[], end: string) =>
    tasksOf(`## Requirements\n\n### FR-1: Cart\n\n${lines.join(end)}\n\n- Items are kept`)[0]?.steps[0];
  expect(story(["**As a** buyer", "**I want** a cart", "**so that** I can wait"], "\n")).toBe(
    "As a buyer I want a cart so that I can wait",
  );
  expect(story(["As a buyer", "I want a cart"], "  \n")).toBe("As a buyer I want a cart");
  expect(story(["**Como** comprador,", "**Quiero** un carrito,", "**Para** esperar."], "  \n")).toBe(
    "Como comprador, Quiero un carrito, Para esperar.",
  );
  expect(story(["Carts are kept for a week.", "Orders are sent."], "  \n")).toBe(
    "Carts are kept for a week.",
  );
});

it("makes no ability of what a buyer wants to have", () => {
  const [task] = tasksOf(
    "## Requirements\n\n### FR-1: Cart\n\nAs a buyer\nI want a cart\nso that I can wait\n\n- Items are kept",
  );
  expect(task?.title).toBe("Cart: As a buyer I want a cart so that I can wait");
});

it("reads bold names below a bold requirement as parts of it, unless bold areas come first", () => {
  const entry = (id: string) => `**${id}**\n\n- The ${id} is kept\n\n`;
  const { requirements } = modelOf(
    `## Requirements\n\n### Orders\n\n${entry("R1. Cart")}**Relations**\n\n- A cart has a buyer\n\n${entry("R2. Order")}`,
  );
  expect(requirements.map(({ id, area, parts }) => [id, area, parts.length])).toEqual([
    ["R1", "Orders", 2],
    ["R2", "Orders", 1],
  ]);
  const areas = modelOf(
    `## Requirements\n\n**Sales**\n\n${entry("R1. Cart")}**Post**\n\n${entry("R2. Parcel")}`,
  );
  expect(areas.requirements.map(({ area }) => area)).toEqual(["Sales", "Post"]);
});

it("reads fields of a record that are called like the data of a requirement", () => {
  const [form] = tasksOf(
    "## Requirements\n\n- **Ticket form**\n  - Title: up to 80 characters\n  - Description: what happened\n  - Priority: low or high",
  );
  expect(form?.steps).toEqual([
    "Title: up to 80 characters",
    "Description: what happened",
    "Priority: low or high",
  ]);
});

it("keeps the points below a model as its rules, and takes no model from the name of the section", () => {
  const { models } = modelOf(
    "## Requirements\n\n- Users log in.\n\n## 5. Domain Model (keys & relations)\n\n- **Buyer** (`number` PK, name, city)\n  - `orders` → Order\n- **Order** (`code` PK, total, state)",
  );
  expect(models.map(({ name, rules }) => [name, rules.map(({ text }) => text)])).toEqual([
    ["Buyer", ["`orders` → Order"]],
    ["Order", []],
  ]);
});

it("reads fields after a dash as those of a model, but no list after a name in code", () => {
  const { models } = modelOf(
    "## Requirements\n\n- Users log in.\n\n## Data Model\n\n- **Cart** - id, buyer_id, total\n- **Order** — code, total, state\n- `states` - open, paid, sent",
  );
  expect(models.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
    ["Cart", ["id", "buyer_id", "total"]],
    ["Order", ["code", "total", "state"]],
  ]);
});

it.each([
  ["Data Definition", "Column | Type"],
  ["データ定義", "カラム | 型"],
  ["テーブル定義", "フィールド | 型"],
])("reads the tables below %s as models", (heading, header) => {
  const { models } = modelOf(
    `## Requirements\n\n- Users log in.\n\n## ${heading}\n\n### carts\n\n| ${header} |\n|---|---|\n| id | uuid |\n| total | int |`,
  );
  expect(models.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
    ["carts", ["id", "total"]],
  ]);
});

it("reads a backlog as later work, unless it is that of the product", () => {
  const storyUnder = (heading: string) =>
    modelOf(
      `## Requirements\n\n- Users log in.\n\n## ${heading}\n\n### US-1: Cart\n\nAs a buyer, I want a cart.\n\n- [ ] Items are kept`,
    ).nonGoals.length;
  expect(
    ["Backlog", "Ideas backlog", "Product Backlog", "Active Backlog (14 Stories)"].map(storyUnder),
  ).toEqual([1, 1, 0, 0]);
});

it("reads later phases in a sentence as deferred", () => {
  const { requirements } = modelOf("## Requirements\n\n- Users log in.\n- Later-phase export to a calendar.");
  expect(requirements.map(({ optional }) => optional)).toEqual([null, "future"]);
});

it("names the phase by the heading above one that each of several sections has", () => {
  const layer = (name: string, id: string) =>
    `### ${name}\n\n#### Core requirements\n\n- **${id}**: The ${name} runs\n\n`;
  const phases = draftTasks(
    modelOf(`## Layers\n\n${layer("Store layer", "DB-001")}${layer("Page layer", "UI-001")}`),
  );
  expect(phases.map(({ title }) => title)).toEqual(["Store layer", "Page layer"]);
});

it("reads stories below a person and a lead-in", () => {
  const { stories } = modelOf(
    "## Requirements\n\n- Users log in.\n\n## User Stories\n\n### Buyer (main persona)\n\nIn order of priority:\n\n1. As a buyer, I want a cart.",
  );
  expect(stories).toHaveLength(1);
});

it("reads permissions of roles as constraints", () => {
  const [, roles] = tasksOf(
    "## Requirements\n\n- Users log in.\n\n## Roles & Permissions\n\n- **Admin**: deletes orders",
  );
  expect(roles?.steps).toEqual(["Admin: deletes orders"]);
});

it.each([
  ["a doubt after the question", "- How do we pay? The bank charges. I am not sure yet."],
  ["words that say so", "- How do we pay? Not decided."],
  [
    "a cell beside no answer",
    "| Question | Owner |\n|---|---|\n| How do we pay? The bank charges. | Legal |",
  ],
])("reads %s as an open question", (_, question) => {
  const { answers, openQuestions } = modelOf(
    `## Requirements\n\n- Users log in.\n\n## Open Questions\n\n${question}`,
  );
  expect([answers.length, openQuestions.length]).toEqual([0, 1]);
});

it.each([
  ["a tick", "- **Payment:** ✅ by card", "by card"],
  ["a ticked box", "- [x] Payment: by card", "by card"],
  [
    "a label in a cell",
    "| Question | Owner |\n|---|---|\n| How do we pay? **Decision:** by card | Legal |",
    "by card",
  ],
])("reads an answer after %s", (_, question, answer) => {
  const { answers } = modelOf(`## Requirements\n\n- Users log in.\n\n## Open Questions\n\n${question}`);
  expect(answers.map((one) => one.answer)).toEqual([answer]);
});

it("reads the dependencies beside the questions as no questions", () => {
  const { openQuestions } = modelOf(
    "## Requirements\n\n- Users log in.\n\n## Dependencies and Open Questions\n\n### Dependencies\n\n- The bank's service\n\n### Questions\n\n- Is there a cart?",
  );
  expect(openQuestions.map(({ text }) => text)).toEqual(["Is there a cart?"]);
});

it("reads Latin letters with marks in most words as another language than English", () => {
  expect(modelOf("## Requirements\n\n- Người dùng tạo lớp học và điểm danh học sinh mỗi buổi").language).toBe(
    "other",
  );
});

it.each([
  ["**Active** = published and not seen", "Active = published and not seen"],
  [
    "Active notices are published AND (no snooze) AND targeted at the reader within the time that the sender gave",
    "Active notices are published AND (no snooze) AND targeted at the reader within the time that the sender gave",
  ],
])("keeps the title of %j whole", (point, title) => {
  expect(tasksOf(`## Requirements\n\n- ${point}`)[0]?.title).toBe(title);
});

it("leaves badges in code out of titles", () => {
  expect(
    tasksOf(
      "## Stories\n\n### US-1: Send a link `29/30` `Small`\n\nAs a buyer, I send links.\n\n- [ ] It works",
    )[0]?.title,
  ).toBe("Send a link");
});

it("does not take a measure for a thing that tasks share", () => {
  const tasks = tasksOf(
    "## Requirements\n\n- Mobile (< 768 px)\n- Tablet (768 px to 1024 px)\n- Desktop (> 1024 px)",
  );
  expect(tasks.flatMap(({ dependencies }) => dependencies)).toEqual([]);
});

it("reads Given, When and Then in points of their own as one criterion", () => {
  const scenario = "- **Given** an item\n- **When** I pay\n- **Then** it is sent\n- **And** I get a mail";
  const said = "Given an item, When I pay, Then it is sent, And I get a mail";
  const { stories } = modelOf(
    `## Requirements\n\n- Users log in.\n\n## Epic: Cart\n\n### US-CART1 — Pay tasks\n\n${scenario}`,
  );
  expect(stories.map(({ criteria }) => criteria.map(({ text }) => text))).toEqual([[said]]);
  const { requirements } = modelOf(
    `## Requirements\n\n### Pay\n\n${scenario}\n\n### Send\n\n- Parcels are sent\n- Given a parcel, when it arrives, then I know`,
  );
  expect(requirements.map(({ criteria }) => criteria.length)).toEqual([1, 0, 0]);
});

it("nests headings and names by their numbers", () => {
  const sections = modelOf(
    "## 4) 기능 요구사항\n\n## 4.1 노선\n\n- 노선을 고른다\n\n## 5) 기타\n\n- 없음",
  ).requirements;
  expect(sections.map(({ area }) => area)).toEqual(["노선"]);
  const { requirements } = modelOf(
    "## Functional Requirements\n\nFR1: Input\n\nFR1.1: The system must accept a file.\n\nFR2: Layout (Optional)\n\nFR2.1: Allow users to move fields.\n\nFR3: The system must log in.\n\nFR3.1: The system must log out.",
  );
  expect(requirements.map(({ id, optional }) => [id, optional])).toEqual([
    ["FR1.1", null],
    ["FR2.1", "optional"],
    ["FR3", null],
    ["FR3.1", null],
  ]);
});

it("reads a bold point about what is out of scope, and features below a done heading, as no work", () => {
  const { requirements } = modelOf(
    "## Requirements\n\n- **Search**\n  - Books are found\n- **Out-of-scope for the first release**\n  - Videos\n\n### Wave 1 ✅ Complete\n\n- Users log in.",
  );
  expect(requirements.map(({ optional }) => optional)).toEqual([null, "wont", "done"]);
});

it("reads a bold question with its answer below it in an FAQ", () => {
  const { answers } = modelOf(
    "## Requirements\n\n- Users log in.\n\n## FAQ\n\n**Which stores?**\nOnly files.",
  );
  expect(answers.map(({ text, answer }) => [text, answer])).toEqual([["Which stores?", "Only files."]]);
});

it("keeps the first paragraph from making the whole document a story", () => {
  const { sections, requirements } = readPrdModel(
    "As a club, we want a list.\n\n# 1. Requirements\n\n- Users log in.\n\n# 2. Acceptance Criteria\n\n- It works",
    "shop.md",
  );
  expect([sections[0]?.kind, requirements.length]).toEqual(["other", 1]);
});

it("reads no field from a word before a hyphen, and keeps the asterisks of file masks", () => {
  const { models } = modelOf(
    "## Requirements\n\n- Users log in.\n\n## Data Model\n\n### Rules\n\n- Soft-Deletes for all\n- Time-Stamps for all",
  );
  expect(models).toEqual([]);
  expect(
    modelOf("## Requirements\n\n- Masks of names (such as *.log, error_*.txt) are read.").requirements[0]
      ?.text,
  ).toBe("Masks of names (such as *.log, error_*.txt) are read.");
});

it("leaves out of a heading that a template calls its section optional", () => {
  const prd = "## Requirements\n\n- Users log in.\n\n## Design Considerations (Optional)\n\n- Dark pages";
  expect(tasksOf(prd)[1]?.title).toBe('Apply "Design Considerations"');
});

it("keeps an address at the beginning of a title as it is", () => {
  expect(tasksOf("## Requirements\n\n- vault://rooms gives the rooms")[0]?.title).toBe(
    "vault://rooms gives the rooms",
  );
});

it.each([
  ["Przyszłe rozszerzenia", "nonGoals"],
  ["Funcionalidad futura registrada", "nonGoals"],
  ["Qué NO hace la IA", "nonGoals"],
  ["やらないこと", "nonGoals"],
  ["Explicitly out of MVP scope", "nonGoals"],
  ["Exclu du MVP", "nonGoals"],
  ["Fonctions (évolutions ultérieures)", "nonGoals"],
  ["MVP 이후 기능", "nonGoals"],
  ["受入基準", "criteria"],
  ["Tiêu chí nghiệm thu", "criteria"],
] as const)("reads %j as %s", (heading, list) => {
  expect(modelOf(`## Requirements\n\n- Users log in.\n\n## ${heading}\n\n- Video`)[list]).toHaveLength(1);
});

it("takes no requirement from how the product compares with others", () => {
  const { requirements } = modelOf("## Beds\n\n- Water them.\n\n## Competitive Advantages\n\n- Quiet pumps");
  expect(requirements.map(({ text }) => text)).toEqual(["Water them."]);
});

it.each(["구현 상태", "実装状況", "Implementation status"])(
  "reads what is done from the column %j",
  (header) => {
    const { requirements } = modelOf(
      `## Requirements\n\n| ID | Feature | ${header} |\n|---|---|---|\n| AB-01 | Login | ✅ Done |\n| AB-02 | Logout | Open |`,
    );
    expect(requirements.map(({ optional }) => optional)).toEqual(["done", null]);
  },
);

it("reads points below a longer label as non-goals, unless it says what must not be", () => {
  const source =
    "## Requirements\n\n- Users pay.\n\n**The first version does not include:**\n\n- Refunds\n\n**The form must not have:**\n\n- Ads";
  expect(modelOf(source).nonGoals.map(({ text }) => text)).toEqual(["Refunds"]);
  expect(tasksOf(source).map(({ title }) => title)).toEqual(["Users pay", "The form must not have ads"]);
});

it("takes headings with ids above nothing but code as requirements", () => {
  const [first, second] = tasksOf(
    "## REQ-F-001: Sign in\n\n```\nWHEN a user\n```\n\n## REQ-F-002: Log\n\n```\nWHEN it ends\n```",
  );
  expect([first?.requirements, second?.requirements]).toEqual([["REQ-F-001"], ["REQ-F-002"]]);
  expect(first?.steps).toEqual(["Sign in\n```\nWHEN a user\n```"]);
});

it("reads the path of an endpoint without the asterisks of bold text", () => {
  const { endpoints } = modelOf(
    "## API\n\n**POST /carts/{id}/items**\n**GET /carts** lists all\n\n- `GET /files/*`\n- `PUT /hooks/**`",
  );
  expect(endpoints.map(({ path }) => path)).toEqual(["/carts/{id}/items", "/carts", "/files/*", "/hooks/**"]);
});

it("does not shorten a title in code, or after a possessive", () => {
  const titles = tasksOf(
    "## Requirements\n\n- Show one of the values `OPEN` (new), `LOCKED — WAITING FOR A REVIEW`, `GONE`\n- Find the nearest open box on every frame (once a second) within the frame's (x, y)",
  ).map(({ title }) => title);
  expect(titles).toEqual([
    "Show one of the values `OPEN`, `LOCKED — WAITING FOR A REVIEW`, `GONE`",
    "Find the nearest open box on every frame within the frame's (x, y)",
  ]);
});

it("reads points with ids below a flow as requirements", () => {
  const { requirements } = modelOf(
    "## Requirements\n\n### Payment Flow\n\n- [ ] **PAY-01**: A buyer taps Pay\n- [ ] **PAY-02**: The shop confirms\n\n## Coverage\n\n| Requirement | Phase |\n|---|---|\n| PAY-01 | Phase 1 |",
  );
  expect(requirements.map(({ id, text }) => [id, text])).toEqual([
    ["PAY-01", "A buyer taps Pay"],
    ["PAY-02", "The shop confirms"],
  ]);
});

it("reads ids in code", () => {
  const { requirements } = modelOf(
    "## Requirements\n\n- `FR-UI-01` (MUST): Carts are kept\n- `FR-UI-02`: Orders are sent\n- `max-1` items are shown",
  );
  expect(requirements.map(({ id, text }) => [id, text])).toEqual([
    ["FR-UI-01", "Carts are kept"],
    ["FR-UI-02", "Orders are sent"],
    ["Requirement 1", "`max-1` items are shown"],
  ]);
});

it("takes the title of a point that is only an id from the point below it", () => {
  const titles = (id: string) =>
    tasksOf(
      `## User Stories\n\n- **${id}01**:\n  - Keep carts for a week\n- **${id}02:**\n  - Send orders`,
    ).map(({ title, requirements }) => [title, requirements]);
  expect(titles("FR-")).toEqual([
    ["Keep carts for a week", ["FR-01"]],
    ["Send orders", ["FR-02"]],
  ]);
  expect(titles("H")).toEqual([
    ["Keep carts for a week", ["H01"]],
    ["Send orders", ["H02"]],
  ]);
});

it("reads lines that tell stories below the names of roles", () => {
  const titles = tasksOf(
    "## Buyers\n\nAs a buyer, I want to keep a cart.\n\nAs a buyer, I want to pay.\n\n## General user stories\n\nAs a user, I want to log in.",
  ).map(({ title }) => title);
  expect(titles).toEqual(["Allow a buyer to keep a cart", "Allow a buyer to pay", "Allow a user to log in"]);
  // Without a heading for stories, such a line can describe anything.
  expect(modelOf("## Features\n\n- Login\n\n## Hosting\n\nAls Server dient Alpha.").stories).toEqual([]);
});

it("takes no column that classifies the rows for their text", () => {
  const titles = tasksOf(
    "## Use cases\n\n| ID | Actor | Action | Result |\n|---|---|---|---|\n| C-1 | Buyer | Fill a cart | It is kept |\n| C-2 | Buyer | Empty a cart | It is gone |",
  ).map(({ title }) => title);
  expect(titles).toEqual(["Fill a cart", "Empty a cart"]);
});

it("reads the same labels below several headings as one requirement each", () => {
  const module = (name: string) =>
    `### ${name}\n\n- **Purpose** — Keep ${name}\n- **Inputs** — An amount\n- **Outputs** — A receipt\n`;
  const tasks = tasksOf(`## Requirements\n\n${["Carts", "Orders", "Refunds"].map(module).join("\n")}`);
  expect(tasks.map(({ steps }) => steps)).toEqual([
    ["Purpose — Keep Carts", "Inputs — An amount", "Outputs — A receipt"],
    ["Purpose — Keep Orders", "Inputs — An amount", "Outputs — A receipt"],
    ["Purpose — Keep Refunds", "Inputs — An amount", "Outputs — A receipt"],
  ]);
});

it("reads no work from the assumptions", () => {
  const titles = ["Hypothèses", "Hypotheses"].map((heading) =>
    tasksOf(`## Basket\n\n- Users log in.\n\n## ${heading}\n\n- The network is fast`).map(
      ({ title }) => title,
    ),
  );
  expect(titles).toEqual([["Users log in"], ["Users log in"]]);
});

it("takes no priority for the name of a row", () => {
  const [first] = tasksOf(
    "## Requirements\n\n| ID | Prioritaet | Anforderung |\n|---|---|---|\n| F-1 | Muss | Carts are kept |\n| F-2 | Soll | Orders are sent |",
  );
  expect(first?.title).toBe("Carts are kept");
});

const phasesOf = (source: string) => draftTasks(modelOf(source)).map(({ title }) => title);

it("makes no phase of a heading that only says what the document is", () => {
  const source =
    "## Product Requirements Document (PRD)\n\n### Carts\n\n- Keep carts.\n\n### Security\n\n- Lock doors.";
  expect(phasesOf(source)).toEqual(["Carts", "Security"]);
});

it("checks a story in the phase of the requirements below a heading of the same name", () => {
  const requirements =
    "### Recovery\n\n- FR-1: The system must send a link.\n\n### Carts\n\n- FR-2: Carts are kept.";
  const story =
    "A buyer asks for a link.\n\n**Acceptance Scenarios**:\n\n1. Given a link, When it is used, Then it is void.";
  expect(
    phasesOf(
      `## Requirements\n\n${requirements}\n\n## User Scenarios\n\n### User Story 3 - Recovery\n\n${story}`,
    ),
  ).toEqual(["Recovery", "Carts"]);
});

it("an id in the title of a document with a section of requirements is not that of one requirement", () => {
  const idsOf = (source: string): readonly string[] =>
    readPrdModel(source, "ferry.md").requirements.map(({ id }) => id);
  const list = "## Functional Requirements\n- Guests board.\n- Guests land.\n";
  expect(idsOf(`# SPEC-0102: Trips\n## Goals\n- Sail\n${list}`)).toEqual(["Requirement 1", "Requirement 2"]);
  const criteria = "## Acceptance Criteria\n- A ticket is shown.\n";
  expect(idsOf(`# US-12: Trips\nAs a guest, I want to board.\n${criteria}`)).toContain("US-12");
});

it("reads both of two epics with one number, but no story again that a table of contents names", () => {
  const epic = (name: string, story: string) =>
    `## Epic 2 ${name}\n\n### Story 2.1: ${story}\n\nAs a buyer, I want ${story}.\n\n#### Acceptance Criteria\n\n- ${story} is shown\n\n`;
  const prd = `## Requirements\n\n**FR1:** The shop shall list shelves\n\n${epic("Shelves", "the shelf")}${epic("Orders", "the order")}`;
  expect(modelOf(prd).requirements.map(({ id, area }) => [id, area])).toEqual([
    ["FR1", null],
    ["Story 2.1", "Shelves"],
    ["Story 2.1b", "Orders"],
  ]);
  const again = "## Story Summary\n\n### Story 2.1: the shelf\n\n- Three points\n";
  expect(modelOf(prd + again).requirements).toHaveLength(3);
});

it("reads decisions that were made beside open issues as answers", () => {
  const below = (heading: string) =>
    modelOf(
      `## Requirements\n\n- Users log in.\n\n## Open Issues and Decisions\n\n### ${heading}\n\n**1. Carts in a cookie** (May 3):\n\n- **Why**: No login\n`,
    );
  expect(below("Key Decisions Made").answers.map(({ text, answer }) => [text, answer])).toEqual([
    ["Carts in a cookie", "(May 3); Why: No login"],
  ]);
  expect(below("Decisions Needed").openQuestions).toHaveLength(1);
});

it("reads labels after the final rule as no work if one is about the document, and reports what obliges", () => {
  const below = (labels: string) =>
    modelOf(`## Requirements\n\n- Users log in.\n\n## Constraints\n\n- One shop only\n\n---\n\n${labels}`);
  const { constraints, unread } = below(
    "**Document Status:** Ready\n**Approval Required:** Owners\n\n**Note:**\nPrices must be in euros.\n",
  );
  expect(constraints.map(({ text }) => text)).toEqual(["One shop only"]);
  expect(unread.map(({ text, line }) => [text, line])).toEqual([["Prices must be in euros.", 17]]);
  expect(below("**Payment:** By card\n").constraints).toHaveLength(2);
});

it("reads methods as no fields of a model", () => {
  const { models } = modelOf(
    "## Data Model\n\n### `Cart`\n\nOperations:\n- `total(): Money`\n- `add(item, count)`\n\n## Requirements\n\n- Keep the cart",
  );
  expect(models).toEqual([]);
});

it("has names in code below a lead-in of a section in one step", () => {
  const [, task] = tasksOf(
    "## Requirements\n\n- Keep the cart\n\n## Technical Considerations\n\n- One shop only\n\nData is in two tables:\n\n- `carts`\n- `orders`\n\nA cart has three states:\n\n- `open`\n- `paid`, if the money is there",
  );
  expect(task?.steps).toEqual([
    "One shop only",
    "Data is in two tables: `carts`; `orders`",
    "A cart has three states: `open`",
    "A cart has three states: `paid`, if the money is there",
  ]);
});

it("reads a short question of a table", () => {
  const { openQuestions } = modelOf(
    "## Requirements\n\n- Keep the cart\n\n## Open Questions\n\n| # | Topic | Due |\n|---|---|---|\n| Q1 | Theme? | May |",
  );
  expect(openQuestions.map(({ text }) => text)).toEqual(["Theme?"]);
});

it("reads prose that begins with a requirement's id as a remark on it", () => {
  const { requirements } = modelOf(
    "## Requirements\n\n| ID | Requirement |\n|---|---|\n| FR-1 | Keep the cart |\n| FR-2 | Show trends |\n\n> FR-2 needs data, so it comes last.",
  );
  expect(requirements.map(({ id }) => id)).toEqual(["FR-1", "FR-2"]);
});

it("keeps what is in parentheses between a bold name and a colon", () => {
  const [task] = tasksOf(
    "## Requirements\n\n- **Theme menu** (`menu.ts`) :\n  - Two tabs\n  - A grid of cards for each theme of the shop, with a tick\n- **Cart**: kept",
  );
  expect(task?.steps).toEqual(["Two tabs", "A grid of cards for each theme of the shop, with a tick"]);
});

it("reads a sentence that introduces only names in code as one requirement", () => {
  const tasks = tasksOf(
    "## Requirements\n\nThe shop has exactly two pages:\n- `Cart`\n- `Order`\n\nThe cart keeps:\n- `items`\n- the buyer",
  );
  expect(tasks.map(({ title }) => title)).toEqual([
    "The shop has exactly two pages",
    "The cart keeps: `items`",
    "The cart keeps: the buyer",
  ]);
});

it("puts no colon after a sentence above points", () => {
  const [task] = tasksOf(
    "## Functional Requirements\n\n### FR-1: Help\n\n- The page has answers.\n  - Is it free\n  - Is it safe\n- It has a search",
  );
  expect(task?.steps).toContain("The page has answers. Is it free; Is it safe");
});

it("keeps a `State:` that says what is kept, unlike a status", () => {
  const stepsOf = (state: string) =>
    tasksOf(
      `## Functional Requirements\n\n### FR-1: Cart\n\n- **Description**: Keeps items\n- **State**: ${state}\n- **Size**: Ten items`,
    )[0]?.steps.join("; ");
  expect(stepsOf("Saved in the browser for a day")).toContain("State: Saved in the browser for a day");
  expect(stepsOf("In review")).not.toContain("State");
});

it("leaves out a point whose words after its label begin with `(Future)`", () => {
  const { nonGoals, constraints } = modelOf(
    "## Requirements\n\n- FR-1: The shop must sell tea\n\n## Security\n\n- **Password:** Twelve characters\n- **Key:** (Future) For the app\n- **Name:** (optional) For the receipt",
  );
  expect(nonGoals.map(({ text }) => text)).toEqual(["Key: (Future) For the app"]);
  expect(constraints.map(({ text }) => text)).toEqual([
    "Password: Twelve characters",
    "Name: (optional) For the receipt",
  ]);
});

it("a line that demands something itself is a requirement beside the points below it that have ids of their own", () => {
  const { requirements, groups } = modelOf(
    "## Functional Requirements\n\n**FR-1**: Tools must be stored.\n**FR-2**: The borrower must be reminded.\n- FR-3: A loan must be extended.\n- FR-20: A loan must end.\n\n**FR-4**: Members must be able to search:\n- FR-5: by name.",
  );
  expect(requirements.map(({ id }) => id)).toEqual(["FR-1", "FR-2", "FR-3", "FR-20", "FR-5"]);
  expect(groups.map(({ id }) => id)).toEqual(["FR-4"]);
});

it("leaves out the priority behind a name", () => {
  const { requirements } = modelOf(
    "## Requirements\n\n- **Saving** (Priority: High)\n  - Notes are saved.\n- **Export** (Priority: Nice to have)\n  - Notes are exported.",
  );
  expect(requirements.map(({ title, optional }) => [title, optional])).toEqual([
    ["Saving", null],
    ["Export", "optional"],
  ]);
});

it("reads ids with only a blank behind them where they count on from item to item", () => {
  const requirementsOf = (...items: readonly string[]) =>
    modelOf(`## Requirements\n\n${items.map((item) => `- ${item}`).join("\n")}`).requirements;
  expect(requirementsOf("O1 Tools are stored.", "O2 Tools are lent.")).toMatchObject([
    { id: "O1", text: "Tools are stored." },
    { id: "O2", text: "Tools are lent." },
  ]);
  const [cache] = requirementsOf("L2 caches are cleared.", "L1 caches are cleared.");
  expect(cache).toMatchObject({ id: "Requirement 1", text: "L2 caches are cleared." });
});
