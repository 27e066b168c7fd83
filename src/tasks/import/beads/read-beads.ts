import { plainTitle } from "../../document/plain-line.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Status } from "../../document/task-list.ts";
import { complexityOfEffort } from "../complexity.ts";
import { criterionFor } from "../criterion.ts";
import { fieldsOfTask } from "../fields-of-task.ts";
import { LineLedger } from "../line-ledger.ts";
import { lowerHeadings } from "../lower-headings.ts";
import { namedFiles } from "../named-files.ts";
import type { SourceCriterion, SourceList, SourcePhase, SourceTask } from "../source-list.ts";
import type { Issue } from "./issue.ts";
import { isFields, isIssue, readIssue } from "./issue.ts";

/**
 * Reads an export of beads, which has one issue on each line, or its JSON output. An issue with child issues becomes a
 * phase. Null if no line is an issue.
 */
export function readBeads(source: string): SourceList | null {
  const ledger = new LineLedger(source);
  const issues = issuesIn(source, ledger).filter((issue) => isWanted(issue, ledger));
  if (issues.length === 0) return null;
  const ordered = issues.toSorted((one, other) => one.created.localeCompare(other.created));
  const byId = new Map(ordered.map((issue) => [issue.id, issue]));
  const groups = Map.groupBy(ordered, (issue) => parentOf(issue, byId));
  const parents = new Set([...groups.keys()].flatMap((parent) => parent ?? []));
  const phases = [...groups].map(([parent, children]) => {
    const tasks = children.filter((child) => !parents.has(child));
    const read = tasks.map((issue) => readTask(issue, parent, byId, ledger));
    return phaseOf(parent, idsAbove(parent, byId), read, ledger);
  });
  return {
    format: "beads",
    title: null,
    prd: null,
    phases: phases.filter(({ tasks }) => tasks.length > 0),
    stated: [],
    mentionsOrder: false,
    leftovers: ledger.leftovers,
    lines: issues.every(({ line }) => line !== null) ? ledger.count : null,
  };
}

