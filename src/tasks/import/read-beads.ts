import { plainTitle } from "../document/render-list.ts";
import { Ledger } from "./ledger.ts";
import type { Fields, TaskRecord } from "./records.ts";
import {
  isDone,
  isFields,
  listOfRecords,
  namesIn,
  noteParent,
  parseJson,
  remark,
  remarksIn,
  taskOfRecord,
  textOf,
} from "./records.ts";
import type { SourceList, SourcePhase } from "./source-list.ts";
import { sourcePhase } from "./source-list.ts";
import { complexityOfMinutes, statusNamed } from "./source-text.ts";
import { criteriaIn, readTaskText } from "./task-text.ts";

interface Issue {
  /** 1-based; null if the file is one JSON value. */
  readonly line: number | null;
  readonly id: string;
  readonly fields: Fields;
  readonly links: readonly Link[];
}

interface Link {
  readonly to: string;
  /** `blocks`, `parent-child`, `related` … */
  readonly type: string;
}

/** Fields with a place in a list, and the tool's internal ones. */
const placed = namesIn(`
  id title status description design notes acceptance_criteria estimated_minutes dependencies parent
  _type issue_type created_at created_by updated_at closed_at content_hash source_repo compaction_level
  original_size dependency_count dependent_count comment_count
`);

/** Issues that are not work: agents write them about themselves and to each other. */
const recordsOfAgents: ReadonlyMap<string, string> = new Map([
  ["message", "a message"],
  ["event", "an event"],
  ["agent", "an agent"],
]);

/**
 * Reads an export of beads, which has one issue on each line, or its JSON output. An issue with child issues becomes a
 * phase. Null if no line is an issue.
 */
export function readBeads(source: string): SourceList | null {
  const whole = parseJson(source);
  const isByLine = whole === undefined || isIssue(whole);
  const ledger = new Ledger(isByLine ? source : null);
  const data = isFields(whole) && "data" in whole ? whole["data"] : whole;
  const records = isByLine
    ? ledger.unread.map(({ line, text }) => ({ line, value: parseJson(text) }))
    : [data].flat().map((value: unknown) => ({ line: null, value }));
  const issues = records.flatMap(({ line, value }) => readIssue(value, line, ledger));
  if (issues.length === 0) return null;
  const created = ({ fields }: Issue) => textOf(fields["created_at"]);
  const ordered = issues.toSorted((one, other) => created(one).localeCompare(created(other)));
  const parents = parentsOf(ordered);
  const groups = Map.groupBy(ordered, (issue) => parents.get(issue) ?? null);
  const phases = [...groups].map(([parent, children]) => {
    const leaves = children.filter((child) => !groups.has(child));
    return phaseOf(parent, children, leaves, parents, ledger);
  });
  return listOfRecords("beads", null, phases, ledger);
}

/** Whether a value is a beads issue: no other tool has this combination of names. */
const isIssue = (value: unknown): value is Fields =>
  isFields(value) &&
  textOf(value["id"]) !== "" &&
  typeof value["title"] === "string" &&
  ["issue_type", "created_at", "dependency_count", "priority"].some((name) => name in value);

function readIssue(value: unknown, line: number | null, ledger: Ledger): readonly Issue[] {
  const why = whyNotRead(value);
  if (!isIssue(value) || why !== null) {
    if (line === null) ledger.note(null, why ?? "");
    else ledger.leave([{ line }], why ?? "");
    return [];
  }
  if (line !== null) ledger.read([{ line }]);
  const links = [value["dependencies"]]
    .flat()
    .filter(isFields)
    .map((link) => ({
      to: textOf(link["depends_on_id"]) || textOf(link["id"]),
      type: textOf(link["type"]) || textOf(link["dependency_type"]) || "blocks",
    }));
  const parent = { to: textOf(value["parent"]), type: "parent-child" };
  const named = [...links, parent].filter(({ to }) => to !== "");
  return [{ line, id: textOf(value["id"]), fields: value, links: named }];
}

/** Why a value is not imported; null for an issue. */
function whyNotRead(value: unknown): string | null {
  if (value === undefined) return "a line that is not whole JSON";
  const kind = isFields(value) ? (value["_type"] ?? "issue") : "issue";
  if (!isIssue(value) || kind !== "issue")
    return `a record that is not an issue${kind === "issue" ? "" : ` (${textOf(kind)})`}`;
  if (value["status"] === "tombstone") return `${textOf(value["id"])}, which is deleted`;
  const noWork = recordsOfAgents.get(textOf(value["issue_type"]));
  return noWork === undefined ? null : `${textOf(value["id"])}, which is ${noWork}`;
}

