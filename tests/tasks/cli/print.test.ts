import { spawnSync } from "node:child_process";
import { styleText } from "node:util";
import { describe, expect, it } from "vitest";
import { withoutSteering } from "../../../src/tasks/terminal/words.ts";
import { listOf } from "../../support/list-of.ts";
import { terminal } from "../../support/machine.ts";
import { runOnTerminal } from "../../support/run-on-terminal.ts";
import { runTasks, temporaryFolder, writeFile, writeList } from "../../support/tasks-command.ts";
import { testWith } from "../../support/test-with.ts";

const esc = "\u001B";
const list = listOf([
  {
    number: "1.1",
    title: `Store${esc}]0;title\u0007 ${esc}[2J${esc}[8mloans`,
    depends: `a${esc}[2Jkey`,
  },
]);

describe("text from a list", () => {
  testWith(
    [terminal],
    "can't control the terminal, because control characters are printed as escapes",
    async () => {
      const { output } = await runOnTerminal(["-f", writeList(list), "show", "1.1"]);
      expect(output).toContain(String.raw`Store\u{1b}]0;title\u{7} \u{1b}[2J\u{1b}[8mloans`);
      expect(output).not.toContain(`${esc}[2J`);
    },
  );

  it("goes into a pipe unchanged, and into an error message with escapes", async () => {
    const file = writeList(list);
    expect((await runTasks(["-f", file, "show", "1.1"])).stdout).toContain(`${esc}[2J`);
    const { stderr } = await runTasks(["-f", file, "start", "1.1"]);
    expect(stderr).toContain(String.raw`it waits for "a\u{1b}[2Jkey"`);
    expect(stderr.match(/\n/g)).toHaveLength(1);
  });

  it("adds no line breaks to an error message", async () => {
    const { exitCode, stderr } = await runTasks(["-f", writeList(list), "show", "1.1\n### Task 2.2"]);
    expect([exitCode, stderr]).toEqual([
      2,
      'tasks: "1.1 ### Task 2.2" is not a task number: write it like 1.2.\n',
    ]);
  });

  it("keeps the program's own colours", () => {
    const styles = ["bold", "dim", "red", "green", "yellow", "blue", "cyan", "gray"] as const;
    const text = styles.map((style) => styleText(style, style, { validateStream: false })).join("\r\n\t");
    expect(withoutSteering(text)).toBe(text);
  });
});

describe("a full pipe", () => {
  it("gets both outputs whole and in order, without a warning of Node.js", () => {
    const areas = Array.from(
      { length: 12 },
      (_, area) => `### Area ${area}\n\n- FR-${area}: Lend book ${area}\n\n`,
    );
    const prd = writeFile(temporaryFolder(), "prd.md", `# Loans\n\n## Requirements\n\n${areas.join("")}`);
    // The first attempt of each write fails like one to a full pipe that doesn't block.
    const full = `import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const { writeSync } = fs;
      let isFull = false;
      fs.writeSync = (descriptor, bytes, ...others) => {
        isFull = descriptor < 3 && !isFull;
        if (isFull) {
          throw Object.assign(new Error("full"), { code: "EAGAIN" });
        }
        return writeSync(descriptor, bytes, ...others);
      };
      syncBuiltinESMExports();`;
    const script = '"$0" --import "$1" dist/tasks/bin.js generate "$2" --stdout 2>&1';
    const words = [process.execPath, `data:text/javascript,${encodeURIComponent(full)}`, prd];
    const { stdout } = spawnSync("sh", ["-c", script, ...words], { encoding: "utf8" });
    const lines = stdout.trimEnd().split("\n");
    const changes = lines.indexOf("## Changes");
    expect(lines[0]).toBe("# Task List: Loans");
    expect(lines.slice(0, changes).filter((line) => line.startsWith("tasks: "))).toEqual([]);
    const notes = lines.slice(changes + 3);
    expect(notes.length).toBeGreaterThan(12);
    expect(notes.filter((line) => !line.startsWith("tasks: "))).toEqual([]);
  });
});

describe("standard error", () => {
  // Opening it takes a twentieth of the whole command's time. A module such as `node:assert` opens it when it is loaded.
  it.each(["next", "list", "progress", "start 1.1"])("isn't opened by tasks %s", async (command) => {
    const refuse = `Object.defineProperty(process, "stderr", { get() { process.exit(70); } })`;
    const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(refuse)}`];
    const file = writeList(listOf([{ number: "1.1", title: "Store loans" }]));
    expect(await runTasks(["-f", file, ...command.split(" ")], { nodeOptions })).toMatchObject({
      exitCode: 0,
    });
  });
});
