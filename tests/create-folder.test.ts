import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../src/create-folder.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("a folder is created with its parents, with the given mode, and only once", () => {
  const path = join(temporaryFolder(), "a", "b");
  for (let count = 0; count < 2; count++) createFolder(path, 0o700);
  expect([path, join(path, "..")].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
});

test("a folder can't be created below a file", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(() => createFolder(file)).toThrow("EEXIST");
  expect(() => createFolder(join(file, "a", "b"))).toThrow("ENOTDIR");
});

test("a folder that the system can't create is refused instead of tried forever", () => {
  expect(() => createFolder("/proc/groundwork/backups")).toThrow(/mkdir '\/proc/);
});
