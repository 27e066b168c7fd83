import { namedFiles } from "../document/file-paths.ts";
import { readTaskList } from "../document/read-task-list.ts";
import { plainTitle } from "../document/render-list.ts";
import { Ledger } from "./ledger.ts";
import type { SourceCriterion, SourceList, SourcePhase, SourceTask } from "./source-list.ts";
import { fieldsOfTask, listOfRecords, sourcePhase, sourceTask } from "./source-list.ts";
import type { Fields } from "./source-text.ts";
import {
  complexityOfEffort,
  criterionFor,
  isFields,
  labelledLines,
  lowerHeadings,
  notStarted,
  parseJson,
  splitLines,
  statusNamed,
  textOf,
} from "./source-text.ts";

/** The parts of a beads issue that have a place in a task list. Missing texts are empty. */
interface Issue {
  /** 1-based; null if the file is one JSON value. */
  readonly line: number | null;
  readonly id: string;
  readonly text: (name: string) => string;
  readonly minutes: number | null;
  readonly links: readonly Link[];
  /** Lines such as `**Priority**: 1`. */
  readonly remarks: readonly string[];
  /** The names of the other fields, with short values. */
  readonly unplaced: readonly string[];
}

interface Link {
  readonly to: string;
  /** `blocks`, `parent-child`, `related` … */
  readonly type: string;
}

/** Fields that go into the text of a task, with their labels there. */
const remarks = {
  priority: "Priority",
  labels: "Labels",
  spec_id: "Spec",
  external_ref: "External reference",
  due_at: "Due",
  defer_until: "Deferred until",
  close_reason: "Closed",
} as const;

const unplacedFields = ["assignee", "owner", "comments", "metadata"] as const;

/**
 * Reads an export of beads, which has one issue on each line, or its JSON output. An issue with child issues becomes a
 * phase. Null if no line is an issue.
 */
export function readBeads(source: string): SourceList | null {
  const whole = parseJson(source);
  const isByLine = whole === undefined || isIssue(whole);
  const ledger = new Ledger(isByLine ? source : null);
  const issues = (isByLine ? issuesOnLines(source, ledger) : issuesIn(whole)).filter((issue) =>
    isWanted(issue, ledger),
  );
  if (issues.length === 0) return null;
  const ordered = issues.toSorted((one, other) =>
    one.text("created_at").localeCompare(other.text("created_at")),
  );
  const byId = new Map(ordered.map((issue) => [issue.id, issue]));
  const groups = Map.groupBy(ordered, (issue) => parentOf(issue, byId));
  const phases = [...groups].map(([parent, children]) => {
    const tasks = children.filter((child) => !groups.has(child));
    const read = tasks.map((issue) => readTask(issue, parent, byId, ledger));
    return phaseOf(parent, idsAbove(parent, byId), read, ledger);
  });
  return listOfRecords("beads", null, phases, ledger.account);
}

/** Whether a value is a beads issue: no other tool has this combination of names. */
const isIssue = (value: unknown): value is Fields =>
  isFields(value) &&
  textOf(value["id"]) !== "" &&
  typeof value["title"] === "string" &&
  ["issue_type", "created_at", "dependency_count", "priority"].some((name) => name in value);

/** The issues of one JSON value, possibly wrapped in `data`. */
function issuesIn(whole: unknown): readonly Issue[] {
  const data = isFields(whole) && "data" in whole ? whole["data"] : whole;
  return [data]
    .flat()
    .filter(isIssue)
    .map((fields) => readIssue(fields, null));
}

function issuesOnLines(source: string, ledger: Ledger): readonly Issue[] {
  return splitLines(source.replace(/^\uFEFF/, "")).flatMap((text, index) => {
    if (text.trim() === "") return [];
    const line = index + 1;
    const value = parseJson(text);
    const kind = isFields(value) ? value["_type"] : undefined;
    if (isIssue(value) && (kind === undefined || kind === "issue")) return [readIssue(value, line)];
    const what = value === undefined ? "a line that is not whole JSON" : "a record that is not an issue";
    ledger.leave({ line, lastLine: line }, typeof kind === "string" ? `${what} (${kind})` : what);
    return [];
  });
}

