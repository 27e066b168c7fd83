import { homedir } from "node:os";
import { join } from "node:path";
import type { Command, Option } from "commander";
import { assistantsByName } from "../assistants/run-assistant.ts";
import { complexities, statuses } from "../document/task-list.ts";
import { parseTaskNumber } from "../document/task-number.ts";
import { openList } from "../list-file/open-list.ts";
import { withoutSteering } from "../terminal/words.ts";
import { isName, optionWithValue } from "./option-words.ts";
import { writeOut } from "./print.ts";

/** A possible completion, with the description that shells show beside it. */
type Candidate = readonly [value: string, description?: string | undefined];

/**
 * The completions at the cursor, one a line: the word, a tab, its description; `:files` for the name of a file. Errors
 * give no completions, because Tab must not print an error.
 */
export function printCompletion(program: Command, raw: readonly string[]): void {
  const [prefix = ""] = assignment.exec(raw.at(-1) ?? "") ?? [];
  // Bash passes `--list=a.md` as three words, of which one is `=`; zsh and fish pass one.
  const words = raw.flatMap((word, at) =>
    word === "=" && at < raw.length - 1 ? [] : inParts(unquoted(word)),
  );
  const typed = words.at(-1) ?? "";
  const isTyped = ([value]: Candidate): boolean => value.toLowerCase().startsWith(typed.toLowerCase());
  try {
    const found = candidatesAt(program, words.slice(0, -1), typed);
    const lines = found === "files" ? [":files\n"] : found.filter(isTyped).map(lineOf(prefix));
    writeOut("stdout", lines.join(""));
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
  ([value, description = ""]: Candidate): string =>
    `${prefix}${value}\t${withoutSteering(description.replaceAll(/\s+/g, " ")).slice(0, 100)}\n`;

/** The candidates for the word that is being typed, from the program as declared. */
function candidatesAt(
  program: Command,
  before: readonly string[],
  typed: string,
): readonly Candidate[] | "files" {
  const { command, operands, open, list } = walk(program, before);
  if (!open && typed.startsWith("-")) return optionCandidates(program, command, before);
  if (!open && command === program) return commandCandidates(program);
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const taker = open ?? registeredArguments[operands.length] ?? (last?.variadic ? last : undefined);
  if (taker?.argChoices) return taker.argChoices.map((choice) => [choice]);
  const placeholder = taker && "flags" in taker ? /<([\w-]+)>/.exec(taker.flags)?.[1] : taker?.name();
  if (["file", "prd", "path"].includes(placeholder ?? "")) return "files";
  if (placeholder !== "numbers") return valuesOf(placeholder ?? "", list, operands);
  // Several numbers are separated by commas.
  const done = typed.slice(0, typed.lastIndexOf(",") + 1);
  return valuesOf("number", list, operands).map(([number, title]) => [done + number, title]);
}

/** Reads the words as the program would. `open` is the option whose value is being typed. */
function walk(program: Command, words: readonly string[]) {
  let command = program;
  let open: Option | undefined;
  let list: string | undefined;
  const operands: string[] = [];
  for (const word of words) {
    if (open) {
      if (open.attributeName() === "list") list = word;
      open = undefined;
    } else if (word.startsWith("-")) open = optionWithValue([...program.options, ...command.options], word);
    else if (command !== program) operands.push(word);
    else
      command =
        program.commands.find((one) => one.name() === word || one.aliases().includes(word)) ?? program;
  }
  return { command, operands, open, list };
}

function optionCandidates(program: Command, command: Command, before: readonly string[]) {
  const own = command.createHelp().visibleOptions(command);
  const options = command === program ? own : [...own, ...program.options];
  return options
    .filter((option) => option.parseArg || !before.some((word) => isName(option, word)))
    .filter(({ long }) => long !== "--version" || command === program)
    .map(({ long, short, description }): Candidate => [long ?? short ?? "", description]);
}

const commandCandidates = (program: Command): readonly Candidate[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .flatMap((command) =>
      [command.name(), ...command.aliases()].map((name): Candidate => [name, command.description()]),
    );

/** A placeholder such as `<number>` means the same everywhere. The list is read only for those that it has. */
function valuesOf(
  placeholder: string,
  list: string | undefined,
  operands: readonly string[],
): readonly Candidate[] {
  if (placeholder === "status") return statuses.map((status) => [status]);
  if (placeholder === "complexity") return complexities.map((complexity) => [complexity]);
  if (placeholder === "assistant") return assistantsByName.map((name) => [name]);
  if (!["number", "phase", "name", "item"].includes(placeholder)) return [];
  const { tasks, phases } = openList(list).list;
  if (placeholder === "phase") return phases.map(({ number, title }) => [String(number), title]);
  if (placeholder === "name")
    return [...new Set(tasks.flatMap(({ owner }) => owner ?? []))].map((owner) => [owner]);
  if (placeholder === "number")
    return tasks.map(({ number, title, status }) => [number, `${status.value}: ${title}`]);
  const [number = "", ...ticked] = operands;
  const task = tasks.find((candidate) => candidate.number === parseTaskNumber(number));
  return (task?.verification ?? [])
    .map(({ text, checked }, index): Candidate => [String(index + 1), `${checked ? "[x]" : "[ ]"} ${text}`])
    .filter(([position]) => !ticked.includes(position));
}
