import { expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const login = "## Requirements\n\n- Users can log in.\n\n";

/** Forms that are close to others that the reader knows, with the titles and steps that they must give. */
const cases: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "the heading `Dependency Management` as an area",
    "## Requirements\n\n### Dependency Management\n\n- Users can link orders.\n",
    ["Allow users to link orders", "Users can link orders."],
  ],
  [
    "numbered points below `Background Jobs` as requirements",
    "## Requirements\n\n### Background Jobs\n\n1. Old orders are listed.\n\n### Cart\n\n1. The cart holds items.\n",
    ["Old orders are listed", "Old orders are listed.", "The cart holds items", "The cart holds items."],
  ],
  [
    "points with ids below the label `Goals:` as requirements",
    "## Requirements\n\n**Goals:**\n\n- FR-1: Users log in.\n",
    ["Users log in", "Users log in."],
  ],
  [
    "a story of which only the role is bold as a whole",
    "## Requirements\n\n- **As a reader** I want to search books.\n",
    ["Allow a reader to search books", "As a reader I want to search books."],
  ],
  [
    "a feature that has only data and criteria as one requirement",
    "## Features\n\n### Search\n\n- Priority: High\n- Acceptance Criteria:\n  - Results come in 2 seconds\n",
    ["Search", "Search"],
  ],
  [
    "a feature that has only bold criteria as one requirement",
    "## Features\n\n### Search\n\n**Acceptance Criteria:**\n\n- Results come in 2 seconds\n\n### Cart\n\n**Acceptance Criteria:**\n\n- Empty carts say so\n",
    ["Search", "Search", "Cart", "Cart"],
  ],
  [
    "bare names with the words that introduce them, and whole sentences without",
    "## Requirements\n\nRemove all old files:\n\n- `game.js`\n- The sounds\n- Scores are kept in the browser.\n- **Music**: all songs\n",
    [
      "Remove all old files: `game.js`",
      "Remove all old files: `game.js`",
      "Remove all old files: The sounds",
      "Remove all old files: The sounds",
      "Scores are kept in the browser",
      "Scores are kept in the browser.",
      "Music: All songs",
      "Music: all songs",
    ],
  ],
  [
    "rejected alternatives and a conclusion as no requirements",
    `${login}## Alternative Approaches Considered\n\n### Rejected: A database schema\n\n- The team must learn it.\n\n## Conclusion\n\nThe shop will:\n\n1. **Save time** for all\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "what the heading of its section defers as no work, and a phase of a plan as usual",
    `${login}## Load Tests (optional, deferred)\n\n- The tests must run for an hour.\n\n## Deployment\n\n- It must run in a container.\n\n## Work\n\n### Phase 2: Testing\n\n- All pages must be tested.\n`,
    [
      "Allow users to log in",
      "Users can log in.",
      'Apply "Deployment"',
      "It must run in a container.",
      'Apply "Phase 2: Testing"',
      "All pages must be tested.",
    ],
  ],
  [
    "questions below a label with a remark as no requirements",
    `${login}**Open questions (notes for the next version):**\n\n- Should we ship gifts? It costs more.\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "`Priority queue:` in a section as a point, unlike its `Priority:`",
    `${login}## Technical Considerations\n\n- Priority: High\n- Priority queue: at most 100 jobs\n- Prioritized export: those of admins come first\n`,
    [
      "Allow users to log in",
      "Users can log in.",
      'Apply "Technical Considerations": Priority queue, Prioritized export',
      "Priority queue: at most 100 jobs",
      "Prioritized export: those of admins come first",
    ],
  ],
  [
    "points below `Do not` with it",
    "## Requirements\n\n**Do not stop for:**\n\n- Small errors in a file\n",
    ["Do not stop for: Small errors in a file", "Do not stop for: Small errors in a file"],
  ],
  [
    "points for v2 and later as not to be built",
    `${login}- **v2+ (design for it)**: The shop must ship gifts.\n- Cards (optional, future)\n- Gifts (perhaps not MVP)\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "routes in an interface as endpoints, not as its fields",
    `${login}## API Data\n\n\`\`\`ts\ninterface FilmApi {\n  GET /films\n  POST /films\n}\n\`\`\`\n`,
    [
      "Allow users to log in",
      "Users can log in.",
      "Implement `GET /films`",
      "Implement `GET /films`",
      "Implement `POST /films`",
      "Implement `POST /films`",
    ],
  ],
  [
    "a column of different words between ids and descriptions as names, unlike one of the same words",
    "## Requirements\n\n| ID | Funktionsname | Beschreibung |\n|---|---|---|\n| F1 | Korb | Der Korb hält Waren. |\n| F2 | Kasse | Die Kasse nimmt Geld. |\n\n| ID | Rolle | Beschreibung |\n|---|---|---|\n| F3 | Gast | Gäste sehen Waren. |\n| F4 | Gast | Gäste sehen Preise. |\n",
    [
      "Korb: Der Korb hält Waren",
      "Korb: Der Korb hält Waren.",
      "Kasse: Die Kasse nimmt Geld",
      "Die Kasse nimmt Geld.",
      "Gäste sehen Waren",
      "Gäste sehen Waren.",
      "Rolle: Gast",
      "Gäste sehen Preise",
      "Gäste sehen Preise.",
      "Rolle: Gast",
    ],
  ],
  [
    "a line with points as the label of these, not of all that follows",
    "## Requirements\n\n### Crops\n\nThe crops that it supports:\n\n- Rice\n- Maize\n\nRates must be in one file.\n",
    [
      "Crops: The crops that it supports: Rice, The crops that it supports: Maize, Rates must be in one file",
      "The crops that it supports: Rice",
      "The crops that it supports: Maize",
      "Rates must be in one file.",
    ],
  ],
  [
    "`In-Scope for Initial Release` as the scope, not as a release",
    `${login}## In-Scope for Initial Release\n\n- **Debts**: only those of cards\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "`P2 stretch` in a column of priorities as optional",
    "## Requirements\n\n| ID | Requirement | Priority |\n|---|---|---|\n| FR1 | Users can log in. | P0 |\n| FR2 | A skin for demos | P2 stretch |\n",
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "only the accepted rows of a table of decisions",
    `${login}## Decisions\n\n| ID | Decision | Status |\n|---|---|---|\n| D1 | Use SQLite for storage | Accepted |\n| D2 | Use MongoDB for storage | Superseded |\n| D3 | Use GraphQL for all | Proposed |\n`,
    [
      "Allow users to log in",
      "Users can log in.",
      'Apply the answers under "Decisions"',
      "Use SQLite for storage: Status Accepted",
    ],
  ],
  [
    "pasted text with bullets and letters, without rules",
    "PRD: Club\n\n1. Overview\nColleagues order lunch.\n\n2. Functional Requirements\n2.1. Ordering\n• Users can add a dish.\n• Users can order:\n  a. soup\n  b. bread\n\n⸻\n\n3. Out of Scope\n• Delivery\n",
    [
      "Allow users to add a dish",
      "Users can add a dish.",
      "Allow users to order: soup, bread",
      "soup",
      "bread",
    ],
  ],
  [
    "headings that begin with a box",
    "## Features\n\n### [ ] 2.3 Search films\nBy title.\n\n### [x] 2.4 Rate films\nWith stars.\n",
    ["Search films: By title", "Search films: By title."],
  ],
  [
    "`MVP Feature List` as features, and prices and competitors beside it as none",
    "## Unit Economics\n\n- Margin: 85%\n\n## Competitive Landscape\n\n- Film Hub\n\n## MVP Feature List\n\n- Users can log in.\n\n## Fast Follows\n\n- Users can share films.\n",
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "what is not supported in the MVP, with a remark, as no work",
    `${login}- Editing is not supported in MVP (see E5).\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "a feature in Chinese with a description and a status as one, which is done",
    "# 影院\n\n## 核心功能\n\n### 1. 搜索\n\n- **功能描述**：按片名搜索\n- **状态**：✅ 已完成\n\n### 2. 评分\n\n- **功能描述**：用户给影片评分\n- **状态**：未开始\n",
    ["评分: 用户给影片评分", "评分: 用户给影片评分"],
  ],
  [
    "the sentence below `Epic 1: Search` as its text, and what the product is worth as no work",
    "1. Value Proposition\n- Fun for all\n\n2. Features\n2.1 Films\nEpic 1: Search Films\nThis epic covers the search for films by title.\n",
    ["Search Films", "This epic covers the search for films by title."],
  ],
  [
    "points that end in a tick as done, but not a single one",
    "## Requirements\n\n- FR-1: Users can log in ✅\n- FR-2: Users can pay ✔️\n- FR-3: Users can order\n\n## Features\n\n- FR-4: Users can return goods ✅\n",
    ["Allow users to order", "Users can order"],
  ],
  [
    "a point that ends in a tick as what the product shows",
    "## Requirements\n\n- FR-1: Paid orders have the mark ✅\n",
    ["Paid orders have the mark", "Paid orders have the mark ✅"],
  ],
  [
    "areas whose names only begin like sections about rivals and alternatives",
    "## Requirements\n\n### Competition Management\n\n- Clubs enter a cup.\n\n### Rejected Orders\n\n- Buyers see why.\n\n### Market Analysis\n\n- Charts show prices.\n\n### Positioning\n\n- Maps show the boat.\n",
    [
      ...["Clubs enter a cup", "Clubs enter a cup."],
      ...["Buyers see why", "Buyers see why."],
      ...["Charts show prices", "Charts show prices."],
      ...["Maps show the boat", "Maps show the boat."],
    ],
  ],
  [
    "`Do Not Disturb` as a feature",
    "## Features\n\n### Do Not Disturb\n\nAt night, no sound is played.\n",
    ["Do Not Disturb", "At night, no sound is played."],
  ],
  [
    "a priority or phase between ids and descriptions as no name",
    "## Requirements\n\n| ID | Priority | Requirement |\n|---|---|---|\n| F1 | High | Users can log in. |\n| F2 | Low | Users can pay. |\n\n| ID | Wave | Requirement |\n|---|---|---|\n| F3 | Wave 1 | Users can order. |\n| F4 | Wave 2 | Users can return. |\n",
    [
      ...["Allow users to log in", "Users can log in."],
      ...["Allow users to pay", "Users can pay."],
      ...["Allow users to order", "Users can order.", "Wave: Wave 1"],
      ...["Allow users to return", "Users can return.", "Wave: Wave 2"],
    ],
  ],
  [
    "ticks beside crosses as what is included",
    "## Requirements\n\n- FR-1: Search ✅\n- FR-2: Ratings ✅\n- FR-3: Lists ✅\n- FR-4: Chat ❌\n",
    ["Search", "Search ✅", "Ratings", "Ratings ✅", "Lists", "Lists ✅", "Chat", "Chat ❌"],
  ],
  [
    "a question among requirements as no requirement",
    `${login}- Should guests be able to order?\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "a row with No below `Included` as not to be built",
    `${login}## Technical Rules\n\n| Thing | Included |\n|---|---|\n| Export | No |\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "two questions on lines right below each other apart",
    `${login}## Open Questions\n\nQ: Is there a cart?\nQ: Is there a theme?\nA: Dark only.\n`,
    [
      ...["Allow users to log in", "Users can log in."],
      ...['Apply the answers under "Open Questions"', "Is there a theme? Dark only."],
    ],
  ],
  [
    "a leaning as no answer to its question",
    `${login}## Open Questions\n\n- Is there a cart? Likely not, but worth noting.\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "words in parentheses that the title leaves out as a step",
    "## Requirements\n\n- For new visitors of the shop (first-time login), the system must:\n  - Show a long tour of the shop and its gifts\n  - Send a mail\n",
    [
      "For new visitors of the shop, the system must show a long tour of the shop and its gifts, send a mail",
      "For new visitors of the shop (first-time login), the system must:",
      ...["Show a long tour of the shop and its gifts", "Send a mail"],
    ],
  ],
  [
    "a bold sentence of a story as its step",
    "## User Stories\n\n### US-1: Gift Export (Priority 1)\n**As a buyer, I want a gift export.**\n\n**Acceptance Criteria:**\n- A file is written\n",
    ["Implement Gift Export", "As a buyer, I want a gift export."],
  ],
  [
    "a bold feature above labelled points as one requirement",
    "## Requirements\n\n**4.1. Feature: Gift Export**\n* **Description:** Writes the gifts of a year.\n* **Functional Requirements:**\n  * A file is written.\n  * It opens.\n",
    ["Implement Gift Export", "Writes the gifts of a year.", "A file is written.", "It opens."],
  ],
  [
    "what is there already as a constraint, because it can ask for something",
    `${login}## Technical Considerations\n\n- Skip gifts that already exist\n- The shop already has a queue, so add a topic to it\n`,
    [
      ...["Allow users to log in", "Users can log in.", 'Apply "Technical Considerations"'],
      ...["Skip gifts that already exist", "The shop already has a queue, so add a topic to it"],
    ],
  ],
  [
    "points below `Could have:` in a feature with that label",
    "## Requirements\n\n**4.1. Feature: Gift Export**\n* **Description:** Writes the gifts of a year.\n* **Could have:**\n  * A file is printed.\n",
    ["Implement Gift Export", "Writes the gifts of a year.", "Could have: A file is printed."],
  ],
  [
    "answers that defer as no work",
    `${login}## Open Questions\n\n1. Is there a cart? (Recommendation: Defer to V2)\n2. Is there a theme? (Recommendation: V2 feature)\n3. Are there dates? (Recommendation: Not in V1, maybe in the profile later)\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "names in parentheses that look like ids, but not references",
    "## Requirements\n\n- FR-1: Users can log in (FR-2).\n- FR-2: The shop exports text (UTF-8) as audio (MP3).\n",
    [
      ...["The shop exports text (UTF-8) as audio (MP3)", "The shop exports text (UTF-8) as audio (MP3)."],
      ...["Allow users to log in", "Users can log in."],
    ],
  ],
  [
    "a phrase that begins with bold words as one",
    "## Requirements\n\n- **Paste the text** into a box\n",
    ["Paste the text into a box", "Paste the text into a box"],
  ],
  [
    "bold words above a sentence as its label",
    `${login}## Design Considerations\n\n* **Clear tone**\n  Inspired by a few gifts\n`,
    [
      ...["Allow users to log in", "Users can log in.", 'Apply "Design Considerations"'],
      "Clear tone: Inspired by a few gifts",
    ],
  ],
  [
    "a tick before a remark as done",
    "## Requirements\n\n- A cart is stored ✅\n- A theme is stored ✅\n- A gift is stored ✅ (except old ones)\n- Users can log in.\n",
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "a recommendation as no decision",
    `${login}## Open Questions\n\n1. Is there a cart? (Recommendation: A small one)\n2. Is there a theme?\n   - **Decision:** A dark one\n`,
    [
      ...["Allow users to log in", "Users can log in.", 'Apply the answers under "Open Questions"'],
      ...["Is there a cart? Recommendation: A small one", "Is there a theme? A dark one"],
    ],
  ],
  [
    "story points as no step",
    "## User Stories\n\n### US-1: Send gifts\n\nAs a buyer, I want to send gifts.\n\n**Story Points:** 3\n**Acceptance Criteria:**\n- A gift is sent\n",
    ["Send gifts", "As a buyer, I want to send gifts."],
  ],
  [
    "what is recommended with that remark in its title",
    "## Requirements\n\n- Keep the state of all carts and gifts with Riverpod (recommended) for every visitor\n",
    Array(2).fill("Keep the state of all carts and gifts with Riverpod (recommended) for every visitor"),
  ],
  [
    "what is for the future in Polish as no work",
    `${login}### Faza 3: Panel (przyszłość)\n\n- FR-9: Strona z listą.\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "names without types below a heading of the data model as no fields",
    `${login}## Data Model\n\n### Roles\n\n- Admin\n- Member\n- Guest\n`,
    ['Apply "Roles"', "Admin", "Member", "Guest", "Allow users to log in", "Users can log in."],
  ],
  [
    "a table of plans in the data model as no fields",
    `${login}## Data Model\n\n### Plans\n\n| Name | Price |\n|---|---|\n| Free | 0 |\n| Gold | 9 |\n`,
    ['Apply "Plans": Free, Gold', "Free: 0", "Gold: 9", "Allow users to log in", "Users can log in."],
  ],
  [
    "an enumeration of phrases in the data model as no fields",
    `${login}## Data Model\n\n- Export: as CSV file, as PDF file, as plain text\n`,
    [
      ...['Apply "Data Model"', "Export: as CSV file, as PDF file, as plain text"],
      ...["Allow users to log in", "Users can log in."],
    ],
  ],
  [
    "a row without the one cell that is crossed out",
    `${login}## Technical Rules\n\n| Rule | Old | New |\n|---|---|---|\n| Carts are kept after the last visit | ~~7 days~~ | 30 days |\n`,
    [
      ...["Allow users to log in", "Users can log in."],
      ...['Apply "Technical Rules"', "Carts are kept after the last visit: New 30 days"],
    ],
  ],
  [
    "two routes in one sentence without a purpose",
    "## API\n\n- GET /carts and POST /carts return the cart\n",
    ["`GET /carts`", "`GET /carts`", "`POST /carts`", "`POST /carts`"],
  ],
  [
    "deeds with parentheses as no fields of a record",
    "## Requirements\n\nUsers must be able to:\n\n- Borrow books (14 days)\n- Return books (any desk)\n",
    [
      ...["Allow users to borrow books (14 days)", "Users must be able to borrow books (14 days)"],
      ...["Allow users to return books (any desk)", "Users must be able to return books (any desk)"],
    ],
  ],
  [
    "a dash in quotation marks as no place to shorten a title",
    '## Requirements\n\n- The export button is called "Save — with all of the notes, which can take a while" and is green\n',
    [
      'The export button is called "Save — with all of the notes, which can take a while" and is green',
      'The export button is called "Save — with all of the notes, which can take a while" and is green',
    ],
  ],
  [
    "measures as no checklist if a table has no boxes",
    `${login}## Success Metrics\n\n### Launch\n\n- [ ] All tests pass\n\n### Indicators\n\n| Measure | Goal |\n|---|---|\n| Stars | 500 |\n`,
    [
      ...["Allow users to log in", "Users can log in."],
      ...['Check "Launch"', 'Check each criterion of "Launch"'],
    ],
  ],
  [
    "a clause after too few words as a part of the title",
    "## Requirements\n\n- Deduplicate storage — if two requests change the same file at the same revision, store content once\n",
    [
      "Deduplicate storage — if two requests change the same file at the same revision, store content once",
      "Deduplicate storage — if two requests change the same file at the same revision, store content once",
    ],
  ],
  [
    "the row `Priority` of a table of columns as a row",
    `${login}## Technical Rules\n\n| Column | Values |\n|---|---|\n| Kind | user, system |\n| Priority | must, may |\n`,
    [
      ...["Allow users to log in", "Users can log in."],
      ...['Apply "Technical Rules": Kind, Priority', "Kind: user, system", "Priority: must, may"],
    ],
  ],
  [
    "fields with only a type after them",
    `${login}## Data Model\n\n### babies\n\n- \`id\` uuid, primary key\n- \`born\` date\n- \`kind\` text\n  - \`boy\`\n  - \`girl\`\n`,
    [
      ...["Create the `babies` model", "Fields: `id` (uuid, primary key), `born` (date), `kind` (text)"],
      ...["Allow users to log in", "Users can log in."],
    ],
  ],
  [
    "a first column of different ids as ids, whatever the headers and letters are",
    "## User Stories\n\n| Key | Wat |\n|---|---|\n| P0-1 | Users log in |\n| P0-2 | Users log out |\n",
    ["Users log in", "Users log in", "Users log out", "Users log out"],
  ],
  [
    "`Phase 2` beside `Phase 1` as a part of the same work",
    "## Functional Requirements\n\n### Phase 1: Base (2 days)\n\n- FR-1: Users log in.\n\n### Phase 2: Rest (1 day)\n\n- FR-2: Users log out.\n",
    ["Users log in", "Users log in.", "Users log out", "Users log out."],
  ],
  [
    "a first column that counts as numbers, whatever its header is",
    "## Requirements\n\n| Story | Title | Priority |\n|---|---|---|\n| 1.1 | Users log in | P0 |\n| 1.2 | Users log out | P0 |\n",
    ["Users log in", "Users log in", "Users log out", "Users log out"],
  ],
  [
    "a numbered area among others as an area, whatever it is called",
    "## Features\n\n### 1. Search\n\n- Users can search.\n\n### 2. Risk Score\n\n- Each order has a score.\n\n### 3. Cart\n\n- The cart holds items.\n",
    [
      ...["Allow users to search", "Users can search."],
      ...["Each order has a score", "Each order has a score."],
      ...["The cart holds items", "The cart holds items."],
    ],
  ],
  [
    "questions below a heading with a number as no requirements",
    "## Features\n\n### 1. Search\n\n- Users can search.\n\n### 2. Open Questions\n\n- Who pays for the export\n\n### 3. Cart\n\n- The cart holds items.\n",
    ["Allow users to search", "Users can search.", "The cart holds items", "The cart holds items."],
  ],
  [
    "headings with ids in a section of an unknown name",
    `${login}## REQ-CART-001 Cart view\n\nThe cart shows its items.\n`,
    ["Allow users to log in", "Users can log in.", "Cart view", "The cart shows its items."],
  ],
  [
    "a requirement that is for a later phase for a reason",
    `${login}- Export of orders (Phase 2, after the launch)\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "what is below an optional heading as not to be built",
    `${login}## REST API (optional)\n\n- GET /orders: all orders\n- Answers are JSON.\n`,
    ["Allow users to log in", "Users can log in."],
  ],
  [
    "`Phase 2` of what the product does as a requirement",
    "## Functional Requirements\n\n### 4.1 Phase 1: Assess\n\nThe app assesses.\n\n### 4.2 Phase 2: Retrieve\n\nThe app retrieves.\n",
    [
      // In quotation marks, because `Phase 1:` begins a phase of the list.
      ...["“Phase 1: Assess”", "“Phase 1: Assess: The app assesses.”"],
      ...["“Phase 2: Retrieve”", "“Phase 2: Retrieve: The app retrieves.”"],
    ],
  ],
  [
    "what should not happen in the MVP as a requirement, and what is not in it as none",
    "## Requirements\n\n- No camera frames should be uploaded in the MVP.\n- No reminders in the MVP.\n",
    ["No camera frames should be uploaded in the MVP", "No camera frames should be uploaded in the MVP."],
  ],
  [
    "`Phase 2` beside an MVP as later work",
    "## Functional Requirements\n\n### Phase 1: MVP\n\n- FR-1: Users log in.\n\n### Phase 2: Rest\n\n- FR-2: Users log out.\n",
    ["Users log in", "Users log in."],
  ],
  [
    "the full stop after `H3` as no end of a sentence",
    "## Requirements\n\n- H3. Apple watches show the time.\n",
    ["H3. Apple watches show the time", "H3. Apple watches show the time."],
  ],
];

