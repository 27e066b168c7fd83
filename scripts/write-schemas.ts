import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { answers } from "../src/tasks/reporting/answers.ts";

/**
 * Writes the JSON Schema of each command's `--json` output, one file for each command. A later version may add fields,
 * so the schemas allow unknown ones.
 */
export function writeSchemas(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [command, answer] of Object.entries(answers)) {
    const schema = z.toJSONSchema(answer.meta({ title: titleOf(command) }), { io: "input" });
    writeFileSync(join(folder, `${command}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}

const titleOf = (command: string): string =>
  command === "error" ? "What any command prints instead of an answer" : `tasks ${command} --json`;
