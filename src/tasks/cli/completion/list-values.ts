import { statuses } from "../../document/read-status.ts";
import type { TaskList } from "../../document/task-list.ts";
import { parseTaskNumber } from "../../document/task-number.ts";
import { openList } from "../../workflow/open-list.ts";
import { complexities } from "../options/option-values.ts";

/** A possible completion, with the description that shells show beside it. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** The candidates that begin with the typed text, ignoring case. */
export const matching = (candidates: readonly Candidate[], typed: string): readonly Candidate[] =>
  candidates.filter(({ value }) => value.toLowerCase().startsWith(typed.toLowerCase()));

/** The possible values of a placeholder: task numbers, owners, statuses. */
export interface ListValues {
  readonly valuesFor: (placeholder: string, operands: readonly string[]) => readonly Candidate[];
}

type Values = (list: TaskList, operands: readonly string[]) => readonly Candidate[];

const word = (value: string): Candidate => ({ value, description: "" });

const fixed: Readonly<Record<string, readonly string[]>> = {
  status: statuses,
  complexity: complexities,
};

const ofList: Readonly<Record<string, Values>> = {
  number: ({ tasks }) =>
    tasks.map(({ number, title, status }) => ({ value: number, description: `${status.value}: ${title}` })),
  phase: ({ phases }) => phases.map(({ number, title }) => ({ value: String(number), description: title })),
  owner: ({ tasks }) => [...new Set(tasks.flatMap(({ owner }) => owner ?? []))].map(word),
  name: ({ tasks }) => [...new Set(tasks.flatMap(({ owner }) => owner ?? []))].map(word),
  item: ({ tasks }, [number = "", ...ticked]) => {
    const task = tasks.find((candidate) => candidate.number === parseTaskNumber(number));
    return (task?.verification ?? [])
      .map(({ text, checked }, index) => ({
        value: String(index + 1),
        description: `${checked ? "[x]" : "[ ]"} ${text}`,
      }))
      .filter(({ value }) => !ticked.includes(value));
  },
};

/** The values of the named list, or of the one that any command would find. It is read only when needed. */
export const listValues = (named: string | undefined): ListValues => ({
  valuesFor: (placeholder, operands) =>
    fixed[placeholder]?.map(word) ?? ofList[placeholder]?.(openList(named).list, operands) ?? [],
});
