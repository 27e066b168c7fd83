import type { Status, Task } from "./task-list.ts";

/** The status a task is read as having once its boxes are ticked like this: they tell it where its own words do not. */
export function impliedStatus(
  { status, headingMark }: Task,
  items: readonly { readonly checked: boolean }[],
): Status {
  const isWritten = status.from === "field" && status.understood;
  if (isWritten || headingMark) return status.value;
  const ticked = items.filter(({ checked }) => checked).length;
  if (ticked === 0) return "Not Started";
  return ticked === items.length ? "Complete" : "In Progress";
}
