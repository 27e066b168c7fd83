import type { Task } from "../../document/task-list.ts";
import type { Rule } from "../rule.ts";

export const numberGap: Rule = {
  name: "number-gap",
  *find(list) {
    const explained = new Set(list.changes?.numbers);
    for (const tasks of Map.groupBy(list.tasks, ({ phase }) => phase).values()) {
      yield* gapsOf(tasks, explained);
    }
  },
};

function* gapsOf(tasks: readonly Task[], explained: ReadonlySet<string>) {
  let expected = 1;
  for (const { phase, seq, numberSpan, number } of tasks.toSorted((one, other) => one.seq - other.seq)) {
    while (expected < seq && explained.has(`${phase}.${expected}`)) expected++;
    if (expected < seq) {
      const last = seq - 1;
      const missing =
        expected === last ? `${phase}.${last} is` : `${phase}.${expected} to ${phase}.${last} are`;
      yield {
        offset: numberSpan.start,
        message: `Task ${number} follows a gap: ${missing} not in the list.`,
      };
    }
    expected = Math.max(expected, seq + 1);
  }
}
