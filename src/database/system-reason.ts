import { getSystemErrorMessage } from "node:util";

/** Whether the system refused something, such as a path. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException & { errno: number } =>
  error instanceof Error && "syscall" in error && "errno" in error && typeof error.errno === "number";

/** The reason for an error. A system error's own message also names its call and a path, which may be temporary. */
export const reasonOf = (error: unknown): string =>
  isSystemError(error) ? getSystemErrorMessage(error.errno) : (error as Error).message;
