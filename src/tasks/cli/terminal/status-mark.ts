import type { Status } from "../../document/task-list.ts";
import { paint } from "./paint.ts";

type Style = Parameters<typeof paint>[0];

const marks: Readonly<Record<Status, { readonly sign: string; readonly style: Style }>> = {
  "Not Started": { sign: "○", style: "dim" },
  "In Progress": { sign: "▶", style: "cyan" },
  Blocked: { sign: "■", style: "red" },
  Complete: { sign: "✔", style: "green" },
};

/** A sign for the status, one column wide. */
export const statusMark = (status: Status): string => paint(marks[status].style, marks[status].sign);

/** Text in the status's colour. */
export const paintStatus = (status: Status, text: string): string => paint(marks[status].style, text);
