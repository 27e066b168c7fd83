import type { Diagnostic } from "../../document/diagnostic.ts";
import { remedies } from "./remedies.ts";

/** The brief once more, with the list that came back and what to do about each finding. */
export const repairRequest = (
  brief: string,
  list: string,
  findings: readonly Diagnostic[],
): string => `${brief}
## Your last answer

${list}
## What to change in it

${findings.map(describe).join("\n")}

Answer with the whole list again, with these changes, and nothing else.
`;

function describe({ line, rule, message }: Diagnostic): string {
  const remedy = remedies[rule];
  return `- line ${line}, ${rule}: ${message}${remedy === undefined ? "" : ` ${remedy}`}`;
}
