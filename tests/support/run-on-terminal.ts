import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** util-linux's `script`, which gives a command a terminal of its own. */
const SCRIPT = "/usr/bin/script";

/** Whether there is a way to run a command on a terminal here. */
export const hasTerminal = (): boolean => process.platform === "linux" && existsSync(SCRIPT);

/** Runs the built command on a terminal and types `keys` once it shows `prompt`. */
export function runOnTerminal(
  args: readonly string[],
  prompt: string,
  keys: string,
): Promise<{ exitCode: number | null; shown: string }> {
  const words = [process.execPath, resolve("dist/tasks/bin.js"), ...args].map(
    (word) => `'${word.replaceAll("'", `'\\''`)}'`,
  );
  const home = join(tmpdir(), `groundwork-home-${process.pid}`);
  // The terminal is new and has no size yet.
  const line = `stty cols 100 rows 40; exec ${words.join(" ")}`;
  const child = spawn(SCRIPT, ["--quiet", "--return", "--command", line, "/dev/null"], {
    env: { PATH: process.env["PATH"], HOME: home, TERM: "xterm", SHELL: "/bin/sh" },
  });
  return new Promise((done, fail) => {
    let shown = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const asked = shown.includes(prompt);
      shown += text;
      if (!asked && shown.includes(prompt)) child.stdin.write(keys);
    });
    child.on("error", fail);
    child.on("close", (exitCode) => done({ exitCode, shown }));
  });
}