function readIssue(fields: Fields, line: number | null): Issue {
  const text = (name: string) => textOf(fields[name]);
  const minutes = fields["estimated_minutes"];
  return {
    line,
    id: text("id"),
    text,
    minutes: typeof minutes === "number" && minutes > 0 ? minutes : null,
    links: linksOf(fields["dependencies"], text("parent")),
    remarks: labelledLines(remarks, (name) => [fields[name]].flat().map(textOf)),
    unplaced: unplacedFields.flatMap((name) => unplacedPart(name, fields[name])),
  };
}

function linksOf(dependencies: unknown, parent: string): readonly Link[] {
  const listed: readonly unknown[] = Array.isArray(dependencies) ? dependencies : [];
  const links = listed.filter(isFields).map((link) => ({
    to: textOf(link["depends_on_id"]) || textOf(link["id"]),
    type: textOf(link["type"]) || textOf(link["dependency_type"]) || "blocks",
  }));
  return [...links, { to: parent, type: "parent-child" }].filter(({ to }) => to !== "");
}

function unplacedPart(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === null || value === "" || value === "{}") return [];
  if (typeof value !== "object") return [`${name} (${String(value)})`];
  if (Object.keys(value).length === 0) return [];
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === "string");
  return [isTexts ? `${name} (${value.join(", ")})` : name];
}

function isWanted({ line, id, text }: Issue, ledger: Ledger): boolean {
  const isDeleted = text("status") === "tombstone";
  const isKept = !isDeleted && text("issue_type") !== "message";
  const what = `${id}, which is ${isDeleted ? "deleted" : "a message"}`;
  if (line === null && !isKept) ledger.note(null, what);
  if (line === null) return isKept;
  if (isKept) ledger.readLinesOf([{ line }]);
  else ledger.leave({ line, lastLine: line }, what);
  return isKept;
}

/** The parent by a link, else by the id, since `bd-a1.2` is below `bd-a1`. Issues in a cycle have no parent. */
function parentOf(issue: Issue, byId: ReadonlyMap<string, Issue>): Issue | null {
  const parent = linkedParent(issue, byId);
  const above = new Set<Issue>();
  for (let at = parent; at && !above.has(at); at = linkedParent(at, byId)) above.add(at);
  return above.has(issue) ? null : parent;
}

function linkedParent({ id, links }: Issue, byId: ReadonlyMap<string, Issue>): Issue | null {
  const linked = links.find(({ type, to }) => type === "parent-child" && to !== id)?.to;
  const dotted = /^(?<above>.+)\.\d+$/.exec(id)?.groups?.["above"];
  return byId.get(linked ?? dotted ?? "") ?? byId.get(dotted ?? "") ?? null;
}

/**
 * The phase of a parent issue. `ids` contains all ancestors: a task that depends on one of them depends on all tasks
 * below it.
 */
function phaseOf(
  parent: Issue | null,
  ids: readonly string[],
  tasks: readonly SourceTask[],
  ledger: Ledger,
): SourcePhase {
  if (!parent) return sourcePhase({ title: "Tasks", tasks });
  const parts = [
    ...["description", "design", "notes"].filter((name) => parent.text(name) !== ""),
    ...parent.remarks.map((remark) => remark.replaceAll("**", "")),
    ...parent.unplaced,
  ];
  if (parts.length > 0)
    ledger.note(parent.line, `the ${parts.join(", ")} of ${parent.id}, whose issues are the tasks`);
  const criteria = criteriaIn(parent.text("acceptance_criteria")).map(({ text }) => text);
  return sourcePhase({ title: titleOf(parent), ids, tasks, criteria });
}

