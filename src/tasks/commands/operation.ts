import type { Declaration, InputOf } from "../cli/options/declaration.ts";
import type { Report } from "../cli/reporting/report.ts";

/** A command: its declaration and its code, which the build separates (see `scripts/build.ts`). */
export interface Operation<Declared extends Declaration, Answer extends Report | undefined = Report> {
  readonly declaration: Declared;
  run(input: InputOf<Declared>): Promise<Answer>;
}

/** The values that a command line or a client passed, checked against the declaration. */
export type GivenInput = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Any command, for callers that know only its declaration. */
export interface AnyOperation {
  readonly declaration: Declaration;
  run(input: GivenInput): Promise<Report | undefined>;
}

/** Declares a command beside its code. */
export const operation = <const Declared extends Declaration, Answer extends Report | undefined>(
  declaration: Declared,
  run: (input: InputOf<Declared>) => Promise<Answer>,
): Operation<Declared, Answer> => ({ declaration, run });
