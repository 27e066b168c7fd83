import { getTask } from "./get-task.ts";
import type { Edit } from "./revise.ts";

/** Gives a task another title; its number and whatever else its heading says stay. */
export const writeTitle =
  (number: string, title: string): Edit =>
  (list) => {
    const { start, end } = getTask(list, number).titleSpan;
    return [{ offset: start, length: end - start, text: title }];
  };
