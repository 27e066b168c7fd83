const colour = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*[A-Za-z]`, "g");
const fenceLine = /^ {0,3}(`{3,}|~{3,})/;

/** The list in an answer, without the code fence, terminal colours and remarks that assistants add. */
export function listInAnswer(answer: string): string {
  const text = answer.replaceAll(colour, "").replaceAll("\r\n", "\n").trim();
  const lines = text.split("\n");
  const title = lines.findIndex((line) => /^# Task List\b/i.test(line));
  const start =
    title >= 0
      ? title
      : Math.max(
          0,
          lines.findIndex((line) => line.startsWith("# ")),
        );
  const fence = openFence(lines.slice(0, start));
  const body = lines.slice(
    start,
    fence === undefined ? undefined : start + closing(lines.slice(start), fence),
  );
  return `${withoutClosingWords(body.join("\n")).trim()}\n`;
}

/** The code fence around the list: one that is still open where the list begins. */
function openFence(before: readonly string[]): string | undefined {
  let open: string | undefined;
  for (const line of before) {
    const marks = fenceLine.exec(line)?.[1];
    if (marks !== undefined) open = open === undefined ? marks : undefined;
  }
  return open;
}

/** The line on which the outer fence ends, ignoring the fences inside it. */
function closing(lines: readonly string[], outer: string): number {
  let inner: string | undefined;
  for (const [index, line] of lines.entries()) {
    const marks = fenceLine.exec(line)?.[1];
    if (marks === undefined) continue;
    const isBare = line.trim() === marks;
    if (inner !== undefined) inner = isBare ? undefined : inner;
    else if (isBare && marks.startsWith(outer)) return index;
    else inner = marks;
  }
  return lines.length;
}

/** Removes a remark after the last criterion: `Let me know if you want changes!` */
function withoutClosingWords(text: string): string {
  const end = /^([\s\S]*\n\s*[-*] [^\n]*)\n\n(?:-{3,}\n\n)?(?![#*>|`~-]|\d+[.)])[^\n]+$/.exec(
    text.trim(),
  )?.[1];
  return end === undefined ? text : withoutClosingWords(end);
}
