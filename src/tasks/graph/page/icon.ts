import type { Status } from "../../document/task-list.ts";
import { marks, statusClass } from "../status-marks.ts";

/** The status as a small picture, named for those who cannot see it. */
export const icon = (status: Status): string =>
  `<svg class="icon ${statusClass[status]}" viewBox="0 0 12 12" role="img" aria-label="${status}">${marks[status]}</svg>`;
