import { followHeaderStatus, followPhaseRanges, noteChanges } from "../../document/edit/follow-tasks.ts";
import { rewriteNumbers } from "../../document/edit/renumber.ts";
import type { Edit } from "../../document/edit/revise.ts";
import { replaceSpan, revise } from "../../document/edit/revise.ts";
import { followTasks } from "../../document/edit/rewrite-dependencies.ts";
import { writeFacts } from "../../document/edit/write-facts.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Status, TaskList } from "../../document/task-list.ts";
import { byNumber } from "../../document/task-number.ts";
import type { Merged, Three } from "./merge-lines.ts";
import { hunksOf, isConflict, isSame, mergeLines, mergeStatus } from "./merge-lines.ts";
import type { MergedNumbers, TasksById } from "./merge-numbers.ts";
import { identifyTasks, mergeNumbers } from "./merge-numbers.ts";
import type { Sections } from "./sections.ts";
import { gapKeys, sectionsOf } from "./sections.ts";

export interface MergedList {
  /** Contains markers around each line that both sides changed in different ways. */
  readonly text: string;
  /** The number of such lines. */
  readonly conflicts: number;
}

/**
 * Merges two versions of a list, both derived from `base`, section by section (a task, a phase's heading) and field by
 * field. Unchanged text keeps its bytes.
 */
export function mergeLists(texts: Three<string>, date = new Date()): MergedList {
  const { base, ours, theirs } = texts;
  if (ours === theirs || theirs === base) return { text: ours, conflicts: 0 };
  if (ours === base) return { text: theirs, conflicts: 0 };
  if (ours.trim() === "" || theirs.trim() === "") return conflictOfAll(texts);
  const eol = readTaskList(ours).lineEnding;
  const lists = mapThree(texts, (text) => readTaskList(withLineEnding(text, eol)));
  const tasks = identifyTasks(lists);
  const spent = [lists.ours, lists.theirs].flatMap(({ changes }) => changes?.spent ?? []);
  const numbers = mergeNumbers(tasks, spent);
  const versionsOf = (some: Three<TaskList>) =>
    mapThree(some, (list, side) => versionOf(list, tasks[side], numbers, lists));
  const numbered = versionsOf(lists);
  const inherited = mapThree(tasks, (known) => {
    const removed = [...tasks.base.keys()].filter((id) => !known.has(id));
    return versionOf(withoutReferences(lists.base, tasks.base, removed), tasks.base, numbers, lists);
  });
  const contested = contestedIn(numbered, inherited);
  const isGone = (id: string): boolean => tasks.ours.has(id) !== tasks.theirs.has(id) && !contested.has(id);
  const gone = [...tasks.base.keys()].filter(isGone);
  const versions = versionsOf(mapThree(lists, (list, side) => withoutReferences(list, tasks[side], gone)));
  const { text, conflicts } = mergeSections(versions, new Set([...contested, ...numbers.clashing]), eol);
  const merged = readTaskList((ours.startsWith("\uFEFF") ? "\uFEFF" : "") + text);
  const { source } = revise(merged, [
    ...statusEdits(versions, merged),
    followPhaseRanges(),
    noteChanges(
      numbers.moved.map(({ from, to, title }) => `moved Task ${from} → ${to} "${title}"`),
      date,
    ),
    followHeaderStatus,
  ]);
  return { text: withMarkers(source), conflicts };
}

