import type { Status } from "../../document/task-list.ts";
import { marks, statusClass } from "../status-marks.ts";

/** The status as an icon with a text alternative. */
export const icon = (status: Status): string =>
  `<svg class="icon ${statusClass[status]}" viewBox="0 0 12 12" role="img" aria-label="${status}">${marks[status]}</svg>`;
