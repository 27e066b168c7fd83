import { diffLines } from "diff";

/**
 * The changes of a repair, one entry per line of the repaired text: `12: "**Dependencies:** None" is now
 * "**Dependencies**: None"`.
 */
export function describeRepairs(before: string, after: string): readonly string[] {
  const repairs: string[] = [];
  let line = 1;
  let removed: readonly string[] = [];
  for (const part of diffLines(before, after)) {
    const lines = part.value.replace(/\r?\n$/, "").split(/\r?\n/);
    if (part.removed) removed = lines;
    else {
      if (part.added) repairs.push(...inWords(removed, lines, line));
      removed = [];
      line += part.count;
    }
  }
  return repairs;
}

function inWords(removed: readonly string[], added: readonly string[], first: number): readonly string[] {
  // Every repair either changes lines one by one or inserts new ones.
  const isChange = removed.length === added.length;
  return added.flatMap((text, index) => {
    if (isChange) return `${first + index}: "${removed[index]?.trim()}" is now "${text.trim()}"`;
    return text.trim() === "" || removed.includes(text) ? [] : `${first + index}: added "${text.trim()}"`;
  });
}