it.each(cases)("reads %s", (_, source, said) => {
  const tasks = draftTasks(readPrdModel(`# Shop\n\n${source}`, "shop.md")).flatMap((phase) => phase.tasks);
  expect(tasks.flatMap(({ title, steps }) => [title, ...steps])).toEqual(said);
});

const modelOf = (source: string) => readPrdModel(`# Shop\n\n${login}${source}`, "shop.md");

it.each([
  ["below measures", "## Objectives & Success Metrics\n\n### Non-Goals\n\n- Video export\n"],
  ["after a label", "## Goals\n\n- Fast checkout\n\n**Non-Goals (MVP):** Video export\n"],
])("reads non-goals %s", (_, source) => {
  expect(modelOf(source).nonGoals.map(({ text }) => text)).toEqual(["Video export"]);
});

it("reads a table of numbers as no requirements", () => {
  const { requirements } = readPrdModel(
    "# Shop\n\n## Requirements\n\n- Users log in.\n\n| Points | Pieces |\n|---|---|\n| 1 | 4 |\n| 2 | 5 |\n",
    "shop.md",
  );
  expect(requirements.map(({ text }) => text)).toEqual(["Users log in."]);
});

it("reads measures in prose as no criteria", () => {
  expect(modelOf("## Success Metrics\n\nThe shop has 500 users.\n").criteria).toEqual([]);
});

