import { followHeaderStatus, followPhaseRanges, noteChanges } from "../../document/edit/follow-tasks.ts";
import { rewriteNumbers } from "../../document/edit/renumber.ts";
import type { Edit, TextEdit } from "../../document/edit/revise.ts";
import { applyTextEdits, revise } from "../../document/edit/revise.ts";
import { followTasks } from "../../document/edit/rewrite-dependencies.ts";
import { writeFacts } from "../../document/edit/write-facts.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Span, TaskList } from "../../document/task-list.ts";
import { byNumber } from "../../document/task-number.ts";
import type { Merged, Three } from "./merge-lines.ts";
import { isConflict, isSame, mergeLines, mergeStatus } from "./merge-lines.ts";
import type { MergedNumbers, TasksById } from "./merge-numbers.ts";
import { matchTasks, mergeNumbers } from "./merge-numbers.ts";

export interface MergedList {
  /** Contains markers around each line that both sides changed in different ways. */
  readonly text: string;
  /** The number of such lines. */
  readonly conflicts: number;
}

/**
 * Merges two versions of a list, both derived from `base`, task by task and field by field. Unchanged text keeps its
 * bytes.
 */
export function mergeLists(texts: Three<string>, date = new Date()): MergedList {
  const { base, ours, theirs } = texts;
  if (ours === theirs || theirs === base) return { text: ours, conflicts: 0 };
  if (ours === base) return { text: theirs, conflicts: 0 };
  if (ours.trim() === "" || theirs.trim() === "") return conflictOfAll(texts);
  const eol = readTaskList(ours).lineEnding;
  const lists = mapThree(texts, (text) => readTaskList(withLineEnding(text, eol)));
  const tasks = matchTasks(lists);
  const spent = [lists.ours, lists.theirs].flatMap(({ changes }) => changes?.spent ?? []);
  const numbers = mergeNumbers(tasks, spent);
  const numbered = mapThree(lists, (list, side) => versionOf(list, tasks[side], numbers, eol));
  const contested = contestedIn(numbered);
  const isGone = (id: string): boolean => tasks.ours.has(id) !== tasks.theirs.has(id) && !contested.has(id);
  const gone = [...tasks.base.keys()].filter(isGone);
  const versions = mapThree(lists, (list, side) =>
    versionOf(withoutReferences(list, tasks[side], gone), tasks[side], numbers, eol),
  );
  const parts = withSingleRules(mergeVersions(versions, contested, numbers.clashing), versions);
  const bom = ours.startsWith("\uFEFF") ? "\uFEFF" : "";
  const merged = readTaskList(bom + parts.flatMap(inLines).join(eol));
  const { source } = revise(merged, [
    ...statusEdits(versions, merged),
    followPhaseRanges(),
    noteChanges(
      numbers.moved.map(({ from, to, title }) => `moved Task ${from} → ${to} "${title}"`),
      date,
    ),
    followHeaderStatus,
  ]);
  return { text: source, conflicts: parts.filter(isConflict).length };
}

/** One side emptied the file, and the other changed it. */
const conflictOfAll = ({ ours, theirs }: Three<string>): MergedList => {
  const lines = (text: string): readonly string[] =>
    text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
  const eol = readTaskList(ours + theirs).lineEnding;
  const conflict = inLines({ ours: lines(ours), theirs: lines(theirs) });
  return { text: conflict.join(eol) + eol, conflicts: 1 };
};

const mapThree = <T, U>(three: Three<T>, map: (value: T, side: keyof Three<T>) => U): Three<U> => ({
  base: map(three.base, "base"),
  ours: map(three.ours, "ours"),
  theirs: map(three.theirs, "theirs"),
});

function withLineEnding(text: string, eol: string): string {
  const bare = text.replace(/^\uFEFF/, "");
  return readTaskList(bare).lineEnding === eol ? bare : bare.replaceAll(/\r\n|\n|\r/g, eol);
}

const inLines = (part: Merged): readonly string[] =>
  isConflict(part) ? ["<<<<<<< ours", ...part.ours, "=======", ...part.theirs, ">>>>>>> theirs"] : [part];

/** One version of the list, with the task numbers of the result. */
interface Version {
  readonly list: TaskList;
  readonly tasks: TasksById;
  /** The tasks and the Changes section by identity, which is a line of the skeleton. */
  readonly spans: ReadonlyMap<string, Span>;
  readonly eol: string;
}

