import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { assistantNames, blocksFor } from "../../assistants/assistants.ts";
import { pathBelow } from "../../list-file/paths.ts";
import { plural } from "../../terminal/words.ts";
import { filesBelow, nameWords, withoutExtension } from "../repository-files.ts";

/** Files that declare the stack of a project. */
const manifest =
  /^(?:(?:package|deno|composer)\.json|(?:pyproject|Cargo)\.toml|requirements\.txt|go\.mod|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|mix\.exs|pubspec\.yaml|Package\.swift|CMakeLists\.txt|.*\.csproj)$/;
const mostManifests = 4;
const mostManifestLines = 25;

export interface RepositoryOptions {
  /** Files to ignore, such as the PRD. */
  readonly without: readonly string[];
  /** The limit for all facts, in characters. */
  readonly budget: number;
}

/**
 * Facts about a repository for the work on a PRD: its stack from its manifests, its folders, and the files whose names
 * contain words of the PRD. Null if it has no files.
 */
export function repositoryFacts(root: string, prdText: string, options: RepositoryOptions): string | null {
  const left = new Set(options.without.map((path) => pathBelow(root, path)));
  const files = filesBelow(root).filter(
    (path) => !left.has(path) && !isTaskList(path) && !commandFiles.has(path),
  );
  if (files.length === 0) return null;
  const { budget } = options;
  const stack = within(
    manifestsOf(files).flatMap((path) => describeManifest(root, path)),
    budget * 0.4,
  );
  const folders = within(describeFolders(files), budget * 0.25);
  const named = within(filesNamedLike(files, prdText), budget - lengthOf(stack) - lengthOf(folders));
  const groups = [
    ...group("Manifests:", stack),
    ...group("Folders, with the files below each:", folders),
    ...group("Files named like things in the PRD:", named),
  ];
  const all = within(
    files.map((path) => `- \`${path}\``),
    budget,
  );
  return (groups.length > 0 ? groups : group("Only these files, no manifest and no folder:", all))
    .join("\n")
    .trim();
}

/** `tasks init` wrote these: a repository with nothing else is empty. */
const commandFiles: ReadonlySet<string> = new Set(assistantNames.flatMap(blocksFor).map(({ path }) => path));

const isTaskList = (path: string): boolean => /(?:^|\/)tasks\/tasks-[^/]*\.md$/.test(path);

/** The manifests nearest to the root. */
function manifestsOf(files: readonly string[]): readonly string[] {
  const depth = (path: string): number => path.split("/").length;
  return files
    .filter((path) => manifest.test(basename(path)))
    .toSorted((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))
    .slice(0, mostManifests);
}

function describeManifest(root: string, path: string): readonly string[] {
  const text = textOf(join(root, path));
  const lines = basename(path) === "package.json" ? packageLines(text) : text.split(/\r\n|\n/);
  const kept = lines.filter((line) => line.trim() !== "").slice(0, mostManifestLines);
  return [`- \`${path}\``, ...kept.map((line) => `      ${line}`)];
}

/** The useful part of a package.json: its scripts and the names of its dependencies. */
function packageLines(text: string): readonly string[] {
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    const names = (field: string): string => Object.keys(read[field] ?? {}).join(", ") || "none";
    const fields = ["scripts", "dependencies", "devDependencies"];
    return [`name: ${String(read["name"] ?? "none")}`, ...fields.map((field) => `${field}: ${names(field)}`)];
  } catch {
    return ["(not valid JSON)"];
  }
}

/** Empty for a file that was deleted after git listed it, or can't be read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The folders of the first two levels, each with its number of files. */
function describeFolders(files: readonly string[]): readonly string[] {
  const folders = files.flatMap((file) => {
    const [outer, inner] = dirname(file).split("/");
    return [outer ?? ".", ...(inner === undefined ? [] : [`${outer}/${inner}`])];
  });
  return [...Map.groupBy(folders, (folder) => folder)]
    .filter(([folder]) => folder !== ".")
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, { length }]) => `- \`${folder}/\` ${length}`);
}

/** The files whose names share words with the PRD. Those with the most and rarest words come first. */
function filesNamedLike(files: readonly string[], prdText: string): readonly string[] {
  const said = new Set(nameWords(prdText));
  const named = files.map((path) => ({ path, words: [...new Set(nameWords(withoutExtension(path)))] }));
  const bearers = Map.groupBy(
    named.flatMap(({ words }) => words),
    (word) => word,
  );
  return named
    .map(({ path, words }) => {
      const shared = words.filter((word) => said.has(word));
      return { path, score: shared.reduce((sum, word) => sum + 1 / (bearers.get(word)?.length ?? 1), 0) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
    .map(({ path }) => `- \`${path}\``);
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** As many lines as fit, and the number of lines left out. */
function within(lines: readonly string[], budget: number): readonly string[] {
  const fitting = lines.findIndex((_, index) => lengthOf(lines.slice(0, index + 1)) > budget);
  return fitting < 0
    ? lines
    : [...lines.slice(0, fitting), `… ${plural(lines.length - fitting, "more line")}`];
}

const group = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines, ""];
