import { findField, getTask } from "./get-task.ts";
import { firstLabelLine, labelLineAfter, replaceValue, withoutField } from "./label-line.ts";
import type { Edit } from "./revise.ts";

/** Writes who works on the task, under its Status line. */
export const writeOwner =
  (number: string, owner: string): Edit =>
  (list) => {
    const task = getTask(list, number);
    const [field, status] = [findField(task, "owner"), findField(task, "status")];
    if (field) return field.value.text === owner ? [] : [replaceValue(list, field, owner)];
    return [
      status ? labelLineAfter(list, status, "Owner", owner) : firstLabelLine(list, task, "Owner", owner),
    ];
  };

/** Removes the owner, from every field that names one. */
export const removeOwner =
  (number: string): Edit =>
  (list) =>
    getTask(list, number)
      .fields.filter(({ name }) => name === "owner")
      // A line with other labels stays, and so does the label on it.
      .map((field) => (field.form === "inline" ? replaceValue(list, field, "") : withoutField(list, field)));
