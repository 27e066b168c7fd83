import type { Complexity } from "../../document/task-list.ts";
import type { EditOptions } from "../../list-file/editing/edit-list.ts";
import { inputRefusal } from "../../refusal.ts";
import type { PlaceOptions } from "./new-task-place.ts";
import { requireLine } from "./require-line.ts";

/** The options with which `add` and `edit` say what a task is. */
export interface FieldOptions {
  readonly complexity?: string;
  readonly depends?: readonly string[];
  readonly file?: readonly string[];
  readonly step?: readonly string[];
  readonly verify?: readonly string[];
}

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

/** What `tasks add` can be told. */
export interface AddOptions extends EditOptions, FieldOptions, PlaceOptions {
  readonly method?: string;
  readonly path?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}
