import type { OpenedList } from "../list-file/open-list.ts";
import { openList } from "../list-file/open-list.ts";
import type { Report } from "../reporting/report.ts";
import { aboutList } from "../reporting/report.ts";
import type { Declaration, InputOf } from "./operation.ts";

/** Declares a command that reads the list and writes nothing. The list's path is added to its answer for programs. */
export const query = <const Declared extends Declaration>(
  declaration: Declared,
  answer: (opened: OpenedList, input: InputOf<Declared>) => Report | Promise<Report>,
) => ({
  declaration,
  run: async (input: InputOf<Declared>): Promise<Report> => {
    const opened = openList(input.list);
    return aboutList(opened.path, await answer(opened, input));
  },
});
