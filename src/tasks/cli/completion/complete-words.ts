import type { Argument, Command, Option } from "commander";
import type { Candidate } from "./candidate.ts";
import { matching } from "./candidate.ts";
import type { ListValues } from "./list-values.ts";

/** The possible completions: words, or names of files. */
export type Completion = readonly Candidate[] | "files";

/**
 * The completions of the last word, from the declaration of the program. The words are those after the command's name.
 * The last one is being typed and may be empty.
 */
export function completeWords(program: Command, words: readonly string[], list: ListValues): Completion {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1).filter((word) => word !== "=");
  const { command, operands, open } = walk(program, before);
  if (open) return valuesOf(open, typed, operands, list);
  const [, name, value] = /^(--[\w-]+)=(.*)$/.exec(typed) ?? [];
  const assigned = optionsOf(program, command).find(({ long }) => long === name);
  if (assigned && value !== undefined)
    return withPrefix(`${name}=`, valuesOf(assigned, value, operands, list));
  if (typed.startsWith("-")) return matching(optionCandidates(program, command, before), typed);
  if (command === program) return matching(commandCandidates(program), typed);
  return valuesOf(argumentAt(command, operands.length), typed, operands, list);
}

interface Walk {
  readonly command: Command;
  readonly operands: readonly string[];
  /** The option whose value is being typed. */
  readonly open: Option | undefined;
}

/** Reads the words as the program would. */
function walk(program: Command, words: readonly string[]): Walk {
  let command = program;
  const operands: string[] = [];
  let open: Option | undefined;
  for (const word of words) {
    if (open) open = undefined;
    else if (word.startsWith("-"))
      open = optionsOf(program, command).find((option) => awaitsValue(option, word));
    else if (command === program) command = commandNamed(program, word) ?? program;
    else operands.push(word);
  }
  return { command, operands, open };
}

const awaitsValue = ({ required, short, long }: Option, word: string): boolean =>
  required && [short, long].includes(word);

const commandNamed = (program: Command, word: string): Command | undefined =>
  program.commands.find((command) => command.name() === word || command.aliases().includes(word));

const optionsOf = (program: Command, command: Command): readonly Option[] =>
  command === program ? program.options : [...command.options, ...program.options];

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic ? last : undefined);
}

/** A placeholder such as `<number>` means the same everywhere. */
function valuesOf(
  taker: Option | Argument | undefined,
  typed: string,
  operands: readonly string[],
  list: ListValues,
): Completion {
  if (!taker) return [];
  if (taker.argChoices)
    return matching(
      taker.argChoices.map((value) => ({ value, description: "" })),
      typed,
    );
  const placeholder = "flags" in taker ? /<([\w-]+)>/.exec(taker.flags)?.[1] : taker.name();
  if (placeholder === "file" || placeholder === "prd" || placeholder === "path") return "files";
  if (placeholder === "numbers") {
    const done = typed.slice(0, typed.lastIndexOf(",") + 1);
    return withPrefix(done, matching(list.valuesFor("number", operands), typed.slice(done.length)));
  }
  return matching(list.valuesFor(placeholder ?? "", operands), typed);
}

function optionCandidates(
  program: Command,
  command: Command,
  before: readonly string[],
): readonly Candidate[] {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...(command === program ? [] : program.options)];
  const isOpen = ({ short, long, parseArg }: Option) =>
    parseArg !== undefined || !before.some((word) => word === short || word === long);
  return options
    .filter((option) => isOpen(option) && (option.long !== "--version" || command === program))
    .map(({ long, short, description }) => ({ value: long ?? short ?? "", description }));
}

const commandCandidates = (program: Command): readonly Candidate[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .flatMap((command) =>
      [command.name(), ...command.aliases()].map((value) => ({ value, description: command.description() })),
    );

const withPrefix = (prefix: string, completion: Completion): Completion =>
  completion === "files"
    ? completion
    : completion.map(({ value, description }) => ({ value: prefix + value, description }));
