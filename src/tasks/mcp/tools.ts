import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { complexities } from "../cli/options/option-values.ts";
import type { Report } from "../cli/reporting/report.ts";
import type {
  AnyOperation,
  Declaration,
  GivenInput,
  Parameter,
  ToolDeclaration,
} from "../commands/operation.ts";
import { statuses } from "../document/read-status.ts";

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
const mostOfLong = 100_000;

/** Tools of both kinds stay within the project, and `undo` restores whatever they destroy. */
const annotations: Readonly<Record<ToolDeclaration["does"], ToolAnnotations>> = {
  reads: { readOnlyHint: true },
  edits: { destructiveHint: false },
  settles: { destructiveHint: false, idempotentHint: true },
  removes: { destructiveHint: true },
};

/** The tools that commands are for an assistant: none for a command that assistants can't use. */
export const toolsOf = (commands: readonly AnyOperation[]): readonly Tool[] =>
  commands.flatMap((command) => (command.declaration.tool ? toolOf(command, command.declaration.tool) : []));

function toolOf({ declaration, run }: AnyOperation, tool: ToolDeclaration): Tool {
  const { name } = declaration;
  const parameters = parametersOf(declaration);
  const schemas = parameters.map(([key, parameter]) => [key, schemaOf(parameter)] as const);
  return {
    name,
    description: tool.summary,
    input: z.strictObject(Object.fromEntries(schemas)),
    annotations: annotations[tool.does],
    takesNoList: tool.takesNoList === true,
    paths: parameters.filter(([, parameter]) => isFile(parameter)).map(([key]) => key),
    ...(tool.isLong ? { mostCharacters: mostOfLong } : {}),
    run: async (given) => {
      const report = await run({ ...defaultsOf(declaration), ...wordsIn(given), json: true });
      if (!report) throw new Error(`${name} has no answer`);
      return tool.shortens ? shortened(report, tool.shortens) : report;
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
  if (value === "item") return atMost(mostLines, z.union([position, line]));
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

/** A text that becomes a line of the list. Its length is limited, because a very long line makes the list unreadable. */
const line = z.string().refine((text) => text.length <= longestLine, {
  error: `Too big: at most ${longestLine} characters`,
});

const atMost = (most: number, item: z.ZodType): z.ZodType =>
  z.array(item).refine((items) => items.length <= most, { error: `Too big: at most ${most} of them` });

const position = z.number().refine((count) => Number.isSafeInteger(count) && count > 0, {
  error: "Expected a whole number from 1",
});

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

/** The report, with only the given fields of the items of its lists. */
function shortened(report: Report, fields: NonNullable<ToolDeclaration["shortens"]>): Report {
  const json = report.json as Readonly<Record<string, readonly object[]>>;
  const lists = Object.entries(fields).map(([name, kept]) => [name, json[name]?.map(only(kept))]);
  return { ...report, json: { ...json, ...Object.fromEntries(lists) } };
}

const only =
  (fields: readonly string[]) =>
  (item: object): object =>
    Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)));
