import type { Command } from "commander";

/** Says in the words that the program declares what people say in others: `start Task 1.2`, `help start`. */
export function rephrase(program: Command, words: readonly string[]): readonly string[] {
  if (words[0] !== "help") return joinTaskWords(program, words);
  const [, name, ...others] = words;
  if (name === undefined) return ["--help"];
  const isKnown = program.commands.some((command) => [command.name(), ...command.aliases()].includes(name));
  // A command that there is not is refused as it is anywhere else, with the one that may have been meant.
  return isKnown ? [name, ...others, "--help"] : [name, ...others];
}

/** Makes one argument of a task's name that was copied as two; the value of an option may be any text, and is left. */
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