function versionOf(before: TaskList, known: TasksById, { final }: MergedNumbers, eol: string): Version {
  const changed = [...known].flatMap(([id, { number }]): readonly [string, string][] => {
    const wanted = final.get(id) ?? number;
    return wanted === number ? [] : [[number, wanted]];
  });
  const list = changed.length === 0 ? before : revise(before, rewriteNumbers(new Map(changed)));
  const ids = [...known.keys()];
  const tasks = new Map(list.tasks.map((task, index) => [ids[index] ?? "", task]));
  const spans = new Map<string, Span>([...tasks].map(([id, { span }]) => [id, span]));
  const { changes } = list;
  if (changes) spans.set(changesId, { start: changes.heading.start, end: changes.contentEnd });
  return { list, tasks, spans, eol };
}

function linesOf({ list, spans, eol }: Version, id: string): readonly string[] {
  const span = spans.get(id);
  return span ? list.source.slice(span.start, span.end).split(eol) : [];
}

/**
 * The list with its references to tasks that the other side removed replaced, as `tasks remove` does. Otherwise a
 * dependency of this side would name no task, or the one that has the number after a renumbering.
 */
function withoutReferences(list: TaskList, known: TasksById, gone: readonly string[]): TaskList {
  const leaving = new Set(gone.flatMap((id) => known.get(id) ?? []));
  // A number that is defined twice still names the task that stays.
  const staying = new Set(list.tasks.filter((task) => !leaving.has(task)).map(({ number }) => number));
  const removed = [...leaving].filter(({ number }) => !staying.has(number));
  return revise(list, [followTasks(removed, new Map())]);
}

/** Tasks that one side removed and the other changed, which are kept for the user to decide. */
function contestedIn({ base, ours, theirs }: Three<Version>): ReadonlySet<string> {
  const isContested = (id: string): boolean => {
    if (ours.spans.has(id) === theirs.spans.has(id)) return false;
    return !isSame(linesOf(base, id), linesOf(ours.spans.has(id) ? ours : theirs, id));
  };
  return new Set([...base.spans.keys()].filter(isContested));
}

/** Merges the skeletons, and then replaces each identity by the merged versions of its task. */
function mergeVersions(
  { base, ours, theirs }: Three<Version>,
  contested: ReadonlySet<string>,
  clashing: ReadonlySet<string>,
) {
  const done = new Set<string>();
  const expandLine = (version: Version, line: string): readonly string[] => {
    if (!isId(line)) return [line];
    done.add(line);
    return linesOf(version, line);
  };
  const lines = mergeSkeletons({ base, ours, theirs }, contested);
  return inOrder(lines, { base, ours, theirs }).flatMap((part): readonly Merged[] => {
    if (isConflict(part)) {
      const our = part.ours.flatMap((line) => expandLine(ours, line));
      return [{ ours: our, theirs: part.theirs.flatMap((line) => expandLine(theirs, line)) }];
    }
    if (!isId(part)) return [part];
    // A repeated identity comes from a move, or from a section that both sides added.
    if (done.has(part)) return [];
    done.add(part);
    const lines = mapThree({ base, ours, theirs }, (version) => linesOf(version, part));
    if (contested.has(part) || clashing.has(part)) return [{ ours: lines.ours, theirs: lines.theirs }];
    if (!theirs.spans.has(part)) return lines.ours;
    return ours.spans.has(part) ? mergeLines(lines) : lines.theirs;
  });
}

/** Tasks that were moved or removed on both sides can leave their rules (`---`) behind: of several in a row, one stays. */
function withSingleRules(parts: readonly Merged[], { ours, theirs }: Three<Version>): readonly Merged[] {
  const hasOwn = [ours, theirs].some(({ list, eol }) => {
    const lines = list.source.split(eol);
    return singleRules(lines).length < lines.length;
  });
  return hasOwn ? parts : singleRules(parts);
}

function singleRules(parts: readonly Merged[]): readonly Merged[] {
  const kept: Merged[] = [];
  for (const part of parts) {
    const last = kept.findLastIndex((other) => other !== "");
    if (part === "---" && kept[last] === "---") kept.length = last + 1;
    else kept.push(part);
  }
  return kept;
}

const isId = (line: string): boolean => line.startsWith("\0");
const changesId = "\0changes";

const linesIn = (part: Merged): readonly string[] =>
  isConflict(part) ? [...part.ours, ...part.theirs] : [part];

/**
 * Merges the skeletons. If the Changes section would not be last, it and everything after it in each version are merged
 * apart from the rest. Otherwise, of what both sides added at the end, tasks and rules could go after the section.
 */
