import { homedir } from "node:os";
import { join } from "node:path";
import type { Argument, Command, Option } from "commander";
import { statuses } from "../document/read-status.ts";
import type { TaskList } from "../document/task-list.ts";
import { parseTaskNumber } from "../document/task-number.ts";
import { openList } from "../workflow/open-list.ts";
import { complexities } from "./options/option-values.ts";
import { withoutSteering } from "./terminal/words.ts";

/** The possible completions: words, or names of files. */
type Completion = readonly Candidate[] | "files";

/**
 * The completions of the word that is being typed, which may be empty, from the declaration of the program. The words
 * before it are those after the command's name.
 */
function completeWords(program: Command, before: readonly string[], typed: string): Completion {
  const { command, operands, open } = walk(program, before);
  const known: Known = { list: listNamed(before), operands };
  if (open) return valuesOf(open, typed, known);
  const [, name, value] = assignment.exec(typed) ?? [];
  const assigned = optionsOf(program, command).find(({ long }) => long === name);
  if (assigned && value !== undefined) return withPrefix(`${name}=`, valuesOf(assigned, value, known));
  if (typed.startsWith("-")) return matching(optionCandidates(program, command, before), typed);
  if (command === program) return matching(commandCandidates(program), typed);
  return valuesOf(argumentAt(command, operands.length), typed, known);
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
function valuesOf(taker: Option | Argument | undefined, typed: string, known: Known): Completion {
  if (!taker) return [];
  if (taker.argChoices) return matching(taker.argChoices.map(word), typed);
  const placeholder = ("flags" in taker ? /<([\w-]+)>/.exec(taker.flags)?.[1] : taker.name()) ?? "";
  if (["file", "prd", "path"].includes(placeholder)) return "files";
  // Several numbers are separated by commas.
  const done = placeholder === "numbers" ? typed.slice(0, typed.lastIndexOf(",") + 1) : "";
  return withPrefix(done, matching(candidatesFor(placeholder, known), typed.slice(done.length)));
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

/** A word as the shell would pass it: without quotation marks and backslashes, and with `~` expanded. */
function unquoted(word: string): string {
  const text = word.replace(/\\(.)|["']/g, "$1");
  return /^~(?=\/|$)/.test(word) ? join(homedir(), text.slice(1)) : text;
}

/**
 * The completions at the cursor, one a line: the word, a tab, its description; `:files` for the name of a file. Errors
 * give no completions, because Tab must not print an error.
 */
export function printCompletion(program: Command, raw: readonly string[]): void {
  const words = raw.map(unquoted);
  const before = words.slice(0, -1).flatMap(inParts);
  try {
    process.stdout.write(linesOf(completeWords(program, before, words.at(-1) ?? "")));
  } catch {
    // A list that cannot be read offers no numbers.
  }
}

/** `--list=a.md` as `--list` and `a.md`. Bash passes three words, of which one is `=`; zsh and fish pass one. */
function inParts(word: string): readonly string[] {
  if (word === "=") return [];
  const [, name, value] = assignment.exec(word) ?? [];
  return name === undefined || value === undefined ? [word] : [name, value];
}

const assignment = /^(--[\w-]+)=(.*)$/s;

function linesOf(completion: Completion): string {
  if (completion === "files") return ":files\n";
  return completion
    .map(
      ({ value, description }) =>
        `${value}\t${withoutSteering(description.replaceAll(/\s+/g, " ")).slice(0, 100)}\n`,
    )
    .join("");
}

/** The list named by the words before the cursor. If several are, the last one counts, as for any command. */
const listNamed = (before: readonly string[]): string | undefined =>
  before.findLast((_, index) => /^(?:-f|--list)$/.test(before[index - 1] ?? ""));

/** A possible completion, with the description that shells show beside it. */
interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** The candidates that begin with the typed text, ignoring case. */
const matching = (candidates: readonly Candidate[], typed: string): readonly Candidate[] =>
  candidates.filter(({ value }) => value.toLowerCase().startsWith(typed.toLowerCase()));

/** What the words before the cursor say: the list that they name, and the arguments of the command. */
interface Known {
  readonly list: string | undefined;
  readonly operands: readonly string[];
}

type Values = (list: TaskList, operands: readonly string[]) => readonly Candidate[];

const word = (value: string): Candidate => ({ value, description: "" });

const fixed: Readonly<Record<string, readonly string[]>> = {
  status: statuses,
  complexity: complexities,
};

function numbersOf({ tasks }: TaskList): readonly Candidate[] {
  return tasks.map(({ number, title, status }) => ({
    value: number,
    description: `${status.value}: ${title}`,
  }));
}

const ofList: Readonly<Record<string, Values>> = {
  number: numbersOf,
  numbers: numbersOf,
  phase: ({ phases }) => phases.map(({ number, title }) => ({ value: String(number), description: title })),
  name: ({ tasks }) => [...new Set(tasks.flatMap(({ owner }) => owner ?? []))].map(word),
  item: ({ tasks }, [number = "", ...ticked]) => {
    const task = tasks.find((candidate) => candidate.number === parseTaskNumber(number));
    return (task?.verification ?? [])
      .map(({ text, checked }, index) => ({
        value: String(index + 1),
        description: `${checked ? "[x]" : "[ ]"} ${text}`,
      }))
      .filter(({ value }) => !ticked.includes(value));
  },
};

/** The values of a placeholder. The list is read only for those that it has. */
const candidatesFor = (placeholder: string, { list, operands }: Known): readonly Candidate[] =>
  fixed[placeholder]?.map(word) ?? ofList[placeholder]?.(openList(list).list, operands) ?? [];
