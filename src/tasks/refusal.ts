/** The exit codes of refusals: a rule said no, the input was unusable, or another process held the lock. */
export type RefusalExitCode = 1 | 2 | 3;

/**
 * An expected refusal. `cli.ts` prints it and sets the exit code.
 * The message is one line that says what is wrong and what to do about it.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly exitCode: RefusalExitCode;

  constructor(exitCode: RefusalExitCode, code: string, message: string) {
    // The message quotes arguments and files, which may contain line breaks.
    super(message.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, " "));
    this.name = "Refusal";
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** A rule of the workflow said no: exit code 1. */
export const ruleRefusal = (code: string, message: string): Refusal => new Refusal(1, code, message);

/** Wrong use or unusable input: exit code 2. */
export const inputRefusal = (code: string, message: string): Refusal => new Refusal(2, code, message);
