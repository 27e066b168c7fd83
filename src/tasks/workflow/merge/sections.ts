import type { TaskList } from "../../document/task-list.ts";

/** A passage of a list that is merged by itself: a task, a phase's heading with its text, or other text. */
interface Section {
  readonly lines: readonly string[];
  /** A task number or one like it, for the order of sections that both sides added. */
  readonly rank: string;
}

/** A list as sections, by identities that are the same in all three versions, and the gaps between them. */
export interface Sections {
  readonly sections: ReadonlyMap<string, Section>;
  /** The blank lines and rules (`---`) between two neighbours, by `gapKeys`. */
  readonly gaps: ReadonlyMap<string, string>;
}

/** Divides a list whose tasks have these identities. */
export function sectionsOf(list: TaskList, ids: readonly string[]): Sections {
  const sections = new Map<string, Section>();
  const gaps = new Map<string, string>();
  const starts = startsIn(list, ids);
  let [previous, gap] = ["", ""];
  const closeGap = (id: string): void => {
    for (const key of gapKeys(previous, id)) if (!gaps.has(key)) gaps.set(key, gap);
  };
  for (const [index, { start, name, rank }] of starts.entries()) {
    const passage = list.source.slice(start, starts[index + 1]?.start);
    const [above = ""] = /^[\s-]*$|^(?:[ \t]*(?:-{3,}[ \t]*)?[\r\n])+/.exec(passage) ?? [];
    gap += above;
    const text = passage.slice(above.length).replace(gapBelow, "");
    if (text === "") continue;
    const lines = text.split(list.lineEnding);
    // By its heading, a passage is found again wherever it is; others keep their order.
    const isHeaded = name === "text" && text.startsWith("#");
    const id = unused(sections, isHeaded ? `text ${lines[0]}` : name);
    closeGap(id);
    sections.set(id, { lines, rank });
    [previous, gap] = [id, passage.slice(above.length + text.length)];
  }
  closeGap("");
  return { sections, gaps };
}

// One character of a line break at a time: with `\r\n` as one and as two, the time would double with each line.
const gapBelow = /(?:[\r\n][ \t]*(?:-{3,}[ \t]*)?)+$/;

/** Where passages begin: the header, each phase, task, text and heading after a task, and the Changes section. */
function startsIn({ source, phases, tasks, changes }: TaskList, ids: readonly string[]) {
  const starts = [
    { start: 0, name: "head", rank: "0.0" },
    ...phases.flatMap(({ number, heading }) =>
      heading ? [{ start: heading.span.start, name: `phase ${number}`, rank: `${number}.0` }] : [],
    ),
    ...tasks.flatMap(({ number: rank, span: { start, end } }, index) => [
      { start, name: ids[index] ?? "", rank },
      { start: end, name: "text", rank },
    ]),
    ...(changes
      ? [{ start: changes.heading.start, name: "changes", rank: `${Number.MAX_SAFE_INTEGER}.0` }]
      : []),
  ];
  const ordered = starts.toSorted((one, other) => one.start - other.start);
  return ordered.flatMap((one, index) => {
    if (one.name !== "text") return [one];
    const passage = source.slice(one.start, ordered[index + 1]?.start);
    const headings = [...passage.matchAll(/(?<=[\r\n])#{1,6}[ \t]/g)];
    return [one, ...headings.map((heading) => ({ ...one, start: one.start + heading.index }))];
  });
}

const unused = (taken: ReadonlyMap<string, unknown>, id: string): string =>
  taken.has(id) ? unused(taken, `${id}'`) : id;

/** The keys of the gap between two sections, the empty id at both ends: of these two, and of two of their kinds. */
export function gapKeys(previous: string, id: string): readonly [string, string] {
  const kindOf = (one: string) => one.split(" ", 1)[0];
  return [`${previous}\n${id}`, `${kindOf(previous)} ${kindOf(id)}`];
}
