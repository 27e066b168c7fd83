import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { resolve } from "node:path";

const REPOSITORY = resolve(import.meta.dirname, "../..");
const END = "--- end of the command ---";

/** The pages' two programs, as in a project that has groundwork installed. */
const PROGRAMS = `
npx() { shift; node '${REPOSITORY}/dist/tasks/bin.js' "$@"; }
npm() { command npm --prefix '${REPOSITORY}' "$@"; }
exec 2>&1
`;

/** A shell that runs a page's commands in sequence and keeps its variables and folder between them. */
export class BashSession {
  readonly #shell: ChildProcessWithoutNullStreams;
  #output = "";
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#shell = spawn("bash", ["--norc"], {
      cwd,
      env: { PATH: process.env["PATH"], HOME: cwd, XDG_STATE_HOME: `${cwd}/.state`, LANG: "C.UTF-8", ...env },
    });
    this.#shell.stdout.setEncoding("utf8").on("data", (text) => {
      this.#output += text;
      this.#wake();
    });
    // A shell that cannot be started has an error and no exit code.
    this.#shell.on("error", (error) => {
      this.#failure = error;
      this.#wake();
    });
    this.#shell.on("close", () => this.#wake());
    this.#shell.stdin.write(PROGRAMS);
  }

  /**
   * @param input what the command reads, such as a password
   * @returns its standard output and standard error
   */
  async run(command: string, input: string): Promise<string> {
    this.#output = "";
    const fed = `{ ${command}\n} <<'INPUT'\n${input}\nINPUT\n`;
    this.#shell.stdin.write(`${fed}printf '\\n%s\\n' '${END}'\n`);
    while (!this.#output.includes(`\n${END}\n`)) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#shell.exitCode !== null) throw new Error(`bash ended: ${this.#output}`);
      await new Promise<void>((wake) => (this.#wake = wake));
    }
    return this.#output.slice(0, this.#output.indexOf(`\n${END}\n`)).trimEnd();
  }

  close(): void {
    this.#shell.kill("SIGKILL");
  }
}
