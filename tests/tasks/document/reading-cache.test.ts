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
import { readTask } from "../../../src/tasks/document/read-task.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import type { ReadingMemory } from "../../../src/tasks/document/reading-cache.ts";
import { ReadingCache } from "../../../src/tasks/document/reading-cache.ts";
import type { Task, TaskList } from "../../../src/tasks/document/task-list.ts";
import { parseAfresh } from "../../support/parse-afresh.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-cache-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = fc.constantFrom(
  "# Task List: A",
  "#### Notes",
  "## Phase 1: B",
  "### Task 1.1: C",
  "### Task 1.2: D ✅",
  "**Dependencies**: 1.1",
  "**Status**: In Progress | **Owner**: ann",
  "**Complexity**: High",
  "**Depends on**: 1.1-1.2 (both), Phase 1, the weather",
  "1.1",
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

/** A cache that stores nothing. */
const afresh: ReadingMemory = { blocksOf: parseAfresh, taskIn: readTask };

const everyFact: Readonly<Record<keyof Task, true>> = {
  number: true,
  phase: true,
  seq: true,
  title: true,
  numberSpan: true,
  titleSpan: true,
  headingMark: true,
  heading: true,
  depth: true,
  line: true,
  span: true,
  sectionEnd: true,
  form: true,
  fields: true,
  status: true,
  owner: true,
  complexity: true,
  dependencies: true,
  requirements: true,
  files: true,
  steps: true,
  verification: true,
  proof: true,
  method: true,
  path: true,
  id: true,
  minutes: true,
  body: true,
  phaseIndex: true,
};

/** All facts of a list. A cached task loads its facts on demand, so without this it would equal any other. */
const inFull = (list: TaskList) => ({
  ...list,
  tasks: list.tasks.map((task) =>
    Object.fromEntries(Object.keys(everyFact).map((fact) => [fact, task[fact as keyof Task]])),
  ),
});

const readAfresh = (text: string) => inFull(readTaskList(text, afresh));

const readThrough = (cache: ReadingCache, text: string) => {
  cache.beginReading();
  return inFull(readTaskList(text, cache));
};

describe("the reading cache", () => {
  it("never changes the result, in the run that fills it or later", () => {
    const path = join(folder, "list.reading");
    fc.assert(
      fc.property(source, source, (first, second) => {
        for (const text of [first, second, first]) {
          const cache = new ReadingCache(path);
          expect(readThrough(cache, text)).toEqual(readAfresh(text));
          cache.save();
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["truncated", (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ["changed in one bit", (bytes: Buffer) => bytes.map((byte, index) => (index === 60 ? byte ^ 1 : byte))],
    ["emptied", () => Buffer.alloc(0)],
    ["filled with other data", () => Buffer.from("not a cache at all, whatever it may be")],
  ])("ignores a file that was %s", (_, damage) => {
    const path = join(folder, "list.reading");
    const text = "# Task List: A\n\n### Task 1.1: B\n\n- [x] c\n";
    const cache = new ReadingCache(path);
    readThrough(cache, text);
    cache.save();
    writeFileSync(path, damage(readFileSync(path)));
    expect(readThrough(new ReadingCache(path), text)).toEqual(readAfresh(text));
  });

  it("keeps at most 64 files", () => {
    for (let index = 0; index < 70; index++) {
      const cache = new ReadingCache(join(folder, `${index}.reading`));
      readThrough(cache, `# ${index}\n`);
      cache.save();
    }
    expect(readdirSync(folder)).toHaveLength(64);
  });
});

describe("a cached task", () => {
  const task = "### Task 1.1: A\n\n**Status**: Done\n**Depends on**: 1.2-1.3, Phase 2, the weather\n";
  const readAfter = (first: string, second: string) => {
    const cache = new ReadingCache(null);
    readThrough(cache, first);
    return readThrough(cache, second);
  };

  it.each([
    ["further down", (text: string) => `# Task List: A\n\nAbout it.\n\n${text}`],
    ["twice", (text: string) => `${text}\n${text}`],
    ["before a heading of its own", (text: string) => `${text}\n#### Notes\n\n**Owner**: ann\n`],
    ["before a rule", (text: string) => `${text}\n---\n\n**Owner**: ann\n`],
    ["after an open fence", (text: string) => `\`\`\`\n${text}`],
    ["after a byte order mark", (text: string) => `\uFEFF${text}`],
  ])("is read like a new one if it is %s", (_, place) => {
    expect(readAfter(task, place(task))).toEqual(readAfresh(place(task)));
    expect(readAfter(place(task), task)).toEqual(readAfresh(task));
  });

  it("is read again if the text below its own heading has changed", () => {
    const withOwner = (name: string) => `${task}\n#### Notes\n\n**Owner**: ${name}\n`;
    expect(readAfter(withOwner("ann"), withOwner("bob"))).toEqual(readAfresh(withOwner("bob")));
  });

  it("is read again if its open fence now includes the following text", () => {
    const open = `${task}\n\`\`\`\n`;
    const closed = `${open}### Task 1.2: B\n\`\`\`\n\n**Owner**: ann\n`;
    expect(readAfter(open, closed)).toEqual(readAfresh(closed));
    expect(readAfter(closed, open)).toEqual(readAfresh(open));
  });
});

describe("a tasks command", () => {
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

  it("prints the same with the cache, without it, and with one that can't be written", () => {
    const cacheHome = join(folder, "cache");
    const fresh = runNext({ XDG_CACHE_HOME: cacheHome });
    const readings = readdirSync(join(cacheHome, "groundwork")).filter((name) => name.endsWith(".reading"));
    expect(readings).toHaveLength(1);
    expect(runNext({ XDG_CACHE_HOME: cacheHome })).toBe(fresh);
    expect(runNext({ XDG_CACHE_HOME: cacheHome, TASKS_CACHE: "off" })).toBe(fresh);
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    expect(runNext({ XDG_CACHE_HOME: file })).toBe(fresh);
  });

  it("writes no cache with TASKS_CACHE=off", () => {
    runNext({ XDG_CACHE_HOME: join(folder, "cache"), TASKS_CACHE: "off" });
    expect(existsSync(join(folder, "cache"))).toBe(false);
  });

  it("neither reads nor writes a cache folder that others can write", () => {
    const environment = { XDG_CACHE_HOME: join(folder, "cache") };
    const own = join(folder, "cache/groundwork");
    mkdirSync(own, { recursive: true });
    chmodSync(own, 0o777);
    const fresh = runNext(environment);
    expect(fresh).toContain('"1.1"');
    expect(readdirSync(own).filter((name) => name.endsWith(".reading"))).toEqual([]);
  });

  it("works with a read-only cache folder", () => {
    const cacheHome = join(folder, "cache");
    mkdirSync(cacheHome);
    chmodSync(cacheHome, 0o500);
    expect(runNext({ XDG_CACHE_HOME: cacheHome })).toContain('"1.1"');
    chmodSync(cacheHome, 0o700);
  });
});
