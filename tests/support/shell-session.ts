import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** A shell on a new terminal. */
export class ShellSession {
  readonly #child: ChildProcessWithoutNullStreams;
  #output = "";
  #wake: () => void = () => undefined;

  constructor(command: string, cwd: string, env: Readonly<Record<string, string>>) {
    this.#child = spawn("script", ["-qfec", command, "/dev/null"], {
      cwd,
      env: { PATH: process.env["PATH"], TERM: "xterm", LANG: "C.UTF-8", COLUMNS: "200", LINES: "50", ...env },
    });
    this.#child.stdout.setEncoding("utf8").on("data", (text) => {
      this.#output += text;
      this.#wake();
    });
  }

  /** Types keys and waits until the output matches the pattern. */
  async type(keys: string, shown: RegExp): Promise<string> {
    this.#output = "";
    this.#child.stdin.write(keys);
    return this.shows(shown);
  }

  async shows(pattern: RegExp): Promise<string> {
    for (;;) {
      const text = stripVTControlCharacters(this.#output);
      if (pattern.test(text)) return text;
      await new Promise<void>((wake) => (this.#wake = wake));
    }
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }
}