/** The issues above others: by a link, else by the id, since `bd-a1.2` is below `bd-a1`. */
type Parents = ReadonlyMap<Issue, Issue>;

/** Issues in a cycle have no parent. */
function parentsOf(issues: readonly Issue[]): Parents {
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  const linked = new Map(
    issues.flatMap((issue): readonly (readonly [Issue, Issue])[] => {
      const { id, links } = issue;
      const link = links.find(({ type, to }) => type === "parent-child" && to !== id)?.to;
      const dotted = /^(?<above>.+)\.\d+$/.exec(id)?.groups?.["above"];
      const parent = byId.get(link ?? "") ?? byId.get(dotted ?? "");
      return parent ? [[issue, parent]] : [];
    }),
  );
  return new Map([...linked].filter(([issue]) => !ancestorsOf(issue, linked).has(issue)));
}

function ancestorsOf(issue: Issue, parents: Parents): ReadonlySet<Issue> {
  const above = new Set<Issue>();
  for (let at = parents.get(issue); at && !above.has(at); at = parents.get(at)) above.add(at);
  return above;
}

/**
 * The phase of a parent issue. `ids` contains all ancestors: a task that depends on one of them depends on all tasks
 * below it.
 * @param leaves the children without children
 */
function phaseOf(
  parent: Issue | null,
  children: readonly Issue[],
  leaves: readonly Issue[],
  parents: Parents,
  ledger: Ledger,
): SourcePhase {
  const shared = parent ? needsOf(parent, parents) : [];
  const tasks = leaves.map((issue) => {
    const { dependencies = [], ...record } = recordOf(issue);
    const needs = [...needsOf(issue, parents), ...shared, ...dependencies];
    return taskOfRecord({ ...record, dependencies: needs }, ledger);
  });
  if (!parent) return sourcePhase({ title: "Tasks", tasks });
  const record = recordOf(parent);
  const isGone = tasks.length === 0;
  const texts = ["description", "design", "notes", ...(isGone ? ["acceptance_criteria"] : [])];
  const below = children.map(({ fields }) => fields);
  noteParent(record, parent.fields, texts, below, ledger);
  if (isGone) ledger.note(parent.line, `"${record.title}" (${parent.id}), which only has phases below it`);
  const ids = [parent, ...ancestorsOf(parent, parents)].map(({ id }) => id);
  const criteria = criteriaIn(textOf(parent.fields["acceptance_criteria"]), false).map(({ text }) => text);
  return sourcePhase({ title: record.title, ids, tasks, criteria });
}

const blocking: ReadonlySet<string> = new Set(["blocks", "waits-for"]);

/** The issues that block an issue. Its parent can't: the parent is the phase that it is in. */
function needsOf(issue: Issue, parents: Parents): readonly string[] {
  const parent = parents.get(issue)?.id;
  return issue.links.filter(({ type, to }) => blocking.has(type) && to !== parent).map(({ to }) => to);
}

function recordOf({ line, id, fields, links }: Issue): TaskRecord {
  const text = (name: string) => textOf(fields[name]);
  const title = text("title").replaceAll(/\s+/g, " ");
  const minutes = Number(fields["estimated_minutes"] ?? 0);
  const others = links.filter(({ type }) => !blocking.has(type) && type !== "parent-child");
  const markdown = [
    text("description"),
    text("design") && `# Design\n\n${text("design")}`,
    text("notes") && `# Notes\n\n${text("notes")}`,
  ];
  // After a label, a plain list is not read as steps: in an issue, it belongs to the text before it.
  const described = `**Requirements**: None\n\n${markdown.filter(Boolean).join("\n\n")}`;
  const read = readTaskText(plainTitle(title) || "Untitled", described);
  const isClosed = isDone(fields);
  const isOther = read.status !== "Not Started" && read.status !== statusNamed(text("status"))?.status;
  return {
    ...read,
    line,
    id,
    title,
    state: text("status"),
    complexity: minutes > 0 ? complexityOfMinutes(minutes) : read.complexity,
    unplaced: [...read.unplaced, ...(isOther ? [`the status "${read.status}" in the text`] : [])],
    plan: "",
    // Boxes in the text of an issue are rarely updated, so all criteria of a closed issue count as checked.
    criteria: [...read.criteria, ...criteriaIn(text("acceptance_criteria"), isClosed)].map((one) => ({
      ...one,
      checked: isClosed || one.checked,
    })),
    remarks: [
      ...(minutes > 0 ? [`**Estimate**: ${minutes} minutes`] : []),
      ...remarksIn(fields, placed),
      ...remark(
        "links",
        others.map(({ type, to }) => `${type} ${to}`),
      ),
    ],
  };
}
