import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isWithin, projectRoot, realPath } from "../list-file/paths.ts";
import { inputRefusal } from "../refusal.ts";

const longestPath = 4096;

/**
 * Lets a client name only files of the project, because its input may come from a page that it read. The project is the
 * git repository of the current folder and that of the server's list; outside git, the folders themselves.
 * @throws Refusal if a path leads elsewhere, also by a link, or to a pipe or a device, which might never end.
 */
export function requirePathsInProject(
  input: Readonly<Record<string, unknown>>,
  names: readonly string[],
  served: string | undefined,
): void {
  for (const name of names) {
    const path = input[name];
    if (typeof path === "string") requireInProject(name, path, projectsOf(served));
  }
}

function projectsOf(served: string | undefined): readonly string[] {
  const folders = [process.cwd(), ...(served === undefined ? [] : [dirname(resolve(served))])];
  return folders.map((folder) => realPath(projectRoot(folder)));
}

function requireInProject(name: string, path: string, projects: readonly string[]): void {
  if (path === "" || path.length > longestPath)
    throw inputRefusal("no-file", `${name} is not a path: it has ${path.length} characters.`);
  if (path.includes("\0")) throw inputRefusal("no-file", `${name} is not a path: it holds a zero byte.`);
  const file = realPath(path);
  if (!projects.some((project) => isWithin(project, file))) {
    throw inputRefusal(
      "outside-project",
      `${name}: ${path} is outside the project, ${projects.join(" and ")}: name a file in it, or start the server with --list PATH.`,
    );
  }
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw inputRefusal("no-file", `${name}: ${path} is not a file.`);
}
