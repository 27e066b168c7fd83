import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BlockCache } from "../../../src/tasks/document/block-cache.ts";
import { parseBlocks } from "../../../src/tasks/document/parse-blocks.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-cache-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = fc.constantFrom(
  "# Task List: A",
  "## Phase 1: B",
  "### Task 1.1: C",
  "### Task 1.2: D ✅",
  "**Dependencies**: 1.1",
  "- Dependencies: 1.2",
  "- [ ] box",
  "- [x] box",
  "1. step",
  "```",
  "<!--",
  "-->",
  "---",
  "",
  "text",
);
const source = fc.array(lines, { maxLength: 20 }).map((chosen) => `${chosen.join("\n")}\n`);

const readThrough = (cache: BlockCache, text: string) => {
  cache.beginReading();
  return readTaskList(text, (piece, offset) => cache.blocksOf(piece, offset));
};

describe("the cache of parsed pieces", () => {
  it("never changes what is read, in the run that fills it and in the next ones", () => {
    const path = join(folder, "list.blocks");
    fc.assert(
      fc.property(source, source, (first, second) => {
        for (const text of [first, second, first]) {
          const cache = new BlockCache(path);
          expect(readThrough(cache, text)).toEqual(readTaskList(text, parseBlocks));
          cache.save();
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["cut short", (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ["changed in one bit", (bytes: Buffer) => bytes.map((byte, index) => (index === 60 ? byte ^ 1 : byte))],
    ["emptied", () => Buffer.alloc(0)],
    ["filled with something else", () => Buffer.from("not a cache at all, whatever it may be")],
  ])("is ignored when its file was %s", (_, damage) => {
    const path = join(folder, "list.blocks");
    const text = "# Task List: A\n\n### Task 1.1: B\n\n- [x] c\n";
    const cache = new BlockCache(path);
    readThrough(cache, text);
    cache.save();
    writeFileSync(path, damage(readFileSync(path)));
    expect(readThrough(new BlockCache(path), text)).toEqual(readTaskList(text, parseBlocks));
  });

  it("keeps at most 64 files", () => {
    for (let index = 0; index < 70; index++) {
      const cache = new BlockCache(join(folder, `${index}.blocks`));
      readThrough(cache, `# ${index}\n`);
      cache.save();
    }
    expect(readdirSync(folder)).toHaveLength(64);
  });
});

describe("a run of the command", () => {
  const list = "# Task List: A\n\n### Task 1.1: B\n- Dependencies: None\n- Verification: answers 200\n";

  function runNext(environment: Record<string, string>): string {
    const path = join(folder, "tasks-a.md");
    writeFileSync(path, list);
    const run = spawnSync(process.execPath, ["dist/tasks/bin.js", "-f", path, "--json", "next"], {
      env: { ...process.env, ...environment },
      encoding: "utf8",
    });
    expect(run.stderr).toBe("");
    return run.stdout;
  }

  it("answers the same with the cache, without it, and where it cannot be written", () => {
    const cacheHome = join(folder, "cache");
    const fresh = runNext({ XDG_CACHE_HOME: cacheHome });
    expect(readdirSync(join(cacheHome, "groundwork"))).toHaveLength(1);
    expect(runNext({ XDG_CACHE_HOME: cacheHome })).toBe(fresh);
    expect(runNext({ XDG_CACHE_HOME: cacheHome, TASKS_CACHE: "off" })).toBe(fresh);
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    expect(runNext({ XDG_CACHE_HOME: file })).toBe(fresh);
  });

  it("leaves no trace with TASKS_CACHE=off", () => {
    runNext({ XDG_CACHE_HOME: join(folder, "cache"), TASKS_CACHE: "off" });
    expect(existsSync(join(folder, "cache"))).toBe(false);
  });

  it("does without a folder that nobody may write", () => {
    const cacheHome = join(folder, "cache");
    mkdirSync(cacheHome);
    chmodSync(cacheHome, 0o500);
    expect(runNext({ XDG_CACHE_HOME: cacheHome })).toContain('"1.1"');
    chmodSync(cacheHome, 0o700);
  });
});
