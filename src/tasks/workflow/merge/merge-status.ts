import type { Status } from "../../document/task-list.ts";

const ranks: Readonly<Record<Status, number>> = {
  "Not Started": 0,
  "In Progress": 1,
  Blocked: 2,
  Complete: 3,
};
/** To go on after a block takes nothing back. */
const steps: Readonly<Record<Status, number>> = {
  "Not Started": 0,
  "In Progress": 1,
  Blocked: 1,
  Complete: 2,
};

/** The status of a task that both sides have: the one further along, unless a side took back what was there. */
export function mergeStatus(base: Status, ours: Status, theirs: Status): Status {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  const [first, second] = ranks[ours] <= ranks[theirs] ? [ours, theirs] : [theirs, ours];
  return steps[first] < steps[base] ? first : second;
}
