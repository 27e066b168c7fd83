import { expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const source = `# PRD: Accounts

## Functional Requirements

- FR-1: A member can ask for a password reset.
- FR-2: A member can change the address book.
- FR-3: The address book is printed once a year, as written in \`docs/print.md\`.
`;

const filesWith = (...repository: readonly string[]): Readonly<Record<string, readonly string[]>> => {
  const tasks = draftTasks(readPrdModel(source, "x.md"), repository).flatMap(({ tasks: own }) => own);
  return Object.fromEntries(tasks.map(({ key, files }) => [key, files]));
};

it("a draft lists a repository file whose name is unique and is mentioned only in this draft", () => {
  expect(filesWith("src/passwordReset.ts", "src/index.ts", "src/password.ts")).toEqual({
    "FR-1": ["src/passwordReset.ts"],
    "FR-2": [],
    "FR-3": ["docs/print.md"],
  });
});

it("a draft lists no file that two drafts mention, and no file whose name is not unique", () => {
  expect(filesWith("src/address-book.ts", "src/password-reset.ts", "src/old/password_resets.ts")).toEqual({
    "FR-1": [],
    "FR-2": [],
    "FR-3": ["docs/print.md"],
  });
});
