/** Code that runs nothing, in a text that begins with the name of a thing: a shell would fail at it, or do nothing and call that success. */
const NO_COMMAND = [
  // An endpoint: `POST /users` answers 201
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(?:\/|https?:)/,
  // A comment or a heading, an option, a number: `401` for a wrong password
  /^(?:#|-|\d+$)/,
  // A setting and nothing after it: `DEBUG=1` is off
  /^[A-Za-z_]\w*=\S*$/,
  // A call in another language: `toMarkdown()` returns text
  /^[\w.$]+\([^)]*\)$/,
];

/**
 * The command of a criterion whose text begins with inline code: `` `npm test -- auth` passes ``; null where it
 * begins otherwise. It is the code as Markdown reads it, and nothing else of the criterion is ever part of it.
 */
export function criterionCommand(text: string): string | null {
  const [, , code = ""] = /^(`+)(?!`)(.+?)(?<!`)\1(?!`)/s.exec(text) ?? [];
  // Blanks on both sides are there to part the code from the backticks in it.
  const command = /^ .*\S.* $/s.test(code) ? code.slice(1, -1) : code;
  const words = command.trim();
  return words === "" || NO_COMMAND.some((pattern) => pattern.test(words)) ? null : command;
}
