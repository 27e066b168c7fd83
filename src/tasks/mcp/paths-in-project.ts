import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { gitRoot } from "../file/git-root.ts";
import { systemReason } from "../file/system-error.ts";
import { inputRefusal } from "../refusal.ts";

/** What of a tool's input is a path. */
const pathInputs = ["list", "prd", "out", "source"] as const;
const longestPath = 4096;

/**
 * Lets a client name only files of the project: what it says may come from a page that it read. The project is the
 * git repository that the server was started in, and the one of the list that it was given; outside of one, the folder.
 * @throws Refusal where a path leads elsewhere, by a link too, or to a pipe or a device, which might never end.
 */
export function requirePathsInProject(
  input: Readonly<Record<string, unknown>>,
  served: string | undefined,
): void {
  for (const name of pathInputs) {
    const path = input[name];
    if (typeof path === "string") requireInProject(name, path, projectsOf(served));
  }
}

function projectsOf(served: string | undefined): readonly string[] {
  const folders = [process.cwd(), ...(served === undefined ? [] : [dirname(resolve(served))])];
  return folders.map((folder) => realPath(gitRoot(folder) ?? folder));
}

function requireInProject(name: string, path: string, projects: readonly string[]): void {
  if (path === "" || path.length > longestPath)
    throw inputRefusal("no-file", `${name} is not a path: it has ${path.length} characters.`);
  if (path.includes("\0")) throw inputRefusal("no-file", `${name} is not a path: it holds a zero byte.`);
  const file = realPath(resolve(path));
  if (!projects.some((project) => isBelow(project, file))) {
    throw inputRefusal(
      "outside-project",
      `${name}: ${path} is outside the project, ${projects.join(" and ")}: name a file in it, or start the server with --list PATH.`,
    );
  }
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw inputRefusal("no-file", `${name}: ${path} is not a file.`);
}

function isBelow(folder: string, path: string): boolean {
  const fromFolder = relative(folder, path);
  return fromFolder !== ".." && !fromFolder.startsWith(`..${sep}`);
}

/** Where a path leads once its links are followed; of one that is not there, as far as it is. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemReason(error) === undefined) throw error;
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
