import { Argument, Command, Option } from "commander";
import type { AnyOperation, GlobalOptions, Parameter } from "../commands/operation.ts";
import { globalOptions } from "../commands/operation.ts";
import { commandGroups } from "./command-groups.ts";
import { isName, optionWithValue } from "./option-words.ts";
import { print, writeOut } from "./print.ts";

/**
 * The command line for these words: all of it, or only the command that they name, because declaring the others takes
 * longer than reading a list. Each command's own code is loaded when the command runs.
 */
export function createProgram(version: string, words: readonly string[]): Command {
  const program = createBareProgram(version);
  const named = commandIn(program, words);
  const isNamed = ({ declaration }: AnyOperation): boolean => declaration.name === named;
  const isKnown = commandGroups.some(({ commands }) => commands.some(isNamed));
  for (const { title, commands } of commandGroups) {
    program.commandsGroup(title);
    for (const command of commands) if (!isKnown || isNamed(command)) declareCommand(program, command);
  }
  if (!isKnown) declareCompleteWords(program);
  return program;
}

/** Declares the hidden command that the completion scripts call. */
function declareCompleteWords(program: Command): void {
  program
    .command("__complete", { hidden: true })
    .argument("[word...]")
    .action(async (words: readonly string[]) => {
      (await import("./complete-words.ts")).printCompletion(program, words);
    });
}

/** The name of the command, if there is one: the first word after the global options. */
const commandIn = ({ options }: Command, words: readonly string[]): string | undefined =>
  words.find(
    (word, index) =>
      !options.some((option) => isName(option, word)) && !optionWithValue(options, words[index - 1]),
  );

function createBareProgram(version: string): Command {
  const program = new Command("tasks");
  for (const [key, parameter] of Object.entries(globalOptions)) program.addOption(optionFor(key, parameter));
  return (
    program
      .description("Works through a Markdown task list, and changes only the lines it has to.")
      .option("--no-color", "no colour (as with NO_COLOR, or outside a terminal)")
      .version(version, "-V, --version", "print the version")
      .helpOption("-h, --help", "show the help of a command")
      .helpCommand(false)
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      // `cli.ts` prints all errors, as text or JSON.
      .configureOutput({
        outputError: () => undefined,
        writeErr: () => undefined,
        writeOut: (text) => writeOut("stdout", text),
      })
      .addHelpText(
        "after",
        exampleText(["tasks next --start", "tasks check 1.1 --all", "tasks complete 1.1"]),
      )
  );
}

/** Translates other spellings into declared ones: `start Task 1.2`, `help start`. */
export function rephrase(program: Command, words: readonly string[]): readonly string[] {
  if (words[0] !== "help") return joinTaskWords(program, words);
  const [, name, ...others] = words;
  if (name === undefined) return ["--help"];
  const isKnown = program.commands.some((command) => [command.name(), ...command.aliases()].includes(name));
  // An unknown command is refused as usual, with "did you mean".
  return isKnown ? [name, ...others, "--help"] : [name, ...others];
}

/** Joins `Task 1.2` to one argument, but not in an option's value, which may be any text. */
function joinTaskWords(program: Command, words: readonly string[]): readonly string[] {
  const options = [program, ...program.commands].flatMap((command) => command.options);
  const isJoined = (index: number): boolean =>
    /^task$/i.test(words[index] ?? "") &&
    /^#?\d+\.\d+$/.test(words[index + 1] ?? "") &&
    !optionWithValue(options, words[index - 1]);
  return words.flatMap((word, index) => {
    if (isJoined(index)) return [`${word} ${words[index + 1]}`];
    return isJoined(index - 1) ? [] : [word];
  });
}

/** Adds a declared command to the program, with an action that runs it and prints its report. */
function declareCommand(program: Command, { declaration, run }: AnyOperation): void {
  const { name, alias, summary, examples } = declaration;
  const operands = Object.entries(declaration.arguments ?? {});
  const command = program.command(name).description(summary).addHelpText("after", exampleText(examples));
  command.exitOverride((error) => {
    // An argument or an option that the command needs was left out.
    if (/^commander\.missing/.test(error.code)) error.message += `. For example: ${examples[0]}`;
    throw error;
  });
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
const exampleText = (lines: readonly string[]): string =>
  `\nExample:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;

function argumentFor({ summary, value, isRequired, isRepeatable, choices }: Parameter): Argument {
  const name = isRepeatable ? `${value}...` : value;
  const argument = new Argument(isRequired ? `<${name}>` : `[${name}]`, summary);
  return choices ? argument.choices(choices) : argument;
}

function optionFor(key: string, parameter: Parameter): Option {
  const { summary, value, short, isRequired, isRepeatable, choices } = parameter;
  const long = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const flags = short === undefined ? long : `${short}, ${long}`;
  const option = new Option(value === undefined ? flags : `${flags} <${value}>`, summary);
  if (choices) option.choices(choices);
  // The command itself checks the choices, because one word may hold several.
  if (isRepeatable) option.argParser(collect);
  if (parameter.default !== undefined) option.default(parameter.default);
  return option.makeOptionMandatory(isRequired === true);
}

const collect = (value: string, values: readonly string[] = []): readonly string[] => [...values, value];
