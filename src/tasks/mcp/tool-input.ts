import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import type { Declaration, GivenInput, Parameter } from "../commands/operation.ts";
import { complexities, statuses } from "../document/task-list.ts";
import { isWithin, projectRoot, realPath } from "../list-file/paths.ts";
import { inputRefusal } from "../refusal.ts";

/**
 * The input of the tool that a command is: its arguments and options that are marked for assistants. An assistant reads
 * all schemas before it starts. To keep them short, no description repeats a name, the server's instructions say what
 * applies to many tools, and limits that only protect the list are checked without being declared.
 */
export function toolInputOf({ arguments: operands, options, tool: declared }: Declaration) {
  const offered = Object.entries({ ...operands, ...options }).flatMap(([key, { tool, ...parameter }]) => {
    // A tool that only reads has no edit to show.
    if (tool === undefined || (key === "dryRun" && declared?.does === "reads")) return [];
    return [[key, { ...parameter, summary: "", ...(tool === true ? {} : tool) }] as const];
  });
  const defaults = Object.entries(options ?? {}).flatMap(([key, parameter]) =>
    parameter.default === undefined ? [] : [[key, parameter.default]],
  );
  return {
    schema: z.strictObject(Object.fromEntries(offered.map(([key, parameter]) => [key, schemaOf(parameter)]))),
    /** The names of the paths of files. */
    paths: offered.filter(([, parameter]) => isFile(parameter)).map(([key]) => key),
    /** What a client gave, as a command line gives it: with defaults, and numbers as words. */
    toWords: (given: Readonly<Record<string, unknown>>): GivenInput => ({
      ...Object.fromEntries(defaults),
      ...Object.fromEntries(Object.entries(given).map(([key, value]) => [key, wordsOf(value)])),
    }),
  };
}

function wordsOf(value: unknown): string | boolean | readonly string[] | undefined {
  if (typeof value === "boolean" || value === undefined) return value;
  return Array.isArray(value) ? value.map(String) : String(value);
}

function schemaOf(parameter: Parameter): z.ZodType {
  const base = typeOf(parameter);
  const schema = parameter.isRequired ? base : base.optional();
  return parameter.summary === "" ? schema : schema.describe(parameter.summary);
}

function typeOf(parameter: Parameter): z.ZodType {
  const { value, choices, isRepeatable } = parameter;
  if (choices) return z.enum(choices);
  if (value === undefined) return z.boolean();
  // The schema names the values, but the command also takes `todo` and `in progress`.
  if (value === "status") return line.meta({ enum: [...statuses] });
  if (value === "complexity") return line.meta({ enum: [...complexities] });
  // Some clients send numbers as strings.
  if (value === "item") return atMost(mostLines, z.union([position, line]));
  // Some clients send a number, although 1.10 differs from 1.1 only as a string.
  if (value === "number" || value === "phase")
    return z.union([line, z.number()], { error: "Expected a string or a number" });
  // The length of a path is checked with its target.
  if (isFile(parameter)) return z.string();
  return isRepeatable ? atMost(mostLines, line) : line;
}

/** Whether it names a file to be read or written, and not one that a task touches. */
const isFile = ({ value = "", isRepeatable }: Parameter): boolean =>
  ["file", "path", "prd"].includes(value) && !isRepeatable;

const longestLine = 2000;
const mostLines = 100;

/** A text that becomes a line of the list. Its length is limited, because a very long line makes the list unreadable. */
const line = z.string().refine((text) => text.length <= longestLine, {
  error: `Too big: at most ${longestLine} characters`,
});

const atMost = (most: number, item: z.ZodType): z.ZodType =>
  z.array(item).refine((items) => items.length <= most, { error: `Too big: at most ${most} of them` });

const position = z.number().refine((count) => Number.isSafeInteger(count) && count > 0, {
  error: "Expected a whole number from 1",
});

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
