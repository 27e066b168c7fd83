import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readUndoRecord, replaceUndoably } from "../../../src/tasks/list-file/undo-store.ts";
import { listOf } from "../../support/list-of.ts";
import { mounting } from "../../support/machine.ts";
import { mountTmpfs, remountReadOnly } from "../../support/mount-tmpfs.ts";
import { runTasks, writeList } from "../../support/tasks-command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { testWith } from "../../support/test-with.ts";

test("the undo of the 64 lists edited last is kept", () => {
  const folder = temporaryFolder();
  vi.stubEnv("XDG_STATE_HOME", join(folder, "state"));
  const lists = Array.from({ length: 70 }, (_, index) => join(folder, `tasks-${index}.md`));
  for (const list of lists) {
    writeFileSync(list, "before");
    expect(replaceUndoably(list, "check", "before", "after")).toEqual([]);
  }
  expect(readdirSync(join(folder, "state/groundwork/undo"))).toHaveLength(64);
  expect(readUndoRecord(lists.at(-1) ?? "")).toMatchObject({ command: "check", before: "before" });
});

test("a list is replaced, and the reason reported, if the system can't create the folder for the undo", () => {
  vi.stubEnv("XDG_STATE_HOME", "/proc/groundwork");
  const list = join(temporaryFolder(), "tasks.md");
  writeFileSync(list, "before");
  expect(replaceUndoably(list, "check", "before", "after")).toEqual([
    expect.stringContaining("cannot write /proc/groundwork"),
  ]);
  expect(readFileSync(list, "utf8")).toBe("after");
});

testWith([mounting], "undo takes back an edit if its record is on a read-only disk", async () => {
  const disk = mountTmpfs("1m");
  const env = { XDG_STATE_HOME: disk };
  const text = listOf([{ number: "1.1" }]);
  const list = writeList(text);
  expect(await runTasks(["-f", list, "start", "1.1"], { env })).toMatchObject({ exitCode: 0 });
  remountReadOnly(disk);
  expect(await runTasks(["-f", list, "undo"], { env })).toMatchObject({ exitCode: 0, stderr: "" });
  expect(readFileSync(list, "utf8")).toBe(text);
  expect(await runTasks(["-f", list, "undo"], { env })).toMatchObject({ exitCode: 1 });
});
