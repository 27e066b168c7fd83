import { homedir } from "node:os";
import { join } from "node:path";
import type { Argument, Command, Option } from "commander";
import { statuses } from "../document/read-status.ts";
import { parseTaskNumber } from "../document/task-number.ts";
import { openList } from "../workflow/open-list.ts";
import { complexities } from "./options/option-values.ts";
import { withoutSteering } from "./terminal/words.ts";

/** A possible completion, with the description that shells show beside it. */
interface Candidate {
  readonly value: string;
  readonly description: string;
}

/**
 * The completions at the cursor, one a line: the word, a tab, its description; `:files` for the name of a file. Errors
 * give no completions, because Tab must not print an error.
 */
export function printCompletion(program: Command, raw: readonly string[]): void {
  const typed = raw.at(-1) ?? "";
  // Bash passes `--list=a.md` as three words, of which one is `=`; zsh and fish pass one.
  const words = raw.flatMap((word, at) =>
    word === "=" && at < raw.length - 1 ? [] : inParts(unquoted(word)),
  );
  const [prefix = ""] = assignment.exec(typed) ?? [];
  try {
    const candidates = completionsAt(program, words.slice(0, -1), words.at(-1) ?? "");
    process.stdout.write(candidates === "files" ? ":files\n" : candidates.map(lineOf(prefix)).join(""));
  } catch {
    // A list that cannot be read offers no numbers.
  }
}

/** A word as the shell would pass it: without quotation marks and backslashes, and with `~` expanded. */
function unquoted(word: string): string {
  const text = word.replace(/\\(.)|["']/g, "$1");
  return /^~(?=\/|$)/.test(word) ? join(homedir(), text.slice(1)) : text;
}

const assignment = /^--[\w-]+=/;

/** `--list=a.md` as `--list` and `a.md`; only `=` is an empty value. */
function inParts(word: string): readonly string[] {
  const [name] = assignment.exec(word) ?? [];
  if (name === undefined) return [word === "=" ? "" : word];
  return [name.slice(0, -1), word.slice(name.length)];
}

const lineOf =
  (prefix: string) =>
  ({ value, description }: Candidate): string =>
    `${prefix}${value}\t${withoutSteering(description.replaceAll(/\s+/g, " ")).slice(0, 100)}\n`;

/** The completions of the word that is being typed, which may be empty, from the program as declared. */
function completionsAt(
  program: Command,
  before: readonly string[],
  typed: string,
): readonly Candidate[] | "files" {
  const { command, operands, open } = walk(program, before);
  const known = { list: listNamed(before), operands };
  if (open) return valuesOf(open, typed, known);
  if (typed.startsWith("-")) return matching(optionCandidates(program, command, before), typed);
  if (command === program) return matching(commandCandidates(program), typed);
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[operands.length] ?? (last?.variadic ? last : undefined);
  return argument ? valuesOf(argument, typed, known) : [];
}

/** The list named by the words before the cursor. If several are, the last one counts, as for any command. */
const listNamed = (before: readonly string[]): string | undefined =>
  before.findLast((_, index) => /^(?:-f|--list)$/.test(before[index - 1] ?? ""));

/** Reads the words as the program would. `open` is the option whose value is being typed. */
function walk(program: Command, words: readonly string[]) {
  let command = program;
  let open: Option | undefined;
  const operands: string[] = [];
  for (const word of words) {
    if (open) open = undefined;
    else if (word.startsWith("-"))
      open = [...program.options, ...command.options].find(
        ({ required, short, long }) => required && [short, long].includes(word),
      );
    else if (command !== program) operands.push(word);
    else
      command =
        program.commands.find((one) => one.name() === word || one.aliases().includes(word)) ?? program;
  }
  return { command, operands, open };
}

function optionCandidates(program: Command, command: Command, before: readonly string[]) {
  const own = command.createHelp().visibleOptions(command);
  const options = command === program ? own : [...own, ...program.options];
  return options
    .filter(({ short, long, parseArg }) => parseArg || !before.some((word) => [short, long].includes(word)))
    .filter(({ long }) => long !== "--version" || command === program)
    .map(({ long, short, description }) => ({ value: long ?? short ?? "", description }));
}

const commandCandidates = (program: Command): readonly Candidate[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .flatMap((command) =>
      [command.name(), ...command.aliases()].map((value) => ({ value, description: command.description() })),
    );

/** The candidates that begin with the typed text, ignoring case. */
const matching = (candidates: readonly Candidate[], typed: string): readonly Candidate[] =>
  candidates.filter(({ value }) => value.toLowerCase().startsWith(typed.toLowerCase()));

/** What the words before the cursor say: the list that they name, and the arguments of the command. */
interface Known {
  readonly list: string | undefined;
  readonly operands: readonly string[];
}

function valuesOf(taker: Option | Argument, typed: string, known: Known): readonly Candidate[] | "files" {
  if (taker.argChoices) return matching(taker.argChoices.map(word), typed);
  const placeholder = ("flags" in taker ? /<([\w-]+)>/.exec(taker.flags)?.[1] : taker.name()) ?? "";
  if (["file", "prd", "path"].includes(placeholder)) return "files";
  if (placeholder !== "numbers") return matching(candidatesFor(placeholder, known), typed);
  // Several numbers are separated by commas.
  const done = typed.slice(0, typed.lastIndexOf(",") + 1);
  const numbers = matching(candidatesFor("number", known), typed.slice(done.length));
  return numbers.map(({ value, description }) => ({ value: done + value, description }));
}

const word = (value: string): Candidate => ({ value, description: "" });

/** A placeholder such as `<number>` means the same everywhere. The list is read only for those that it has. */
function candidatesFor(placeholder: string, { list: named, operands }: Known): readonly Candidate[] {
  if (placeholder === "status") return statuses.map(word);
  if (placeholder === "complexity") return complexities.map(word);
  if (!["number", "phase", "name", "item"].includes(placeholder)) return [];
  const { tasks, phases } = openList(named).list;
  if (placeholder === "phase")
    return phases.map(({ number, title }) => ({ value: String(number), description: title }));
  if (placeholder === "name") return [...new Set(tasks.flatMap(({ owner }) => owner ?? []))].map(word);
  if (placeholder === "number")
    return tasks.map(({ number, title, status }) => ({
      value: number,
      description: `${status.value}: ${title}`,
    }));
  const [number = "", ...ticked] = operands;
  const task = tasks.find((candidate) => candidate.number === parseTaskNumber(number));
  return (task?.verification ?? [])
    .map(({ text, checked }, index) => ({
      value: String(index + 1),
      description: `${checked ? "[x]" : "[ ]"} ${text}`,
    }))
    .filter(({ value }) => !ticked.includes(value));
}
