import { plainLine } from "../../document/plain-line.ts";

/** The words of an update that are not the PRD's. No id is among them: another version may give it to something else. */
const quoted = (text: string): string => `"${text}"`;

export const changeTitle = (title: string): string => `Apply the change: ${title}`;
export const saidLine = (text: string): string => plainLine(`The PRD said: ${quoted(text)}`);
export const saysLine = (text: string): string => plainLine(`It says now: ${quoted(text)}`);
export const headLine = (text: string): string => plainLine(`The PRD says of ${quoted(text)}:`);
export const newLine = (text: string): string => plainLine(`New: ${quoted(text)}`);
export const goneLine = (text: string): string => plainLine(`No longer: ${quoted(text)}`);
export const matchLine = "Change what was built so that it does what the PRD says now";

export const removalTitle = (title: string): string => `Take out: ${title}`;
export const removedLine = (text: string): string => plainLine(`No longer in the PRD: ${quoted(text)}`);
export const takeOutLine = "Take out what was built for it, and keep what other requirements use";
export const isGoneLine = (text: string): string =>
  plainLine(`The product no longer does this: ${quoted(text)}`);

export const blockReason = (text: string): string =>
  plainLine(`its requirement is no longer in the PRD: ${text}`);
export const removalReason = "its requirement is no longer in the PRD";
export const optionalReason = "its requirement is no longer required by the PRD";
export const mergedReason = (id: string): string => `its requirement is part of ${id} now`;
