import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { complexities } from "../cli/options/option-values.ts";
import type { Report } from "../cli/reporting/report.ts";
import { add } from "../commands/add.ts";
import { audit } from "../commands/audit.ts";
import { block, unblock } from "../commands/block.ts";
import { brief } from "../commands/brief.ts";
import { check } from "../commands/check.ts";
import { complete } from "../commands/complete.ts";
import { coverage } from "../commands/coverage.ts";
import { edit } from "../commands/edit.ts";
import { generate } from "../commands/generate.ts";
import { graph } from "../commands/graph.ts";
import { importList } from "../commands/import.ts";
import { fix, lint } from "../commands/lint.ts";
import { list } from "../commands/list.ts";
import { log } from "../commands/log.ts";
import { move } from "../commands/move.ts";
import { next } from "../commands/next.ts";
import type {
  AnyOperation,
  Declaration,
  GivenInput,
  Parameter,
  ToolDeclaration,
} from "../commands/operation.ts";
import { progress } from "../commands/progress.ts";
import { release } from "../commands/release.ts";
import { remove } from "../commands/remove.ts";
import { renumber } from "../commands/renumber.ts";
import { reset } from "../commands/reset.ts";
import { show } from "../commands/show.ts";
import { start } from "../commands/start.ts";
import { undo } from "../commands/undo.ts";
import { update } from "../commands/update.ts";
import { verify } from "../commands/verify.ts";
import { statuses } from "../document/read-status.ts";
import { betweenCharacters } from "./bounded.ts";

/** A tool: its description, its input and its function. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Tools that read another file take that file instead of a list. */
  readonly takesNoList: boolean;
  /** The inputs that are paths of files. */
  readonly paths: readonly string[];
  /** The longest text in an answer. The rest is cut. */
  readonly mostCharacters?: number;
  /** Takes the parsed input, with the path of the list if one is named. */
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<Report>;
}

/** Texts to work from, such as a brief, may be longer than other answers. */
const mostOfLong = 40_000;

/** Tools of both kinds stay within the project, and `undo` restores whatever they destroy. */
const annotations: Readonly<Record<ToolDeclaration["does"], ToolAnnotations>> = {
  reads: { readOnlyHint: true },
  edits: { destructiveHint: false },
  settles: { destructiveHint: false, idempotentHint: true },
  removes: { destructiveHint: true },
};

/** The tool that a command is for an assistant. */
function toolOf({ declaration, run }: AnyOperation): Tool {
  const { name, tool } = declaration;
  if (!tool) throw new Error(`${name} is not declared as a tool`);
  const parameters = parametersOf(declaration);
  const schemas = parameters.map(([key, parameter]) => [key, schemaOf(parameter)] as const);
  return {
    name,
    description: tool.summary,
    input: z.strictObject({ ...Object.fromEntries(schemas), ...pageInputs(tool) }),
    annotations: annotations[tool.does],
    takesNoList: tool.takesNoList === true,
    paths: parameters.filter(([, parameter]) => isFile(parameter)).map(([key]) => key),
    ...(tool.isLong ? { mostCharacters: mostOfLong } : {}),
    run: async ({ offset, limit, ...given }) => {
      const report = await run({ ...defaultsOf(declaration), ...wordsIn(given), json: true });
      if (!report) throw new Error(`${name} has no answer`);
      return tool.pages === undefined ? report : pageOfReport(report, tool.pages, tool, offset, limit);
    },
  };
}

/** The arguments and options that assistants may give, with what the tool says of them. */
const parametersOf = (declaration: Declaration): readonly (readonly [string, Parameter])[] =>
  Object.entries({ ...declaration.arguments, ...declaration.options }).flatMap(([key, parameter]) => {
    const { tool, summary: _, ...others } = parameter;
    // A tool that only reads has no edit to show.
    const isLeftOut = tool === undefined || (key === "dryRun" && declaration.tool?.does === "reads");
    return isLeftOut ? [] : [[key, { summary: "", ...others, ...(tool === true ? {} : tool) }]];
  });

/**
 * The schema of an input. An assistant reads all schemas before it starts. To keep them short, no description
 * repeats a name, the server's instructions say what applies to many tools, and limits that only protect the list are
 * checked without being declared.
 */
function schemaOf(parameter: Parameter): z.ZodType {
  const base = typeOf(parameter);
  const schema = parameter.isRequired ? base : base.optional();
  return parameter.summary === "" ? schema : schema.describe(parameter.summary);
}

