import type { Report } from "../../cli/reporting/report.ts";
import { plural } from "../../cli/terminal/plural.ts";
import { relativePath } from "../../list-file/relative-path.ts";
import type { OpenedList } from "../open-list.ts";
import { whyNothingIsReady } from "../rules/workflow-rules.ts";

/** The answer where there is no task to work on: all done (exit code 0), or nothing ready (1). */
export function reportNothingReady({ path, list }: OpenedList): Report {
  const reason = whyNothingIsReady(list);
  if (reason === null) {
    const done = `Nothing left to do: ${plural(list.tasks.length, "task")}, all Complete.`;
    return { json: { list: relativePath(path), task: null, reason: done }, text: done };
  }
  const error = { code: "nothing-ready", message: reason };
  return {
    json: { list: relativePath(path), task: null, reason, error },
    text: "",
    notes: [reason],
    exitCode: 1,
  };
}
