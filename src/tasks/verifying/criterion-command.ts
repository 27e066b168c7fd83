/** Code that says what to call over HTTP is an endpoint, and no command. */
const ENDPOINT = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(?:\/|https?:)/;

/**
 * The command of a criterion whose text begins with inline code: `` `npm test -- auth` passes ``; null where it
 * begins otherwise. It is the code as Markdown reads it, and nothing else of the criterion is ever part of it.
 */
export function criterionCommand(text: string): string | null {
  const [, fence = "", code = ""] = /^(`+)(?!`)(.+?)(?<!`)\1(?!`)/s.exec(text) ?? [];
  // Blanks on both sides are there to part the code from the backticks in it.
  const command = /^ .*\S.* $/s.test(code) ? code.slice(1, -1) : code;
  const isCommand = fence !== "" && command.trim() !== "" && !ENDPOINT.test(command);
  return isCommand ? command : null;
}
