/** A command in a page's console blocks, and its documented output. */
export interface DocumentedCommand {
  readonly line: number;
  readonly command: string;
  readonly output: string;
}

/** Collects the commands of a page: lines after `$ ` in blocks marked `console`, each with the lines below it. */
export function readCommands(markdown: string): DocumentedCommand[] {
  const commands: { line: number; command: string; output: string[] }[] = [];
  let isConsole = false;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (line.startsWith("```")) isConsole = line === "```console";
    else if (isConsole && line.startsWith("$ ")) {
      commands.push({ line: index + 1, command: line.slice(2), output: [] });
    } else if (isConsole) commands.at(-1)?.output.push(line);
  }
  return commands.map(({ output, ...command }) => ({ ...command, output: output.join("\n").trimEnd() }));
}

/** The files that a page shows after `<!-- file: PATH -->`. */
export const shownFiles = (markdown: string): { path: string; text: string }[] =>
  [...markdown.matchAll(/<!-- file: (\S+) -->\n```\w+\n(.*?)```/gs)].map(([, path = "", text = ""]) => ({
    path,
    text,
  }));

/** The parts of an output that differ between runs. */
const VARIABLES: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>"],
  [/eyJ[\w-]+(\.[\w-]+\.[\w-]+|…[\w-]{6})/g, "<jwt>"],
  [/(?<![\w+/-])[\w+/-]{43}=/g, "<api token>"],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "<time>"],
  [/"time":\d{13}/g, '"time":<time>'],
  [/http:\/\/127\.0\.0\.1:\d+/g, "<origin>"],
  [/\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?/g, "<date>"],
  [/\b\d+\.\d s\b/g, "<duration>"],
  [/\b\d{5,} bytes/g, "<size> bytes"],
  [/"bytes":\d{5,}/g, '"bytes":<size>'],
  [/\d{8}T\d{9}Z/g, "<time>"],
];

const IDENTITIES =
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|eyJ[\w-]+(\.[\w-]+\.[\w-]+|…[\w-]{6})|(?<![\w+/-])[\w+/-]{43}=/g;

/** Replaces the parts that differ between runs by the names of their kinds. */
const maskVariables = (text: string): string =>
  VARIABLES.reduce((masked, [pattern, kind]) => masked.replace(pattern, kind), text);

/**
 * Compares an output with the documented one. After a line with only `…`, any lines match.
 */
export function isAsDocumented(documented: string, printed: string): boolean {
  const [shown = "", ...rest] = maskVariables(documented).split(/^…$/m);
  const masked = maskVariables(printed);
  return rest.length === 0 ? masked === shown : masked.startsWith(shown);
}

/** The ids and tokens of a page, each with the one from the real server. */
export class Identities {
  readonly #real = new Map<string, string>();

  /** @returns the pairs that contradict earlier ones: the page shows one id for two of the server */
  learn(documented: string, printed: string): string[] {
    const real = printed.match(IDENTITIES) ?? [];
    const shown = documented.match(IDENTITIES) ?? [];
    return shown.flatMap((id, index) => {
      const value = real[index];
      if (value === undefined) return [];
      const known = this.#real.get(id) ?? value;
      this.#real.set(id, value);
      return known === value ? [] : [`${id} is two different values`];
    });
  }

  /** Puts the real ids and tokens into a command of the page. */
  substitute(command: string): string {
    return command.replace(IDENTITIES, (id) => this.#real.get(id) ?? id);
  }
}