/** One side emptied the file, and the other changed it. */
const conflictOfAll = ({ ours, theirs }: Three<string>): MergedList => {
  const lines = (text: string): readonly string[] =>
    text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
  const eol = readTaskList(ours + theirs).lineEnding;
  const conflict = inLines({ ours: lines(ours), theirs: lines(theirs) });
  return { text: withMarkers(conflict.join(eol) + eol), conflicts: 1 };
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

/** The markers are hidden in comments until the text is complete: as text, they would turn lines into headings. */
const inLines = (part: Merged): readonly string[] =>
  isConflict(part)
    ? [hidden("<<<<<<< ours"), ...part.ours, hidden("======="), ...part.theirs, hidden(">>>>>>> theirs")]
    : [part];

const hidden = (marker: string): string => `<!--groundwork ${marker}-->`;

const withMarkers = (text: string): string =>
  text.replaceAll(/^<!--groundwork (<{7} ours|={7}|>{7} theirs)-->$/gm, "$1");

/** One version of the list, with the task numbers of the result. */
interface Version extends Sections {
  readonly tasks: TasksById;
}

function versionOf(
  before: TaskList,
  known: TasksById,
  { final }: MergedNumbers,
  like: Three<TaskList>,
): Version {
  const changed = [...known].flatMap(([id, { number }]): readonly [string, string][] => {
    const wanted = final.get(id) ?? number;
    return wanted === number ? [] : [[number, wanted]];
  });
  const renumbering = changed.length === 0 ? [] : rewriteNumbers(new Map(changed));
  const list = revise(before, [...renumbering, copyDerived(like)]);
  const ids = [...known.keys()];
  const tasks = new Map(list.tasks.map((task, index) => [ids[index] ?? "", task]));
  return { tasks, ...sectionsOf(list, ids) };
}

/** The header's status and the phase ranges are computed anew, so they are made equal and never conflict. */
const copyDerived =
  ({ base, ours }: Three<TaskList>): Edit =>
  ({ status, phases }) => [
    ...(status && ours.status ? [replaceSpan(status.value, ours.status.value.text)] : []),
    ...phases.flatMap(({ number, heading }) => {
      const range = rangeIn(base, number) ?? rangeIn(ours, number);
      return heading?.range && range ? [replaceSpan(heading.range, range)] : [];
    }),
  ];

function rangeIn({ source, phases }: TaskList, number: number): string | undefined {
  const range = phases.find((phase) => phase.number === number)?.heading?.range;
  return range ? source.slice(range.start, range.end) : undefined;
}

const linesOf = ({ sections }: Version, id: string): readonly string[] => sections.get(id)?.lines ?? [];

/**
 * The sections that one side removed and the other changed or, in a phase, added to: the user has to decide.
 * @param inherited the base with the dependencies that tasks inherit from those that a side removed. A side that only
 * has these did not change a task itself.
 */
function contestedIn(versions: Three<Version>, inherited: Three<Version>): ReadonlySet<string> {
  const { base, ours, theirs } = versions;
  const isAddedTo = (id: string, { tasks }: Version): boolean =>
    [...tasks].some(([one, { phase }]) => id === `phase ${phase}` && !base.tasks.has(one));
  const isContested = (id: string): boolean => {
    const [our, their] = [ours.sections.has(id), theirs.sections.has(id)];
    const side = our ? "ours" : "theirs";
    const isUnchanged = [base, inherited[side]].some((version) =>
      isSame(linesOf(version, id), linesOf(versions[side], id)),
    );
    return our !== their && (!isUnchanged || isAddedTo(id, versions[side]));
  };
  return new Set([...base.sections.keys()].filter(isContested));
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

/** @param undecided the sections of which a person has to choose a side */
function mergeSections(versions: Three<Version>, undecided: ReadonlySet<string>, eol: string): MergedList {
  let [text, previous, conflicts] = ["", "", 0];
  for (const id of orderOf(versions, undecided)) {
    const lines = mapThree(versions, (version) => linesOf(version, id));
    const parts = undecided.has(id) ? [lines] : mergeSection(id, lines);
    text += gapBetween(previous, id, versions, eol) + parts.flatMap(inLines).join(eol);
    conflicts += parts.filter(isConflict).length;
    previous = id;
  }
  return { text: text + gapBetween(previous, "", versions, eol), conflicts };
}

/** Keeps what both sides added at one place, except for the heading of a phase: a phase has only one. */
function mergeSection(id: string, lines: Three<readonly string[]>): readonly Merged[] {
  const [[our], [their]] = [lines.ours, lines.theirs];
  const isAddedByBoth = lines.base.length === 0 && our !== undefined && their !== undefined;
  if (!id.startsWith("phase ") || !isAddedByBoth || our === their) return mergeLines(lines);
  return [{ ours: [our], theirs: [their] }, ...mergeLines(mapThree(lines, (some) => some.slice(1)))];
}

/** The sections of the result in order: the order of the side that changed it; where both did, by number. */
function orderOf(versions: Three<Version>, undecided: ReadonlySet<string>): readonly string[] {
  const { base, ours, theirs } = versions;
  const isIn = (version: Version, id: string): boolean => version.sections.has(id);
  // Undecided sections are placed like new ones. A removed section stays removed, even if the other side moved it.
  const isOld = (id: string): boolean => isIn(base, id) && !undecided.has(id);
  const isKept = (id: string): boolean => !isOld(id) || (isIn(ours, id) && isIn(theirs, id));
  const kept = mapThree(versions, ({ sections }) => [...sections.keys()].filter(isKept));
  const hunks = hunksOf({ ...kept, base: kept.base.filter(isOld) });
  const ordered = hunks.flatMap(({ base: known, ...hunk }) => {
    if (isSame(hunk.theirs, known)) return hunk.ours;
    if (isSame(hunk.ours, known)) return hunk.theirs;
    // What one side moved away from here is at its new place.
    const [here, there] = [new Set(hunk.ours), new Set(hunk.theirs)];
    const moved = new Set(known.filter((id) => !here.has(id) || !there.has(id)));
    return inTurns(hunk.ours, hunk.theirs, rankIn(versions)).filter((id) => !moved.has(id));
  });
  return [...new Set(ordered)];
}

const rankIn =
  ({ ours, theirs }: Three<Version>) =>
  (id: string): string =>
    (ours.sections.get(id) ?? theirs.sections.get(id))?.rank ?? "";

/** Two sequences as one, by rank. Each keeps its own order, because its tasks may depend on each other. */
function inTurns(
  ours: readonly string[],
  theirs: readonly string[],
  rankOf: (id: string) => string,
): readonly string[] {
  const merged: string[] = [];
  let [o, t] = [0, 0];
  while (o < ours.length && t < theirs.length) {
    const [our = "", their = ""] = [ours[o], theirs[t]];
    const isOurs = byNumber(rankOf(our), rankOf(their)) <= 0;
    merged.push(isOurs ? our : their);
    if (isOurs) o++;
    else t++;
  }
  return [...merged, ...ours.slice(o), ...theirs.slice(t)];
}

/** The gap between two sections of the result: as it is between the same two, else as between others of their kinds. */
function gapBetween(
  previous: string,
  id: string,
  { base, ours, theirs }: Three<Version>,
  eol: string,
): string {
  const [own, similar] = gapKeys(previous, id);
  const [our, their] = [ours.gaps.get(own), theirs.gaps.get(own)];
  if (our !== undefined && their !== undefined) return our === base.gaps.get(own) ? their : our;
  return our ?? their ?? ours.gaps.get(similar) ?? theirs.gaps.get(similar) ?? eol + eol;
}

/** Writes the statuses that the merged text does not state, such as those implied by boxes. */
function statusEdits({ base, ours, theirs }: Three<Version>, merged: TaskList): readonly Edit[] {
  const statuses = [...ours.tasks].flatMap(([id, our]): readonly [string, { status: Status }][] => {
    const their = theirs.tasks.get(id);
    const [found, ...others] = merged.tasks.filter(({ number }) => number === our.number);
    if (!their || !found || others.length > 0) return [];
    if (!our.status.understood || !their.status.understood) return [];
    const before = base.tasks.get(id)?.status.value ?? "Not Started";
    const status = mergeStatus(before, our.status.value, their.status.value);
    return found.status.value === status ? [] : [[found.number, { status }]];
  });
  return writeFacts(new Map(statuses));
}
