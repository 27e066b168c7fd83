import type { Command } from "commander";

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
  const takesValue = (word: string | undefined): boolean =>
    word !== undefined &&
    options.some(({ required, short, long }) => required && [short, long].includes(word));
  const isJoined = (index: number): boolean =>
    /^task$/i.test(words[index] ?? "") &&
    /^#?\d+\.\d+$/.test(words[index + 1] ?? "") &&
    !takesValue(words[index - 1]);
  return words.flatMap((word, index) => {
    if (isJoined(index)) return [`${word} ${words[index + 1]}`];
    return isJoined(index - 1) ? [] : [word];
  });
}
