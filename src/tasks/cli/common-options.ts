import { Option } from "commander";

/** The options of every command. */
export interface GlobalOptions {
  readonly list?: string;
  readonly json?: boolean;
  readonly color: boolean;
}

/** The option of every command that edits: shows the edit and writes nothing. */
export const dryRun = (): Option =>
  new Option("--dry-run", "print the edit as a unified diff, write nothing");

/** Collects the values of an option that may be given several times. */
export const collect = (value: string, values: readonly string[] = []): readonly string[] => [
  ...values,
  value,
];

/** The example that each command's help ends with. */
export const example = (...lines: readonly string[]): string =>
  `\nExample:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
