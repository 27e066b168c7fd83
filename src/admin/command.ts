import { relative } from "node:path";
import type { ParseArgsOptionsConfig } from "node:util";
import { parseArgs } from "node:util";

/** The failure of a command. Its message is one line with the reason and the remedy. */
export class AdminError extends Error {
  override readonly name: string = "AdminError";
}

/** A wrong use of a command. The message is shown with the command's usage. */
export class UsageError extends AdminError {
  override readonly name = "UsageError";
}

/** A maintenance command: arguments in, one line for the operator out. */
export type AdminCommand = ReturnType<typeof command>;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: boolean }>
>["values"];

interface Declaration<Options extends ParseArgsOptionsConfig> {
  readonly usage: string;
  readonly options?: Options;
  /** Whether the command takes arguments besides its options. */
  readonly takesArguments?: boolean;
  run(values: Values<Options>, args: readonly string[]): Promise<string>;
}

/** The line that starts a command. A project that groundwork is a dependency of has no npm scripts for it. */
export function commandLine(name: string, args = ""): string {
  const [, script = ""] = process.argv;
  if (/[\\/]node_modules[\\/]/.test(script)) return `node ${relative("", script)} ${name} ${args}`.trimEnd();
  return `npm run -s ${name}${args === "" ? "" : ` -- ${args}`}`;
}

/** Declares a command. Its options are read as they are declared. */
export const command = <Options extends ParseArgsOptionsConfig>(declaration: Declaration<Options>) => ({
  usage: declaration.usage,
  async run(args: readonly string[]): Promise<string> {
    try {
      const { values, positionals } = parse(declaration, args);
      return await declaration.run(values, positionals);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new AdminError(`${error.message}. Usage: ${declaration.usage}`);
    }
  },
});

/** @throws {UsageError} for an option that is unknown or lacks its value, and for a stray argument */
function parse<Options extends ParseArgsOptionsConfig>(
  { options, takesArguments = false }: Declaration<Options>,
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: takesArguments });
  } catch (error) {
    throw new UsageError((error as Error).message.split("\n", 1)[0]);
  }
}

/** `1 user`, `2 users` */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
