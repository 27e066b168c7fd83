/** Moves headings below the level of a task: `## Goal` becomes `##### Goal`. */
export function lowerHeadings(markdown: string): string {
  let fence: string | null = null;
  return markdown
    .split(/\r\n|\n|\r/)
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark !== undefined) fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence;
      return fence === null && mark === undefined ? line.replace(/^(#{1,6})(?=\s)/, lowered) : line;
    })
    .join("\n");
}

const lowered = (marks: string): string => "#".repeat(Math.min(6, marks.length + 3));
