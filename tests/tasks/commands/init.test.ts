import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runJson, runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";

const places = {
  claude: ".claude/commands/tasks-start.md",
  cursor: ".cursor/commands/tasks-start.md",
  copilot: ".github/prompts/tasks-start.prompt.md",
  gemini: ".gemini/commands/tasks/start.toml",
  codex: ".agents/skills/tasks-start/SKILL.md",
};
const everyone = Object.keys(places).join(",");

let folder: string;
const run = (...args: string[]) => runTasks(["init", ...args], { cwd: folder });
const json = (...args: string[]) => runJson(["init", ...args], { cwd: folder });
const text = (path: string) => readFileSync(join(folder, path), "utf8");
const everything = () =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        join(entry.parentPath, entry.name),
        readFileSync(join(entry.parentPath, entry.name), "utf8"),
      ]),
  );

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
});

describe("tasks init", () => {
  it("names npx only with --no, because another package in the registry is called tasks", async () => {
    await run("--assistant", everyone);
    const written = Object.values(everything()).join("\n");
    expect(new Set(written.match(/`npx[^`]*`/g))).toEqual(new Set(["`npx --no -- tasks`"]));
  });

  it("writes seven commands for each assistant, at the path and in the format of that assistant", async () => {
    const { exitCode, json: answer } = await json("--assistant", everyone);
    expect(exitCode).toBe(0);
    expect(answer.assistants).toEqual(Object.keys(places));
    expect(answer.files).toHaveLength(35);
    expect(new Set(answer.files.map(({ action }: { action: string }) => action))).toEqual(
      new Set(["written"]),
    );
    expect(text(places.claude)).toMatch(
      /^---\ndescription: Start a task .*\nargument-hint: "\[task number\]"\n---\n\n<!-- /,
    );
    expect(text(places.claude)).toContain("$ARGUMENTS");
    expect(text(places.cursor)).toMatch(/^<!-- tasks init: begin/);
    expect(text(places.copilot)).toMatch(/^---\ndescription: .*\nagent: agent\n/);
    expect(text(places.gemini)).toMatch(
      /^# tasks init: begin.*\ndescription = ".*"\nprompt = '''\n[^']*('[^']+)*\{\{args\}\}/,
    );
    expect(text(places.codex)).toMatch(/^---\nname: tasks-start\ndescription: .*\n---\n/);
    for (const path of Object.values(places)) {
      expect(text(path)).toMatch(/`tasks start N`[\s\S]*`tasks check N`[\s\S]*`tasks complete N`/);
    }
    const generate = ".claude/commands/tasks-generate.md";
    expect(text(generate)).toMatch(
      /`tasks brief PRD`[\s\S]*`\.claude\/tasks\/tasks-[\s\S]*`tasks lint --strict --prd[\s\S]*`tasks update --record`/,
    );
    expect(text(".claude/commands/tasks-update.md")).toMatch(
      /\$ARGUMENTS[\s\S]*`tasks update PRD --dry-run`[\s\S]*`tasks update PRD`[\s\S]*`tasks lint --prd PRD`/,
    );
    const names = readdirSync(join(folder, ".claude/commands")).toSorted();
    expect(names).toEqual(
      ["add", "generate", "next", "progress", "remove", "start", "update"].map((name) => `tasks-${name}.md`),
    );
  });

  it("prints each file's path from the current folder", async () => {
    const cwd = join(folder, "docs");
    mkdirSync(cwd);
    const { stdout } = await runTasks(["init", "--assistant", "claude"], { cwd });
    expect(stdout).toContain("written    ../.claude/commands/tasks-start.md\n");
    writeFile(folder, places.claude, "Mine.\n");
    const { stderr } = await runTasks(["init", "--assistant", "claude"], { cwd });
    expect(stderr).toContain("tasks: ../.claude/commands/tasks-start.md exists and was not written");
  });

  it("prints the names of the commands to type", async () => {
    const { stdout } = await run("--assistant", "claude", "--assistant", "gemini");
    expect(stdout).toContain("written    .claude/commands/tasks-add.md\n");
    expect(stdout).toContain(
      "Claude Code: /tasks-generate  /tasks-update  /tasks-start  /tasks-next  /tasks-progress  /tasks-add  /tasks-remove\n",
    );
    expect(stdout).toContain("Gemini CLI: /tasks:generate");
  });

  it("changes nothing on a second run, and restores only the text between its markers", async () => {
    await run("--assistant", everyone);
    const before = everything();
    expect(
      (await json("--assistant", everyone)).json.files.every(
        ({ action }: { action: string }) => action === "unchanged",
      ),
    ).toBe(true);
    expect(everything()).toEqual(before);
    const original = text(places.claude);
    const own = original
      .replace("---\n\n<!--", "model: opus\n---\n\nMine above.\n<!--")
      .replace(/-->\n$/, "-->\r\nMine below, without an end");
    writeFileSync(join(folder, places.claude), own.replace("1. Start it", "1. Begin it"));
    const { json: answer } = await json("--assistant", "claude");
    expect(answer.files).toContainEqual({ assistant: "claude", path: places.claude, action: "updated" });
    expect(text(places.claude).replaceAll("\r\n", "\n")).toBe(own.replaceAll("\r\n", "\n"));
    expect(text(places.claude)).toMatch(/Mine below, without an end$/);
  });

  it("removes with --remove what it wrote and the folders that this leaves empty, and nothing else", async () => {
    writeFile(folder, ".claude/settings.json", "{}");
    const before = everything();
    await run("--assistant", everyone);
    const { json: answer } = await json("--remove");
    expect(answer.files).toHaveLength(35);
    expect(everything()).toEqual(before);
    expect(readdirSync(folder).toSorted()).toEqual([".claude", ".git"]);
    expect(readdirSync(join(folder, ".claude"))).toEqual(["settings.json"]);
    expect(await run("--remove")).toMatchObject({
      exitCode: 0,
      stdout: "tasks init has written nothing here.\n",
    });
  });

  it("keeps text that was added to its files when --remove removes the rest", async () => {
    await run("--assistant", "cursor,claude");
    writeFileSync(join(folder, places.cursor), `Mine.\n${text(places.cursor)}Mine too.\n`);
    await run("--remove", "--assistant", "cursor");
    expect(text(places.cursor)).toBe("Mine.\nMine too.\n");
    expect(existsSync(join(folder, places.claude))).toBe(true);
  });

  it("overwrites no file that it didn't write, and writes no other file either", async () => {
    writeFile(folder, ".claude/commands/tasks-add.md", "My own command.\n");
    const before = everything();
    const { exitCode, json: answer } = await json("--assistant", "claude,cursor");
    expect(exitCode).toBe(2);
    expect(answer.error).toEqual({
      code: "foreign-file",
      message:
        ".claude/commands/tasks-add.md exists and was not written by tasks init: it was not changed. Rename it, and try again.",
    });
    expect(everything()).toEqual(before);
    await run("--remove", "--assistant", "claude");
    expect(everything()).toEqual(before);
  });

  it("prints a patch with --dry-run and writes nothing", async () => {
    const { stdout } = await run("--assistant", "codex", "--dry-run");
    expect(stdout.match(/^\+\+\+ b\/\.agents\/skills\/tasks-\w+\/SKILL\.md$/gm)).toHaveLength(7);
    expect(everything()).toEqual({});
  });

  it("detects the assistants in use at the repository's root", async () => {
    writeFile(folder, "GEMINI.md", "Hello.\n");
    mkdirSync(join(folder, ".cursor"));
    mkdirSync(join(folder, "deep/down"), { recursive: true });
    const { json: answer } = await runJson(["init"], { cwd: join(folder, "deep/down") });
    expect(answer).toMatchObject({ root: folder, assistants: ["cursor", "gemini"] });
    expect(existsSync(join(folder, places.gemini))).toBe(true);
  });

  it("refuses an unknown assistant, and asks for a name if it detects none", async () => {
    const known = "claude, cursor, copilot, gemini, codex";
    expect(await run("--assistant", "clippy")).toMatchObject({
      exitCode: 2,
      stderr: `tasks: "clippy" is not a known assistant: use one of ${known}.\n`,
    });
    expect((await run()).stderr).toBe(
      `tasks: No assistant was found in ${folder}: name one with --assistant (${known}).\n`,
    );
  });

  it.each([
    ["a read-only file", () => chmodSync(join(folder, places.cursor), 0o444), "read-only"],
    [
      "a file in place of its folder",
      () => {
        rmSync(join(folder, ".cursor"), { recursive: true });
        writeFile(folder, ".cursor/commands", "Mine.\n");
      },
      "is not a folder",
    ],
    [
      "a broken link",
      () => {
        rmSync(join(folder, places.cursor));
        symlinkSync("nowhere", join(folder, places.cursor));
      },
      "there is no such file",
    ],
  ])("writes nothing for any assistant if one has %s", async (_, spoil, why) => {
    await run("--assistant", "cursor");
    writeFileSync(join(folder, places.cursor), text(places.cursor).replace("1. ", "0. "));
    spoil();
    expect(await run("--assistant", "claude,cursor")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(why),
    });
    expect(existsSync(join(folder, ".claude"))).toBe(false);
  });

  it("refuses to change or remove a file that has lost its end marker", async () => {
    await run("--assistant", "cursor");
    const halved = `${text(places.cursor).replace("<!-- tasks init: end -->\n", "")}My own words.\n`;
    writeFileSync(join(folder, places.cursor), halved);
    for (const args of [[], ["--remove"]]) {
      const { exitCode, stderr } = await run("--assistant", "cursor", ...args);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/has lost one of the two lines .*\("<!-- tasks init: end -->" is the second\)/);
      expect(text(places.cursor)).toBe(halved);
    }
    expect(readdirSync(join(folder, ".cursor/commands"))).toHaveLength(7);
  });

  it.each([".", "below"])("refuses the home folder without --assistant when called in %j", async (place) => {
    mkdirSync(join(folder, "below"));
    mkdirSync(join(folder, ".claude"));
    const options = { cwd: join(folder, place), env: { HOME: folder } };
    const { exitCode, stderr } = await runTasks(["init"], options);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/is your home folder.*--assistant/);
    expect(readdirSync(join(folder, ".claude"))).toEqual([]);
    expect(await runTasks(["init", "--assistant", "claude"], options)).toMatchObject({ exitCode: 0 });
    expect(await runTasks(["init", "--remove"], options)).toMatchObject({ exitCode: 0 });
  });
});