it("takes the stories to build as requirements beside a list that is all ticked", () => {
  const { requirements } = readPrdModel(
    "# Shop\n\n## User Stories\n\n### US-1: Log in\n\nAs a user, I want to log in.\n\n## Requirements\n\n- [x] Log in\n",
    "shop.md",
  );
  expect(requirements.map(({ id, optional }) => [id, optional])).toEqual([
    ["US-1", null],
    ["Requirement 1", "done"],
  ]);
});

it("numbers what obliges in other sections without the number of a heading", () => {
  const { requirements } = readPrdModel(
    "# Shop\n\n## Requirements\n\n### 2. Cart\n\n1. The cart holds items.\n\n### 3. Order\n\n1. Users order.\n\n## Operations\n\n1. Backups must be kept.\n",
    "shop.md",
  );
  expect(requirements.map(({ id }) => id)).toEqual(["Requirement 2.1", "Requirement 3.1", "Requirement 1"]);
});

it("does not report a placeholder in the data of the document", () => {
  expect(modelOf("**Created**: [Current Date]\n\n**Goal**: [Goal]\n").unread.map(({ text }) => text)).toEqual(
    ["Goal: [Goal]"],
  );
});

it("takes the title of pasted text from its first line", () => {
  const text = "PRD: Club\n\n1. Overview\nLunch.\n\n2. Functional Requirements\n• Users can order.\n";
  expect(readPrdModel(text, "0001-prd-lunch.md").title).toBe("Club");
  expect(readPrdModel(text.replace("PRD: ", "The "), "0001-prd-lunch.md").title).toBe("Lunch");
});