function mergeSkeletons(versions: Three<Version>, contested: ReadonlySet<string>): readonly Merged[] {
  const skeletons = mapThree(versions, (version) => skeletonOf(version, versions.ours));
  const mergePart = (part: Three<readonly string[]>): readonly Merged[] =>
    mergeLines({ ...part, base: part.base.filter((line) => !contested.has(line)) });
  const mergeDividedAt = (starts: Three<number>): readonly Merged[] => {
    const body = mergePart(mapThree(skeletons, (skeleton, side) => skeleton.slice(0, starts[side])));
    const tail = mergePart(mapThree(skeletons, (skeleton, side) => skeleton.slice(starts[side])));
    return [...body, ...missingIn([...body, ...tail], versions), ...tail];
  };
  const whole = mergeDividedAt(mapThree(skeletons, ({ length }) => length));
  const lines = whole.flatMap(linesIn);
  const changes = lines.indexOf(changesId);
  const isLast = changes < 0 || lines.slice(changes + 1).every((line) => line.trim() === "");
  return isLast ? whole : mergeDividedAt(mapThree(skeletons, startOfChanges));
}

/** Where the Changes section begins, with the gap before it; the end if there is no such section after all tasks. */
function startOfChanges(skeleton: readonly string[]): number {
  const last = skeleton.findLastIndex(isId);
  if (skeleton[last] !== changesId) return skeleton.length;
  const text = skeleton.slice(0, last).findLastIndex((line) => !/^[\s-]*$/.test(line));
  // One blank line stays before it, as at the end of a list without the section.
  return Math.min(text + 2, last);
}

/**
 * A list's lines with one line instead of each task and of the Changes section. Values that are recomputed after a
 * merge (the header's status, the phase ranges) are copied from another version, so that they never conflict.
 */
function skeletonOf({ list, spans, eol }: Version, { list: like }: Version): readonly string[] {
  const sections = [...spans].map(([id, span]) => replace(span, id));
  const status = list.status && like.status ? [replace(list.status.value, like.status.value.text)] : [];
  const ranges = list.phases.flatMap(({ number, heading }) => {
    const range = like.phases.find((phase) => phase.number === number)?.heading?.range;
    if (!heading?.range || !range) return [];
    return [replace(heading.range, like.source.slice(range.start, range.end))];
  });
  return applyTextEdits(list.source, [...sections, ...status, ...ranges]).split(eol);
}

const replace = ({ start, end }: Span, text: string): TextEdit => ({
  offset: start,
  length: end - start,
  text,
});

/** Tasks that two moves left in neither place. */
function missingIn(lines: readonly Merged[], { base, ours, theirs }: Three<Version>): readonly string[] {
  const there = new Set(lines.flatMap(linesIn));
  const ids = [...new Set([...ours.spans.keys(), ...theirs.spans.keys()])];
  const isKept = (id: string): boolean => !base.spans.has(id) || (ours.spans.has(id) && theirs.spans.has(id));
  return ids.filter((id) => !there.has(id) && isKept(id)).flatMap((id) => ["", id]);
}

/**
 * Puts tasks that both sides added at one place in the order of their numbers. Each side's tasks stay in its own order,
 * because they may depend on each other.
 */
function inOrder(parts: readonly Merged[], { base, ours, theirs }: Three<Version>): readonly Merged[] {
  const numberOf = (id: string): string => (ours.tasks.get(id) ?? theirs.tasks.get(id))?.number ?? "";
  const runs: { place: number; id: string }[][] = [[]];
  for (const [place, part] of parts.entries()) {
    if (isConflict(part) || !/^[\s-]*$|^\0/.test(part) || base.spans.has(part)) runs.push([]);
    else if (numberOf(part) !== "") runs.at(-1)?.push({ place, id: part });
  }
  const sorted = [...parts];
  for (const run of runs) {
    const own = run.flatMap(({ id }) => (ours.spans.has(id) ? [id] : []));
    const their = run.flatMap(({ id }) => (ours.spans.has(id) ? [] : [id]));
    for (const { place } of run) {
      const [our = "", other = ""] = [own[0], their[0]];
      const isOurs = other === "" || (our !== "" && byNumber(numberOf(our), numberOf(other)) <= 0);
      sorted[place] = (isOurs ? own : their).shift() ?? "";
    }
  }
  return sorted;
}

/** Writes the statuses that the merged text does not state, such as those implied by boxes. */
function statusEdits({ base, ours, theirs }: Three<Version>, merged: TaskList): readonly Edit[] {
  return [...ours.tasks].flatMap(([id, our]) => {
    const their = theirs.tasks.get(id);
    const [found, ...others] = merged.tasks.filter(({ number }) => number === our.number);
    if (!their || !found || others.length > 0) return [];
    if (!our.status.understood || !their.status.understood) return [];
    const before = base.tasks.get(id)?.status.value ?? "Not Started";
    const status = mergeStatus(before, our.status.value, their.status.value);
    return found.status.value === status ? [] : writeFacts(found.number, { status });
  });
}
