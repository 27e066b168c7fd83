import type { Task } from "../../document/task-list.ts";
import { coverRequirements } from "../../generate/coverage.ts";
import { openPrdOf } from "../../generate/open-prd.ts";
import { Refusal } from "../../refusal.ts";
import type { OpenedList } from "../open-list.ts";

/**
 * The PRD's own lines of each requirement that a task carries; none where the list names no PRD, or that can't be
 * read: a task says by itself what is to be done.
 */
export function prdTexts(opened: OpenedList, task: Task): readonly string[] {
  try {
    const { prd, source } = openPrdOf(opened, undefined);
    const carried = new Set(
      coverRequirements(prd, opened.list)
        .filter(({ tasks }) => tasks.includes(task.number))
        .map(({ id }) => id),
    );
    const lines = source.split(/\r\n|\n|\r/);
    const begins = prd.requirements.map(({ line }) => line);
    return prd.requirements
      .filter(({ id }) => carried.has(id))
      .map(({ line }) => {
        const next = begins.find((other) => other > line) ?? lines.length + 1;
        const heading = lines.findIndex(
          (text, index) => index >= line && index < next - 1 && /^#/.test(text),
        );
        return lines
          .slice(line - 1, heading === -1 ? next - 1 : heading)
          .join("\n")
          .trim();
      });
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
