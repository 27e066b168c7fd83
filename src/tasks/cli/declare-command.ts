import type { Command } from "commander";
import { Argument, Option } from "commander";
import type { AnyOperation } from "../commands/operation.ts";
import type { Parameter } from "./options/declaration.ts";
import type { Report } from "./reporting/report.ts";

/** The options of every command. */
export interface GlobalOptions {
  readonly list?: string;
  readonly json?: boolean;
  readonly color: boolean;
}

/** Prints a command's answer. */
export type Print = (report: Report, options: GlobalOptions) => void;

/** Adds a declared command to the program, with an action that runs it and prints its report. */
export function declareCommand(program: Command, { declaration, run }: AnyOperation, print: Print): void {
  const { name, alias, summary, examples } = declaration;
  const operands = Object.entries(declaration.arguments ?? {});
  const command = program.command(name).description(summary).addHelpText("after", exampleText(examples));
  if (alias !== undefined) command.alias(alias);
  for (const [, parameter] of operands) command.addArgument(argumentFor(parameter));
  for (const [key, parameter] of Object.entries(declaration.options ?? {}))
    command.addOption(optionFor(key, parameter));
  command.action(async (...given) => {
    const options = command.optsWithGlobals<GlobalOptions>();
    const words = Object.fromEntries(operands.map(([key], index) => [key, given[index]]));
    const report = await run({ ...words, ...options });
    if (report) print(report, options);
  });
}

/** The examples at the end of a help text. */
export const exampleText = (lines: readonly string[]): string =>
  `\nExample:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;

function argumentFor({ summary, value, isRequired, isRepeatable, choices }: Parameter): Argument {
  const name = isRepeatable ? `${value}...` : value;
  const argument = new Argument(isRequired ? `<${name}>` : `[${name}]`, summary);
  return choices ? argument.choices(choices) : argument;
}

function optionFor(key: string, parameter: Parameter): Option {
  const { summary, value, short, isRequired, isRepeatable, choices, conflicts } = parameter;
  const long = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const flags = short === undefined ? long : `${short}, ${long}`;
  const option = new Option(value === undefined ? flags : `${flags} <${value}>`, summary);
  if (choices) option.choices(choices);
  // The command itself checks the choices, because one word may hold several.
  if (isRepeatable) option.argParser(collect);
  if (parameter.default !== undefined) option.default(parameter.default);
  return option.makeOptionMandatory(isRequired === true).conflicts([...(conflicts ?? [])]);
}

const collect = (value: string, values: readonly string[] = []): readonly string[] => [...values, value];
