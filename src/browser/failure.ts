import { ApiError } from "./api-client.ts";
import { LateAnswer } from "./late-answer.ts";

/** Errors in words for a person: those of fields, and one for the whole if it concerns no field. */
export interface Failure {
  readonly fields: Readonly<Record<string, string>>;
  readonly message?: string;
}

/** Explains the errors of one API. Each console has its own, because each API has its own envelope. */
export type Explain = (error: ApiError) => Failure;

/** The errors that both APIs share: no answer, too many attempts, a busy server. */
export function explainOutage({ status, retryAfterSeconds }: ApiError): string | undefined {
  if (status === 0) return "The server can’t be reached. Is it running?";
  const again = retryAfterSeconds === undefined ? "later" : `in ${describeSeconds(retryAfterSeconds)}`;
  if (status === 429) return `Too many attempts. Try again ${again}.`;
  if (status === 503) return `The server is busy. Try again ${again}.`;
  return undefined;
}

function describeSeconds(seconds: number): string {
  if (seconds === 1) return "a second";
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** The failure to show for an error, if any. A bug of this page is thrown on to the browser's console. */
export function failureOf(error: unknown, explain: Explain): Failure | undefined {
  if (error instanceof LateAnswer) return undefined;
  if (error instanceof ApiError) return explain(error);
  throw error;
}
