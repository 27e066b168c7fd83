import type { ListHeader } from "../../document/render-list.ts";
import { renderList, renderTask, separator } from "../../document/render-list.ts";
import type { Complexity } from "../../document/task-list.ts";
import { byNumber } from "../../document/task-number.ts";
import type { Prd } from "../prd/model.ts";

/** A task before it is numbered. Other drafts refer to it by its key. */
export interface Draft {
  readonly key: string;
  readonly title: string;
  /** The heading of the PRD that gives the title of its phase. */
  readonly phase: string;
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly method: string | null;
  readonly path: string | null;
  readonly steps: readonly string[];
  readonly verification: readonly string[];
  /** Whether a criterion says more than the requirement's sentence. */
  readonly hasOwnCriteria: boolean;
  /** Keys of the drafts whose results it uses. */
  readonly needs: readonly string[];
  /** Whether it tests the work of the others. */
  readonly comesLast: boolean;
}

/** Drafts with what other parts of the PRD say about them, and the PRD without that. */
export interface Gathered {
  readonly drafts: readonly Draft[];
  readonly rest: Prd;
}

/** A task with its number in the list. */
interface PlannedTask extends Draft {
  readonly number: string;
  readonly complexity: Complexity;
  readonly dependencies: readonly string[];
}

export interface PlannedPhase {
  readonly number: number;
  readonly title: string;
  readonly tasks: readonly PlannedTask[];
}

/**
 * Sorts drafts into phases and numbers them. Each comes after the drafts that it needs, otherwise the order is kept. A
 * draft that an earlier phase needs moves into that phase.
 * @param drafts - without cyclic needs
 */
export function arrange(drafts: readonly Draft[]): readonly PlannedPhase[] {
  const phases = [...Map.groupBy(inOrder(drafts), (draft) => draft.phase)];
  const numbers = new Map(
    phases.flatMap(([, own], phase) =>
      own.map(({ key }, index) => [key, `${phase + 1}.${index + 1}`] as const),
    ),
  );
  return phases.map(([title, own], phase) => ({
    number: phase + 1,
    title,
    tasks: own.map((draft) => planned(draft, numbers)),
  }));
}

function planned(draft: Draft, numbers: ReadonlyMap<string, string>): PlannedTask {
  const dependencies = draft.needs.flatMap((key) => numbers.get(key) ?? []);
  return {
    ...draft,
    number: numbers.get(draft.key) ?? "",
    complexity: complexityOf(draft),
    dependencies: dependencies.toSorted(byNumber),
  };
}

/** Estimated from the amount of text in the PRD. */
function complexityOf({ steps, verification }: Draft): Complexity {
  const points = new Set([...steps, ...verification]).size;
  if (points > 5) return "High";
  return points > 2 || steps.join(" ").length > 120 ? "Medium" : "Low";
}

/** Phase by phase in order of appearance. A draft that is needed comes first, if necessary in the earlier phase. */
function inOrder(drafts: readonly Draft[]): readonly Draft[] {
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const placed = new Map<string, Draft>();
  const place = (draft: Draft, phase: string): void => {
    if (placed.has(draft.key)) return;
    for (const key of draft.needs) {
      const needed = byKey.get(key);
      if (needed !== undefined) place(needed, phase);
    }
    placed.set(draft.key, { ...draft, phase });
  };
  for (const draft of [...Map.groupBy(drafts, ({ phase }) => phase).values()].flat())
    place(draft, draft.phase);
  return [...placed.values()];
}

/** Writes a plan in the form of a task list, with a final newline. */
export const writeList = (header: Omit<ListHeader, "status">, phases: readonly PlannedPhase[]): string =>
  renderList(
    { ...header, status: "Not Started" },
    phases.map((phase) => ({
      ...phase,
      text: phase.tasks.map((task) => renderTask(task.number, task).join("\n")).join(separator),
    })),
  );
