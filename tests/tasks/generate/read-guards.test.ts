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
    "names without types below a heading of the data model as no fields",
    `${login}## Data Model\n\n### Roles\n\n- Admin\n- Member\n- Guest\n`,
    ["Allow users to log in", "Users can log in.", 'Apply "Roles"', "Admin", "Member", "Guest"],
  ],
  [
    "a table of plans in the data model as no fields",
    `${login}## Data Model\n\n### Plans\n\n| Name | Price |\n|---|---|\n| Free | 0 |\n| Gold | 9 |\n`,
    ["Allow users to log in", "Users can log in.", 'Apply "Plans": Free, Gold', "Free: 0", "Gold: 9"],
  ],
  [
    "an enumeration of phrases in the data model as no fields",
    `${login}## Data Model\n\n- Export: as CSV file, as PDF file, as plain text\n`,
    [
      ...["Allow users to log in", "Users can log in."],
      ...['Apply "Data Model"', "Export: as CSV file, as PDF file, as plain text"],
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
];

it.each(cases)("reads %s", (_, source, said) => {
  const tasks = draftTasks(readPrdModel(`# Shop\n\n${source}`, "shop.md")).flatMap((phase) => phase.tasks);
  expect(tasks.flatMap(({ title, steps }) => [title, ...steps])).toEqual(said);
});
