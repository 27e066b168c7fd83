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

/** Whether it is a refusal. By its name, because each script of the package has a class of its own. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === "Refusal";

/** The result of the action, or `otherwise` if the action is refused. */
export function unlessRefused<T, U>(action: () => T, otherwise: U): T | U {
  try {
    return action();
  } catch (error) {
    if (isRefusal(error)) return otherwise;
    throw error;
  }
}

/** A rule of the workflow said no: exit code 1. */
export const ruleRefusal = (code: string, message: string): Refusal => new Refusal(1, code, message);

/** Wrong use or unusable input: exit code 2. */
export const inputRefusal = (code: string, message: string): Refusal => new Refusal(2, code, message);

/** Whether this is a system error with one of these codes (`ENOENT`, `EACCES` …). */
export function isSystemError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "the name is too long",
};

/** The reason for a system error, in words; undefined for any other error. */
export function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return undefined;
  return reasons[String(error.code)] ?? error.message;
}

/** The refusal to read a file because of a system error; any other error as it is. */
export const unreadable = (path: string, error: unknown): unknown =>
  refusalFor(error, "unreadable-file", `Cannot read ${path}`);

/** The refusal to write a file because of a system error; any other error as it is. */
export const unwritable = (path: string, error: unknown): unknown =>
  refusalFor(error, "unwritable-file", `Cannot write ${path}`);

/** The refusal for a system error about a path that no command expected, such as a loop of links; else undefined. */
export function refusedPath(error: unknown): Refusal | undefined {
  const reason = systemReason(error);
  if (isSystemError(error, "ENOENT") && error.syscall === "uv_cwd")
    return inputRefusal("no-folder", "The current folder does not exist any more. Change to another one.");
  if (reason === undefined || !(error instanceof Error && "path" in error)) return undefined;
  return inputRefusal("unusable-path", `Cannot use ${error.path}: ${reason}.`);
}

function refusalFor(error: unknown, code: string, problem: string): unknown {
  const reason = systemReason(error);
  return reason === undefined ? error : inputRefusal(code, `${problem}: ${reason}.`);
}
