import { z } from "zod";

/*
 * The inputs of the tools. An assistant reads all schemas before it does anything. So names have no descriptions that
 * repeat them, the server's instructions say what holds for many tools, and limits that only protect the list are
 * checked without being declared.
 */

const longestLine = 2000;
const mostLines = 100;
const mostItems = 50;

/** A text that becomes a line of the list. Its length is limited, because a very long line makes the list unreadable. */
export const lineInput = z.string().refine((text) => text.length <= longestLine, {
  error: `Too big: at most ${longestLine} characters`,
});
export const linesInput = z.array(lineInput).refine((lines) => lines.length <= mostLines, {
  error: `Too big: at most ${mostLines} of them`,
});
/** A path. Its length is checked with its target. */
export const pathInput = z.string();

/** A task number. Some clients send a number, although 1.10 differs from 1.1 only as a string. */
export const numberInput = z.union([lineInput, z.number()]);
export const flag = z.boolean().optional();

const countFrom = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.number().refine((count) => Number.isSafeInteger(count) && count >= least && count <= most, {
    error: `Expected a whole number from ${least} to ${most}`,
  });

export const positionsInput = z.array(countFrom(1)).refine((positions) => positions.length <= mostLines, {
  error: `Too big: at most ${mostLines} of them`,
});

/** The page of a long answer. The server's instructions give the defaults, which costs less than in every schema. */
export const pageInput = { offset: countFrom(0).optional(), limit: countFrom(1, mostItems).optional() };

export const fieldInputs = {
  complexity: z.enum(["Low", "Medium", "High"]).optional(),
  depends: linesInput.optional(),
  file: linesInput.optional(),
  step: linesInput.optional(),
};

export const placeInputs = { before: numberInput.optional(), after: numberInput.optional() };
