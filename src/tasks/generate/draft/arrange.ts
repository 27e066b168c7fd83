import type { Complexity } from "../../document/task-list.ts";
import type { Draft, PlannedPhase, PlannedTask } from "./draft.ts";

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

const byNumber = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });

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