const titleOf = ({ text }: Issue): string => text("title").replaceAll(/\s+/g, " ");

/** The ids of an issue and its ancestors, nearest first. */
function idsAbove(issue: Issue | null, byId: ReadonlyMap<string, Issue>): readonly string[] {
  const above: string[] = [];
  for (let at = issue; at && !above.includes(at.id); at = parentOf(at, byId)) above.push(at.id);
  return above;
}

const blocking: ReadonlySet<string> = new Set(["blocks", "waits-for"]);

function readTask(
  issue: Issue,
  parent: Issue | null,
  byId: ReadonlyMap<string, Issue>,
  ledger: Ledger,
): SourceTask {
  const { line, id, text, links, minutes } = issue;
  const title = titleOf(issue);
  const read = readText(issue, title);
  const word = text("status");
  const state = statusNamed(word);
  if (!state) ledger.note(line, `the status "${word}" of ${id}, read as Not Started`);
  const others = links.filter(({ type }) => !blocking.has(type) && type !== "parent-child");
  const parts = [...issue.unplaced, ...others.map(({ type, to }) => `the link ${type} ${to}`)];
  if (parts.length > 0) ledger.note(line, `of ${id}: ${parts.join(", ")}`);
  // Boxes in the text of an issue are rarely updated, so all criteria of a closed issue count as checked.
  const criteria = [...read.criteria, ...criteriaIn(text("acceptance_criteria"))].map((one) => ({
    ...one,
    checked: state?.status === "Complete" || one.checked,
  }));
  return sourceTask({
    ...read,
    id,
    line,
    title,
    ...(state ?? notStarted),
    complexity: minutes === null ? null : complexityOfEffort(`${minutes} min`),
    dependencies: [...needsOf(issue, byId), ...(parent ? needsOf(parent, byId) : [])],
    files: read.files.length > 0 ? read.files : namedFiles(`${title}\n${text("description")}`),
    criteria,
  });
}

function needsOf({ id, links }: Issue, byId: ReadonlyMap<string, Issue>): readonly string[] {
  const isAbove = (name: string) => {
    const issue = byId.get(id);
    return issue !== undefined && parentOf(issue, byId)?.id === name;
  };
  return links.filter(({ type, to }) => blocking.has(type) && !isAbove(to)).map(({ to }) => to);
}

/** Reads the description and the other Markdown fields like the text of a task. */
function readText(
  { text, minutes, remarks: lines }: Issue,
  title: string,
): Pick<SourceTask, "steps" | "criteria" | "files" | "requirements" | "body"> {
  const parts = [
    text("description"),
    text("design") && `# Design\n\n${text("design")}`,
    text("notes") && `# Notes\n\n${text("notes")}`,
    minutes === null ? "" : `**Estimate**: ${minutes} minutes`,
    lines.join("\n"),
  ].filter((part) => part !== "");
  // The field in the head prevents a plain list from being read as steps: in an issue, it belongs to the text before
  // it.
  const head = `### Task 1.1: ${plainTitle(title) || "Untitled"}\n\n**Complexity**: Low\n\n`;
  const written = `${head}${lowerHeadings(parts.join("\n\n"))}\n`;
  const [task, ...more] = readTaskList(written).tasks;
  if (!task || more.length > 0)
    return { steps: [], criteria: [], files: [], requirements: [], body: parts.join("\n\n") };
  const { steps, files, requirements, criteria, body } = fieldsOfTask(written, task);
  return { steps, files, requirements, criteria: task.verification.length > 0 ? criteria : [], body };
}

/** One criterion for each line, without list markers. */
const criteriaIn = (text: string): readonly SourceCriterion[] =>
  splitLines(text)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map((line) => {
      const [, mark, words = ""] = /^\s*(?:[-*+•]|\d+[.)])?\s*(?:\[([ xX])\]\s*)?(.*)$/.exec(line) ?? [];
      return { text: criterionFor(words), checked: mark?.toLowerCase() === "x" };
    });
