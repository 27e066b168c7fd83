import { scripts } from "../completion/scripts.ts";
import type { Shell } from "../completion/shells.ts";
import type { Report } from "../reporting/report.ts";

/** The script that makes a shell complete the command, live task numbers included. */
export async function completion(shell: Shell): Promise<Report> {
  const script = scripts[shell];
  return { json: { shell, script }, text: script.trimEnd() };
}
