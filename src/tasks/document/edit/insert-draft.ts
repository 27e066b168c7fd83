import { renderCompactTask, renderTask } from "../render-task.ts";
import type { TaskDraft } from "../task-draft.ts";
import type { TaskList } from "../task-list.ts";
import { phaseOf } from "../task-number.ts";
import type { Edit } from "./revise.ts";
import type { Place } from "./task-text.ts";
import { insertPhaseText, insertTaskText } from "./task-text.ts";

/**
 * Puts a new task in a place, in the form of the tasks there.
 * @param phaseTitle - opens the phase of the place, which then has no heading yet
 */
export function insertDraft(
  list: TaskList,
  number: string,
  draft: TaskDraft,
  place: Place,
  phaseTitle?: string,
): Edit {
  const lines = renderLike(list, number, draft);
  if (place.kind !== "last" || phaseTitle === undefined)
    return insertTaskText(lines.join(list.lineEnding), place);
  const heading = phaseHeading(list, place.phase, phaseTitle, number);
  return insertPhaseText([heading, "", ...lines].join(list.lineEnding), place.phase);
}

/** In the form of the task beside it, and as deep: in a list whose phases are `###`, a task is `####`. */
function renderLike(list: TaskList, number: string, draft: TaskDraft): readonly string[] {
  const { tasks, source } = list;
  const neighbour = tasks.findLast(({ phase }) => phase === phaseOf(number)) ?? tasks.at(-1);
  const field = neighbour?.fields.find(({ form }) => form === "compact");
  if (!neighbour || !field) return renderTask(number, draft, neighbour?.depth);
  return renderCompactTask(number, draft, neighbour.depth, {
    bullet: field.prefix,
    boldLabels: /^\s*(?:\*\*|__)/.test(source.slice(field.line.start + field.prefix.length)),
    blankAfterHeading: /^(?:\r\n|\r|\n)[ \t]*[\r\n]/.test(source.slice(neighbour.heading.end)),
  });
}

function phaseHeading({ phases }: TaskList, phase: number, title: string, number: string): string {
  const headings = phases.flatMap(({ heading }) => heading ?? []);
  const range = headings.some((heading) => heading.range) ? ` (Tasks ${number}-${number})` : "";
  return `${"#".repeat(headings.at(-1)?.depth ?? 2)} Phase ${phase}: ${title}${range}`;
}
