import type { Complexity } from "../../document/task-list.ts";
import { inputRefusal } from "../../refusal.ts";
import { requireLine } from "./require-line.ts";

/** Every complexity a task can have. */
export const complexities: readonly Complexity[] = ["Low", "Medium", "High"];

/** @throws Refusal where it is not one of Low, Medium and High. */
export function parseComplexity(text: string): Complexity {
  const complexity = complexities.find((known) => known.toLowerCase() === text.trim().toLowerCase());
  if (complexity) return complexity;
  throw inputRefusal(
    "unknown-complexity",
    `"${text}" is not a complexity: use one of ${complexities.join(", ")}.`,
  );
}

/** @throws Refusal where one of them is empty or spans lines. */
export const requireLines = (name: string, texts: readonly string[]): readonly string[] =>
  texts.map((text) => requireLine(name, text));
