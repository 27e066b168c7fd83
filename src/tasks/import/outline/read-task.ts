import { complexityOfEffort } from "../complexity.ts";
import { criterionFor } from "../criterion.ts";
import { namedFiles } from "../named-files.ts";
import type { Leftover, SourceCriterion, SourceTask } from "../source-list.ts";
import type { OutlineNode } from "./outline-node.ts";
import { withDescendants } from "./outline-node.ts";
import type { ItemLabel, ItemWords } from "./read-item.ts";
import { labelOf, readItemWords, statusLabel, statusOfMark } from "./read-item.ts";

/** A task as it is being read: what its words, its labels and the items below it say. */
interface Reading {
  readonly labels: readonly (ItemLabel & { readonly node: OutlineNode })[];
  /** The items below it that are no labels. */
  readonly details: readonly OutlineNode[];
}

/** Reads one item of an outline as a task; what it says beyond that goes to `leftovers`. */
export function readTask(node: OutlineNode, words: ItemWords, leftovers: Leftover[]): SourceTask {
  const reading = partDetails(node);
  const said = statusOf(node, reading);
  const criteria = criteriaOf(words, reading, said.status === "Complete");
  // A tick says less than the open boxes below it: what is Complete has none.
  const isUnearned = said.status === "Complete" && criteria.some(({ checked }) => !checked);
  leftovers.push(...leftoversOf(node, words, reading));
  if (isUnearned)
    leftovers.push({ line: node.line, what: `the tick of "${words.text}", which has open items` });
  const value = (name: ItemLabel["name"]) =>
    reading.labels.filter((label) => label.name === name).flatMap(valuesOf);
  const steps = reading.details.map(({ text }) => readItemWords(text).text).filter((text) => text !== "");
  const texts = [words.text, ...withDescendants(node).map(({ text }) => text)];
  const stated = value("complexity")[0] ?? value("effort")[0];
  return {
    id: words.id,
    line: node.line,
    title: words.text,
    status: isUnearned ? "In Progress" : said.status,
    blockedReason: said.blockedReason,
    complexity: words.complexity ?? (stated === undefined ? null : complexityOfEffort(stated)),
    dependencies: [...words.dependencies, ...value("dependencies")],
    requirements: [...words.requirements, ...value("requirements").flatMap((text) => text.split(/\s*,\s*/))],
    files: namedFiles(texts.join("\n")),
    steps: steps.length > 0 ? steps : [words.text],
    criteria,
  };
}

/** Whether the labels below an item say that it is a task itself, and no heading over tasks. */
export const hasTaskLabels = ({ children }: OutlineNode): boolean =>
  children.some((child) =>
    ["dependencies", "files", "effort", "verification"].includes(labelOf(child)?.name ?? ""),
  );

function partDetails(node: OutlineNode): Reading {
  const labels = node.children.flatMap((child) => {
    const label = labelOf(child);
    return label ? [{ ...label, node: child }] : [];
  });
  const labelled = new Set(labels.map((label) => label.node));
  return { labels, details: node.children.filter((child) => !labelled.has(child)) };
}

const valuesOf = ({ value, node }: { value: string; node: OutlineNode }): readonly string[] => [
  ...(value === "" ? [] : [value]),
  ...node.children.map(({ text }) => text),
];

function statusOf(
  node: OutlineNode,
  { labels, details }: Reading,
): Pick<SourceTask, "status" | "blockedReason"> {
  const stated = statusLabel(labels.find(({ name }) => name === "status")?.value ?? "");
  if (stated) return stated;
  const own = statusOfMark(node.mark);
  const boxes = details.filter(({ mark }) => mark !== null);
  const ticked = boxes.filter(({ mark }) => statusOfMark(mark) === "Complete").length;
  // A head line has no box of its own: its items' boxes tell.
  if (node.mark === null && ticked > 0 && ticked === boxes.length)
    return { status: "Complete", blockedReason: null };
  const isBegun = own === "Not Started" && ticked > 0;
  return { status: isBegun ? "In Progress" : (own ?? "Not Started"), blockedReason: null };
}

/** Its own criteria where it has some; else one for each box below it, which keeps the ticks; else one for itself. */
function criteriaOf(
  words: ItemWords,
  { labels, details }: Reading,
  isDone: boolean,
): readonly SourceCriterion[] {
  const stated = labels
    .filter(({ name }) => name === "verification")
    .flatMap((label) => statedCriteria(label, isDone));
  const boxes = details.filter(({ mark }) => mark !== null);
  const made = boxes.map((box) => ({
    text: criterionFor(readItemWords(box.text).text),
    checked: statusOfMark(box.mark) === "Complete",
  }));
  if (stated.length + made.length > 0) return [...made, ...stated];
  return [{ text: criterionFor(words.text), checked: isDone }];
}

/** A criterion with a box of its own tells by it; one without is as far as its task. */
const statedCriteria = (
  { value, node }: { readonly value: string; readonly node: OutlineNode },
  isDone: boolean,
): readonly SourceCriterion[] => [
  ...(value === "" ? [] : [{ text: value, checked: isDone }]),
  ...node.children.map(({ text, mark }) => ({
    text,
    checked: mark === null ? isDone : statusOfMark(mark) === "Complete",
  })),
];

function leftoversOf(node: OutlineNode, words: ItemWords, { labels, details }: Reading): readonly Leftover[] {
  const found: Leftover[] = [];
  const note = (line: number, what: string) => found.push({ line, what });
  if (words.isParallel) note(node.line, `the mark [P] of ${words.id ?? "an item"}`);
  if (statusOfMark(node.mark) === null) note(node.line, `the mark [${node.mark}], read as Not Started`);
  for (const label of labels.filter(({ name }) => name === null || name === "owner"))
    note(label.node.line, `"${label.label}: ${label.value}"`);
  // What is deeper than a step keeps its place in the source alone.
  for (const deep of details.flatMap(({ children }) => children.flatMap(withDescendants)))
    note(deep.line, `"${deep.text}", an item below a step`);
  for (const line of withDescendants(node).flatMap(({ asides }) => asides))
    note(line, "text or code below an item");
  return found;
}
