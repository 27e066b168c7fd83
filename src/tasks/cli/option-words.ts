import type { Option } from "commander";

/** Whether a word is the name of an option: `-f` or `--list`. */
export const isName = ({ short, long }: Option, word: string): boolean => word === short || word === long;

/** The option that a word names, if the next word is its value. */
export const optionWithValue = (options: readonly Option[], word = ""): Option | undefined =>
  options.find((option) => option.required && isName(option, word));
