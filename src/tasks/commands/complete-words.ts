import type { Command } from "commander";
import type { Completion } from "../cli/completion/complete-words.ts";
import { completeWords } from "../cli/completion/complete-words.ts";
import { listValues } from "../cli/completion/list-values.ts";
import { unquoted } from "../cli/completion/unquoted.ts";
import { withoutSteering } from "../cli/terminal/without-steering.ts";

/**
 * The completions at the cursor, one a line: the word, a tab, its description; `:files` for the name of a file. Errors
 * give no completions, because Tab must not print an error.
 */
export function printCompletion(program: Command, raw: readonly string[]): void {
  const words = raw.map(unquoted);
  try {
    process.stdout.write(linesOf(completeWords(program, words, listValues(listNamed(words)))));
  } catch {
    // A list that cannot be read offers no numbers.
  }
}

function linesOf(completion: Completion): string {
  if (completion === "files") return ":files\n";
  return completion
    .map(
      ({ value, description }) =>
        `${value}\t${withoutSteering(description.replaceAll(/\s+/g, " ")).slice(0, 100)}\n`,
    )
    .join("");
}

/** The list named by the words before the cursor. */
function listNamed(words: readonly string[]): string | undefined {
  const named = words.findLastIndex(
    (word, index) => index > 0 && /^(?:-f|--list)$/.test(words[index - 1] ?? "") && word !== "=",
  );
  const assigned = words.findLast((word) => word.startsWith("--list="));
  return words[named] ?? assigned?.slice("--list=".length);
}
