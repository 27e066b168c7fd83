import type { Diagnostic, RuleName } from "../document/diagnostic.ts";

/** Warnings that a good list may have: a strict reading passes over them. */
const canBeWrong: ReadonlySet<RuleName> = new Set(["shared-file", "missing-number", "many-requirements"]);

/** Whether a finding fails a list: an error does, read strictly also a warning, but for those that can be wrong. */
export const failsList = ({ rule, severity }: Diagnostic, strict: boolean): boolean =>
  severity === "error" || (strict && !canBeWrong.has(rule));