/** The issues of a file: one on each line, or one JSON value, possibly wrapped in `data`. */
function issuesIn(source: string, ledger: LineLedger): readonly Issue[] {
  const whole = parse(source);
  if (whole !== undefined && !isIssue(whole)) {
    const data = isFields(whole) && "data" in whole ? whole["data"] : whole;
    return (Array.isArray(data) ? data : [data]).filter(isIssue).map((fields) => readIssue(fields, null));
  }
  return source
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .flatMap((text, index) => {
      if (text.trim() === "") return [];
      const place = { line: index + 1, lastLine: index + 1 };
      const value = parse(text);
      const kind = isFields(value) ? value["_type"] : undefined;
      if (isIssue(value) && (kind === undefined || kind === "issue")) return [readIssue(value, index + 1)];
      const what = value === undefined ? "a line that is not whole JSON" : `a record that is not an issue`;
      ledger.leave(place, typeof kind === "string" ? `${what} (${kind})` : what);
      return [];
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function isWanted({ line, id, status, kind }: Issue, ledger: LineLedger): boolean {
  const why = status === "tombstone" ? "which is deleted" : kind === "message" ? "which is a message" : null;
  if (line !== null && why === null) ledger.read({ line, lastLine: line });
  else if (line !== null && why !== null) ledger.leave({ line, lastLine: line }, `${id}, ${why}`);
  else if (why !== null) ledger.note(null, `${id}, ${why}`);
  return why === null;
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

/** The phase of a parent issue. `ids` has all ancestors: what depends on one of them depends on all tasks below. */
function phaseOf(
  parent: Issue | null,
  ids: readonly string[],
  tasks: readonly SourceTask[],
  ledger: LineLedger,
): SourcePhase {
  if (!parent) return { title: "Tasks", number: null, ids: [], tasks, criteria: [] };
  const parts = [
    parent.description ? "description" : "",
    parent.design ? "design" : "",
    parent.notes ? "notes" : "",
    ...parent.remarks.map((remark) => remark.replaceAll("**", "")),
    ...parent.unplaced,
  ].filter(Boolean);
  if (parts.length > 0)
    ledger.note(parent.line, `the ${parts.join(", ")} of ${parent.id}, whose issues are the tasks`);
  const criteria = linesOf(parent.acceptance).map(({ text }) => text);
  return { title: parent.title, number: null, ids, tasks, criteria };
}

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
  ledger: LineLedger,
): SourceTask {
  const { line, id, title } = issue;
  const read = readText(issue);
  const { status, blockedReason } = statusOf(issue, ledger);
  const isDone = status === "Complete";
  // Boxes in the text of an issue are rarely updated, so all criteria of a closed issue count as checked.
  const found = [...read.criteria, ...linesOf(issue.acceptance)].map(
    (one): SourceCriterion => ({ ...one, checked: isDone || one.checked }),
  );
  const others = issue.links.filter(({ type }) => !blocking.has(type) && type !== "parent-child");
  const parts = [...issue.unplaced, ...others.map(({ type, to }) => `the link ${type} ${to}`)];
  if (parts.length > 0) ledger.note(line, `of ${id}: ${parts.join(", ")}`);
  return {
    ...read,
    id,
    line,
    title,
    status,
    blockedReason,
    complexity: issue.minutes === null ? null : complexityOfEffort(`${issue.minutes} min`),
    dependencies: [...needsOf(issue, byId), ...(parent ? needsOf(parent, byId) : [])],
    files: read.files.length > 0 ? read.files : namedFiles(`${title}\n${issue.description}`),
    criteria: found.length > 0 ? found : [{ text: criterionFor(title), checked: isDone }],
  };
}

function needsOf({ id, links }: Issue, byId: ReadonlyMap<string, Issue>): readonly string[] {
  const isAbove = (name: string) => {
    const issue = byId.get(id);
    return issue !== undefined && parentOf(issue, byId)?.id === name;
  };
  return links.filter(({ type, to }) => blocking.has(type) && !isAbove(to)).map(({ to }) => to);
}

/** Reads the description and the other Markdown fields like the text of a task. */
function readText(issue: Issue): Pick<SourceTask, "steps" | "criteria" | "files" | "requirements" | "body"> {
  const { title, description, design, notes, remarks, minutes } = issue;
  const parts = [
    description,
    design === "" ? "" : `# Design\n\n${design}`,
    notes === "" ? "" : `# Notes\n\n${notes}`,
    minutes === null ? "" : `**Estimate**: ${minutes} minutes`,
    remarks.join("\n"),
  ].filter((part) => part !== "");
  // The field in the head prevents a plain list from being read as steps: in an issue, it belongs to the text before
  // it.
  const head = `### Task 1.1: ${plainTitle(title) || "Untitled"}\n\n**Complexity**: Low\n\n`;
  const text = `${head}${lowerHeadings(parts.join("\n\n"))}\n`;
  const [task, ...more] = readTaskList(text).tasks;
  const plain = { steps: [], criteria: [], files: [], requirements: [] };
  if (!task || more.length > 0) return { ...plain, body: parts.join("\n\n") };
  const { steps, files, requirements, criteria, body } = fieldsOfTask(text, task);
  return {
    steps,
    files,
    requirements,
    criteria: task.verification.length > 0 ? criteria : [],
    body,
  };
}

/** One criterion for each line, without list markers. */
const linesOf = (text: string): readonly SourceCriterion[] =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map((line) => {
      const [, mark, words = ""] = /^\s*(?:[-*+•]|\d+[.)])?\s*(?:\[([ xX])\]\s*)?(.*)$/.exec(line) ?? [];
      return { text: criterionFor(words), checked: mark?.toLowerCase() === "x" };
    });

const statuses: Readonly<Record<string, Status>> = {
  "": "Not Started",
  open: "Not Started",
  in_progress: "In Progress",
  hooked: "In Progress",
  blocked: "Blocked",
  deferred: "Blocked",
  closed: "Complete",
};

function statusOf(
  { line, id, status }: Issue,
  ledger: LineLedger,
): { status: Status; blockedReason: string | null } {
  const known = statuses[status];
  if (known === undefined) ledger.note(line, `the status "${status}" of ${id}, read as Not Started`);
  return { status: known ?? "Not Started", blockedReason: status === "deferred" ? "deferred" : null };
}
