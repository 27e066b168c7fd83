import type { TaskList } from "../../document/task-list.ts";
import type { Rule } from "../../lint/rule.ts";
import { coverRequirements } from "../coverage.ts";
import type { Prd, Quantity } from "../prd/model.ts";
import { amountsIn, isSameAmount } from "../prd/quantities.ts";

/** A number with a unit or a limit in the PRD that no step or criterion contains. */
export const missingNumber = (prd: Prd): Rule => ({
  name: "missing-number",
  *find(list) {
    const offsetOf = offsetsIn(prd, list);
    for (const { text, line, owner } of missingIn(prd, list)) {
      const whose = owner.kind === "requirement" ? `of ${owner.id}` : "of an answered question";
      const message = `No step or criterion has "${text}" ${whose} (line ${line} of the PRD).`;
      yield { offset: owner.kind === "requirement" ? offsetOf(owner.id) : offsetOf(null), message };
    }
  },
});

function missingIn(prd: Prd, { source, tasks }: TaskList): readonly Quantity[] {
  const texts = tasks.flatMap(({ steps, verification }) =>
    [...steps, ...verification].map(({ start, end }) => source.slice(start, end)),
  );
  const amounts = [
    ...new Map(
      texts.flatMap((text) => amountsIn(text)).map((amount) => [`${amount.value} ${amount.unit}`, amount]),
    ).values(),
  ];
  const wanted = quantitiesToCarry(prd).filter(
    (quantity) => !amounts.some((amount) => isSameAmount(amount, quantity)),
  );
  // Both ends of a range have the same text, which is reported once.
  return [...new Map(wanted.map((one) => [`${one.line} ${one.text}`, one])).values()];
}

/** The numbers of requirements and answers. Those of a section apply to the whole product, not to one task. */
function quantitiesToCarry({ quantities, requirements }: Prd): readonly Quantity[] {
  const carried = new Set(requirements.filter(({ optional }) => optional === null).map(({ id }) => id));
  return quantities.filter(
    ({ owner }) => owner.kind === "answer" || (owner.kind === "requirement" && carried.has(owner.id)),
  );
}

/** The offset for findings about a requirement: the first task that carries it, else the PRD line of the list. */
function offsetsIn(prd: Prd, list: TaskList): (id: string | null) => number {
  const starts = new Map(list.tasks.map(({ number, heading }) => [number, heading.start]));
  const carriers = new Map(coverRequirements(prd, list).map(({ id, tasks }) => [id, tasks[0] ?? ""]));
  return (id) => starts.get(carriers.get(id ?? "") ?? "") ?? list.prd?.value.start ?? 0;
}
