import { z } from "zod";

/*
 * What the tools take. An assistant reads the schemas of all of them before it does anything, so what names say is not
 * said again, what holds for many is in the server's instructions, and limits that only protect the list are checked
 * without being declared.
 */

const longestLine = 2000;
const mostLines = 100;
const mostItems = 50;

/** A text that becomes a line of the list: a megabyte of it would leave the list to nobody. */
export const lineInput = z.string().refine((text) => text.length <= longestLine, {
  error: `Too big: at most ${longestLine} characters`,
});
export const linesInput = z.array(lineInput).refine((lines) => lines.length <= mostLines, {
  error: `Too big: at most ${mostLines} of them`,
});
/** How long it may be is a matter of where it leads. */
export const pathInput = z.string();

/** Some clients send a number as such; 1.10 can only be told from 1.1 as a string. */
export const numberInput = z.union([lineInput, z.number()]);
export const flag = z.boolean().optional();

const countFrom = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.number().refine((count) => Number.isSafeInteger(count) && count >= least && count <= most, {
    error: `Expected a whole number from ${least} to ${most}`,
  });

export const positionsInput = z.array(countFrom(1)).refine((positions) => positions.length <= mostLines, {
  error: `Too big: at most ${mostLines} of them`,
});

/** What is asked of every tool that may have much to say. Defaults in a schema would cost more than saying them once. */
export const pageInput = { offset: countFrom(0).optional(), limit: countFrom(1, mostItems).optional() };

export const fieldInputs = {
  complexity: z.enum(["Low", "Medium", "High"]).optional(),
  depends: linesInput.optional(),
  file: linesInput.optional(),
  step: linesInput.optional(),
};

export const placeInputs = { before: numberInput.optional(), after: numberInput.optional() };
