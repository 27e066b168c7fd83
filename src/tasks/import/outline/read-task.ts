import { namedFiles } from "../../document/file-paths.ts";
import type { Ledger } from "../ledger.ts";
import type { SourceCriterion, SourceTask } from "../source-list.ts";
import { asEarned, sourceTask } from "../source-list.ts";
import { complexityOfEffort, criterionFor } from "../source-text.ts";
import type { ItemLabel, ItemWords, OutlineNode } from "./outline-node.ts";
import { labelsOf, readItemWords, statusLabel, statusOfMark, withDescendants } from "./outline-node.ts";

/** A label below an item, with its node. */
type NodeLabel = ItemLabel & { readonly node: OutlineNode };

/** The labels and items below a task while it is read. */
interface Reading {
  readonly labels: readonly NodeLabel[];
  /** The descendants of the item that are not labels. */
  readonly details: readonly OutlineNode[];
}

/** Reads an item of an outline as a task. Text that has no place in a task is noted in the ledger. */
export function readTask(node: OutlineNode, words: ItemWords, ledger: Ledger): SourceTask {
  const reading = partDetails(node);
  const said = statusOf(node, words, reading);
  const criteria = criteriaOf(reading, said.status === "Complete");
  const value = (name: ItemLabel["name"]) =>
    reading.labels.filter((label) => label.name === name).flatMap(valuesOf);
  const details = reading.details.map(({ text }) => readItemWords(text).text).filter((text) => text !== "");
  const steps = [...value("steps"), ...details];
  const texts = [words.text, ...withDescendants(node).map(({ text }) => text)];
  const stated = value("complexity")[0] ?? value("effort")[0];
  account(node, words, reading, ledger);
  const task = sourceTask({
    ...said,
    id: words.id,
    line: node.line,
    title: words.text,
    complexity: words.complexity ?? (stated === undefined ? null : complexityOfEffort(stated)),
    dependencies: [...words.dependencies, ...value("dependencies")],
    requirements: [...words.requirements, ...value("requirements").flatMap((text) => text.split(/\s*,\s*/))],
    files: namedFiles(texts.join("\n")),
    steps: steps.length > 0 ? steps : [words.text],
    criteria,
    body: bodyOf(
      node,
      reading.labels.filter(({ name }) => name === null || name === "effort").map((label) => label.node),
    ),
  });
  return asEarned(task, () => ledger.note(node.line, `the tick of "${words.text}", which has open items`));
}

/** Whether the labels below an item show that it is a task and not the parent of tasks. */
export const hasTaskLabels = ({ children }: OutlineNode): boolean =>
  children
    .flatMap(labelsOf)
    .some(({ name }) => ["dependencies", "files", "effort", "verification"].includes(name ?? ""));

function partDetails(node: OutlineNode): Reading {
  const labels = node.children.flatMap((child) =>
    labelsOf(child).map((label) => ({ ...label, node: child })),
  );
  const labelled = new Set(labels.map((label) => label.node));
  const details = node.children.filter((child) => !labelled.has(child)).flatMap(withDescendants);
  return { labels, details };
}

const valuesOf = ({ value, node }: NodeLabel): readonly string[] => [
  ...(value === "" ? [] : [value]),
  ...node.children.flatMap(withDescendants).map(({ text }) => text),
];

function statusOf(
  node: OutlineNode,
  words: ItemWords,
  { labels, details }: Reading,
): Pick<SourceTask, "status" | "blockedReason"> {
  const stated = statusLabel(labels.find(({ name }) => name === "status")?.value ?? "");
  if (stated) return stated;
  const own = node.mark === null && words.isMarkedDone ? "Complete" : statusOfMark(node.mark);
  const boxes = [...details, ...criteriaNodes(labels)].filter(({ mark }) => mark !== null);
  const ticked = boxes.filter(({ mark }) => statusOfMark(mark) === "Complete").length;
  // A bold line has no box, so the boxes below it decide.
  if (node.mark === null && ticked > 0 && ticked === boxes.length)
    return { status: "Complete", blockedReason: null };
  const isBegun = own === "Not Started" && ticked > 0;
  return { status: isBegun ? "In Progress" : (own ?? "Not Started"), blockedReason: null };
}

const criteriaNodes = (labels: readonly NodeLabel[]): readonly OutlineNode[] =>
  labels
    .filter(({ name }) => name === "verification")
    .flatMap(({ node }) => node.children.flatMap(withDescendants));

/** One criterion for each box below the task, with its tick, and the stated ones. */
function criteriaOf({ labels, details }: Reading, isDone: boolean): readonly SourceCriterion[] {
  const stated = labels
    .filter(({ name }) => name === "verification")
    .flatMap((label) => statedCriteria(label, isDone));
  const boxes = details.filter(({ mark }) => mark !== null);
  const made = boxes.map((box) => ({
    text: criterionFor(readItemWords(box.text).text),
    checked: statusOfMark(box.mark) === "Complete",
  }));
  return [...made, ...stated];
}

/** A criterion with a box is checked if its box is; a criterion without a box is checked if its task is done. */
const statedCriteria = ({ value, node }: NodeLabel, isDone: boolean): readonly SourceCriterion[] => [
  ...(value === "" ? [] : [{ text: value, checked: isDone }]),
  ...node.children.flatMap(withDescendants).map(({ text, mark }) => ({
    text: text.replace(/^✅\s*/u, ""),
    checked: mark === null ? isDone : statusOfMark(mark) === "Complete",
  })),
];

/** Records in the ledger which lines are imported and which are not. */
function account(node: OutlineNode, words: ItemWords, { labels }: Reading, ledger: Ledger): void {
  for (const label of labels.filter(({ name }) => name === "owner"))
    ledger.leave(label.node, `"${label.label}: ${label.value}"`);
  const owners = new Set(labels.filter(({ name }) => name === "owner").map((label) => label.node));
  const own = withDescendants(node).filter((part) => !owners.has(part));
  ledger.read(...own, ...own.flatMap(({ asides }) => asides));
  if (node.isOptional)
    ledger.note(node.line, `the mark * of ${words.id ?? "an item"}, which may be left out`);
  if (words.isParallel) ledger.note(node.line, `the mark [P] of ${words.id ?? "an item"}`);
  if (statusOfMark(node.mark) === null)
    ledger.note(node.line, `the mark [${node.mark}], read as Not Started`);
}

/** The text and code in an item and the labels below it that are not fields, as Markdown; null if there are none. */
function bodyOf(node: OutlineNode, labels: readonly OutlineNode[]): string | null {
  const asides = withDescendants(node).flatMap((part) => part.asides);
  const parts = [
    ...asides.map(({ line, text }) => ({ line, text })),
    ...labels.map((label) => ({ line: label.line, text: labelText(label) })),
  ].toSorted((one, other) => one.line - other.line);
  return parts.length === 0 ? null : parts.map(({ text }) => text).join("\n\n");
}

const labelText = ({ text, children }: OutlineNode): string =>
  [text, ...(children.length > 0 ? [""] : []), ...children.flatMap((child) => itemLines(child, ""))].join(
    "\n",
  );

const itemLines = ({ text, mark, children }: OutlineNode, indent: string): readonly string[] => [
  `${indent}- ${mark === null ? "" : `[${mark || " "}] `}${text}`,
  ...children.flatMap((child) => itemLines(child, `${indent}  `)),
];
