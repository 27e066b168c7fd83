import type { DependencyWords } from "./read-dependencies.ts";
import type { UnresolvedTask } from "./read-task.ts";
import type { Dependencies, DependencyReference, Located } from "./task-list.ts";

type Resolver = (task: UnresolvedTask) => Dependencies;

/** Knows all tasks of a list, and finds those that a task's dependencies name. */
export function dependencyResolver(source: string, tasks: readonly UnresolvedTask[]): Resolver {
  const known = new Set(tasks.map(({ number }) => number));
  const byPhase = Map.groupBy(tasks, ({ phase }) => phase);
  const numbersOf = (reference: DependencyReference, self: UnresolvedTask): readonly string[] => {
    if (reference.kind === "task") return [plain(reference.number.text)];
    if (reference.kind === "range") return numbersBetween(reference.first.text, reference.last.text, byPhase);
    const all = byPhase.get(reference.phase) ?? [];
    return all.filter((task) => task !== self).map(({ number }) => number);
  };
  return (task) => resolve(source, task.dependencyWords, known, (reference) => numbersOf(reference, task));
}

function resolve(
  source: string,
  { references, unparsed }: DependencyWords,
  known: ReadonlySet<string>,
  numbersOf: (reference: DependencyReference) => readonly string[],
): Dependencies {
  const resolved = new Set<string>();
  const unknown: Located[] = [];
  const names = new Set<string>();
  const parts = [...references, ...unparsed].sort((one, other) => one.start - other.start);
  for (const part of parts) {
    const numbers = "kind" in part ? numbersOf(part) : [];
    const found = numbers.filter((number) => known.has(number));
    for (const number of found) resolved.add(number);
    const missing = missingIn(source, part, known, found.length > 0);
    unknown.push(...missing);
    for (const name of [...found, ...missing.map(({ text }) => text)]) names.add(name);
  }
  return { references, unparsed, unknown, resolved: [...resolved], names: [...names] };
}

/** What a part of the field names in vain: itself, or the end of a range that is no task's number. */
function missingIn(
  source: string,
  part: DependencyReference | Located,
  known: ReadonlySet<string>,
  hasFound: boolean,
): Located[] {
  if (!("kind" in part)) return [part];
  const { start, end } = part;
  if (part.kind === "phase") return hasFound ? [] : [{ text: source.slice(start, end), start, end }];
  const ends = part.kind === "task" ? [part.number] : [part.first, part.last];
  const missing = ends.filter(({ text }) => !known.has(text) && !known.has(plain(text)));
  if (missing.length > 0 || hasFound) return missing;
  return [{ text: source.slice(start, end), start, end }];
}

function numbersBetween(
  first: string,
  last: string,
  byPhase: ReadonlyMap<number, readonly UnresolvedTask[]>,
): readonly string[] {
  const from = parts(first);
  const to = parts(last);
  const numbers: string[] = [];
  for (let phase = from.phase; phase <= Math.min(to.phase, from.phase + 1000); phase++) {
    for (const { seq, number } of byPhase.get(phase) ?? []) {
      const isAfterFirst = phase > from.phase || seq >= from.seq;
      const isBeforeLast = phase < to.phase || seq <= to.seq;
      if (isAfterFirst && isBeforeLast) numbers.push(number);
    }
  }
  return numbers;
}

function parts(number: string): { phase: number; seq: number } {
  const [phase = 0, seq = 0] = number.split(".").map(Number);
  return { phase, seq };
}

/** `1.02` and `1.2` are the same number. */
function plain(number: string): string {
  const { phase, seq } = parts(number);
  return `${phase}.${seq}`;
}
