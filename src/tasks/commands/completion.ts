import { scripts } from "../cli/completion/scripts.ts";
import type { Shell } from "../cli/completion/shells.ts";
import type { Report } from "../cli/reporting/report.ts";

/** The script that makes a shell complete the command, live task numbers included. */
export async function completion(shell: Shell): Promise<Report> {
  const script = scripts[shell];
  return { json: { shell, script }, text: script.trimEnd() };
}
