import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { inputRefusal } from "../refusal.ts";
import { gitRoot } from "./paths.ts";

export interface PlaceOptions {
  readonly assistantDir?: string;
  readonly out?: string;
}

/**
 * The path for a new list: `--out`, else one in the source file's own assistant folder or in that of its repository. It
 * is relative to the current folder unless that path would begin with `..`.
 * @throws Refusal if the name of the assistant's folder is blank or contains `..`.
 */
export function placeList(sourcePath: string, name: string, { assistantDir, out }: PlaceOptions): string {
  return out ?? shortest(join(folderFor(realpathSync(sourcePath), assistantDir), name));
}

function folderFor(sourcePath: string, assistantDir: string | undefined): string {
  const folder = dirname(sourcePath);
  const liesInAssistants = basename(folder) === "tasks" && /^\.[^.]/.test(basename(dirname(folder)));
  if (assistantDir === undefined && liesInAssistants) return folder;
  const assistant = assistantDir ?? "claude";
  // Lists are never searched for above the repository's root.
  if (assistant.trim() === "" || assistant.split(/[\\/]/).includes(".."))
    throw inputRefusal(
      "bad-assistant-dir",
      `--assistant-dir takes the name of a folder, such as claude, not "${assistant}": --out PATH writes anywhere.`,
    );
  if (isAbsolute(assistant)) return join(assistant, "tasks");
  const hidden = assistant.startsWith(".") ? assistant : `.${assistant}`;
  return join(gitRoot(folder) ?? folder, hidden, "tasks");
}

function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") || fromHere === "" ? resolve(path) : fromHere;
}
