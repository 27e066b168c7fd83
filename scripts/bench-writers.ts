import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

/**
 * Runs many processes that edit one list. All edits must succeed. The wall-clock time is compared with the same edits
 * in sequence, in the same run.
 */
const { values } = parseArgs({
  options: {
    writers: { type: "string", default: "100" },
    edits: { type: "string", default: "10" },
    serial: { type: "string", default: "100" },
  },
});
const [writers, edits, serial] = [values.writers, values.edits, values.serial].map(Number) as [
  number,
  number,
  number,
];

const command = resolve("dist/tasks/bin.js");
const folder = mkdtempSync(join(tmpdir(), "groundwork-writers-"));
const list = join(folder, "tasks-0001-prd-writers.md");
const env = { PATH: process.env["PATH"], HOME: folder };

function writeList(): void {
  const tasks = Array.from({ length: writers }, (_, index) =>
    [
      `### Task 1.${index + 1}: Task ${index + 1}`,
      "",
      "**Complexity**: Low",
      "**Dependencies**: None",
      "",
      "**Steps**:",
      "",
      "1. Do it",
      "",
      "**Verification**:",
      "",
      "- [ ] The file exists",
      "",
    ].join("\n"),
  );
  writeFileSync(
    list,
    `# Task List: Writers\n\n**PRD**: 0001-prd-writers.md\n**Created**: 2026-01-01\n**Status**: Not Started\n\n---\n\n## Phase 1: All (Tasks 1.1-1.${writers})\n\n${tasks.join("\n---\n\n")}`,
  );
}

function edit(task: number, round: number): Promise<string | null> {
  const args = [command, "-f", list, "edit", `1.${task}`, "--title", `Task ${task}, round ${round}`];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
  return new Promise((done) =>
    child.on("close", (code) => done(code === 0 ? null : `${code}: ${errors.trim()}`)),
  );
}

async function write(task: number): Promise<readonly string[]> {
  const failures: string[] = [];
  for (let round = 1; round <= edits; round += 1) {
    const failure = await edit(task, round);
    if (failure !== null) failures.push(failure);
  }
  return failures;
}

async function timed<T>(action: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now();
  const result = await action();
  return { seconds: (performance.now() - start) / 1000, result };
}

writeList();
await edit(1, 0);
const single = await timed(async () => {
  for (let round = 1; round <= serial; round += 1) await edit((round % writers) + 1, round);
});
writeList();
const together = await timed(() =>
  Promise.all(Array.from({ length: writers }, (_, index) => write(index + 1))),
);
const failures = together.result.flat();
const total = writers * edits;
const expected = (single.seconds / serial) * total;
console.log(`${total} edits by ${writers} processes at a time: ${total - failures.length} succeeded.`);
console.log(
  `one after another ${expected.toFixed(1)} s (from ${serial}), together ${together.seconds.toFixed(1)} s: ${(together.seconds / expected).toFixed(2)} times`,
);
for (const message of new Set(failures)) console.log(message);
rmSync(folder, { recursive: true });
process.exitCode = failures.length === 0 ? 0 : 1;