it.each([
  ["a labelled line", "**Target audience:** Parents"],
  ["a line after a dash", "---\n\n**Complexity:** Medium"],
  ["points below a label", "**Related PRDs:**\n\n- `0002-cart.md` (the cart)"],
])("reads %s after questions as no question", (_, footer) => {
  const { openQuestions } = modelOf(`## Open Questions\n\n1. Is there a cart?\n\n${footer}\n`);
  expect(openQuestions.map(({ text }) => text)).toEqual(["Is there a cart?"]);
});

it("reads labelled lines after a question as open questions if the questions are not a list", () => {
  const { openQuestions } = modelOf(
    "## Open Questions\n\n**Cart:** Is there one?\n\n**Region:** the lawyers decide\n",
  );
  expect(openQuestions).toHaveLength(2);
});

it.each(["TBD: which region", "None: or is there a cart?"])("reads %j as an open question", (question) => {
  expect(modelOf(`## Open Questions\n\n- ${question}\n`).openQuestions).toHaveLength(1);
});

it.each(["None at this time", "Ninguna: todas las decisiones fueron tomadas", "None\n\n**Priority:** High"])(
  "reads %j below Open Questions as no question",
  (none) => {
    expect(modelOf(`## Open Questions\n\n- ${none}\n`).openQuestions).toEqual([]);
  },
);

it("keeps the quotes of the values that a field can have", () => {
  const { models } = modelOf('## Data Model\n\n```ts\ninterface Gift {\n  form: "box" | "card";\n}\n```\n');
  expect(models.flatMap(({ fields }) => fields.map(({ note }) => note))).toEqual(['"box" | "card"']);
});

it("reports nothing about the marks that some tools put around a PRD", () => {
  const { unread } = readPrdModel(`[PRD]\n\n# Shop\n\n${login}[/PRD]\n`, "shop.md");
  expect(unread).toEqual([]);
});