function typeOf(parameter: Parameter): z.ZodType {
  const { value, choices, isRepeatable } = parameter;
  if (choices) return z.enum(choices);
  if (value === undefined) return z.boolean();
  if (value === "status") return z.enum(statuses);
  if (value === "complexity") return z.enum(complexities);
  // Some clients send numbers as strings.
  if (value === "item") return atMost(mostLines, z.union([countFrom(1), line]));
  // Some clients send a number, although 1.10 differs from 1.1 only as a string.
  if (value === "number" || value === "phase") return z.union([line, z.number()]);
  // The length of a path is checked with its target.
  if (isFile(parameter)) return z.string();
  return isRepeatable ? atMost(mostLines, line) : line;
}

/** Whether it names a file to be read or written, and not one that a task touches. */
const isFile = ({ value = "", isRepeatable }: Parameter): boolean =>
  ["file", "path", "prd"].includes(value) && !isRepeatable;

const longestLine = 2000;
const mostLines = 100;
const mostItems = 50;

/** A text that becomes a line of the list. Its length is limited, because a very long line makes the list unreadable. */
const line = z.string().refine((text) => text.length <= longestLine, {
  error: `Too big: at most ${longestLine} characters`,
});

const atMost = (most: number, item: z.ZodType): z.ZodType =>
  z.array(item).refine((items) => items.length <= most, { error: `Too big: at most ${most} of them` });

const countFrom = (least: number, most = Number.MAX_SAFE_INTEGER): z.ZodType =>
  z.number().refine((count) => Number.isSafeInteger(count) && count >= least && count <= most, {
    error: `Expected a whole number from ${least} to ${most}`,
  });

/** The page of a long answer. The server's instructions give the defaults, which costs less than in every schema. */
function pageInputs({ pages, isLong }: ToolDeclaration): Readonly<Record<string, z.ZodType>> {
  if (pages === undefined) return {};
  const offset = countFrom(0).optional();
  return isLong ? { offset } : { offset, limit: countFrom(1, mostItems).optional() };
}

const defaultsOf = ({ options = {} }: Declaration): GivenInput =>
  Object.fromEntries(
    Object.entries(options).flatMap(([key, parameter]) =>
      parameter.default === undefined ? [] : [[key, parameter.default]],
    ),
  );

/** The input as a command line gives it: numbers are words there. */
const wordsIn = (given: Readonly<Record<string, unknown>>): GivenInput =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      typeof value === "boolean" || value === undefined
        ? value
        : Array.isArray(value)
          ? value.map(String)
          : String(value),
    ]),
  );

/** The report with one page of its list or its text. */
function pageOfReport(
  report: Report,
  name: string,
  { fields, fieldsUnlessNull = [] }: ToolDeclaration,
  ...[offset, limit]: readonly unknown[]
): Report {
  const json = report.json as Readonly<Record<string, unknown>>;
  const whole = json[name] as string | readonly object[];
  const { items, total, nextOffset } = pageOf(whole, Number(offset ?? 0), Number(limit ?? 20));
  const shown =
    fields && typeof items !== "string" ? items.map((item) => pick(item, fields, fieldsUnlessNull)) : items;
  // Progress has a total of its own.
  return { ...report, json: { ...json, [name]: shown, total: json["total"] ?? total, nextOffset } };
}

/** The part of a long text or list that begins at `offset`; `nextOffset` is null on the last page. */
function pageOf(whole: string | readonly object[], offset: number, limit: number) {
  const [start = 0, end = 0] =
    typeof whole === "string"
      ? [offset, offset + mostOfLong].map((place) => betweenCharacters(whole, place))
      : [offset, offset + limit];
  return {
    items: whole.slice(start, end),
    total: whole.length,
    nextOffset: end < whole.length ? end : null,
  };
}

const pick = (item: object, always: readonly string[], unlessNull: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(item).filter(
      ([key, value]) => always.includes(key) || (unlessNull.includes(key) && value !== null),
    ),
  );

/** The operations of the command that an assistant may use. None of them runs a program that a client names. */
export const tools: readonly Tool[] = [
  next,
  start,
  check,
  verify,
  complete,
  block,
  unblock,
  release,
  reset,
  progress,
  list,
  show,
  log,
  graph,
  lint,
  fix,
  audit,
  coverage,
  add,
  edit,
  move,
  remove,
  renumber,
  undo,
  brief,
  generate,
  update,
  importList,
].map(toolOf);
