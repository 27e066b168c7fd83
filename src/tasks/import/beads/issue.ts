/** The fields of a beads issue that a task list has a place for. Missing ones are empty. */
export interface Issue {
  /** 1-based; null if the file is one JSON value. */
  readonly line: number | null;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly design: string;
  readonly acceptance: string;
  readonly notes: string;
  readonly status: string;
  readonly kind: string;
  readonly minutes: number | null;
  readonly created: string;
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

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is a beads issue: no other tool has this combination of names. */
export const isIssue = (value: unknown): value is Fields =>
  isFields(value) &&
  textOf(value["id"]) !== "" &&
  typeof value["title"] === "string" &&
  ["issue_type", "created_at", "dependency_count", "priority"].some((name) => name in value);

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

export function readIssue(fields: Fields, line: number | null): Issue {
  const text = (name: string) => textOf(fields[name]);
  const minutes = fields["estimated_minutes"];
  return {
    line,
    id: text("id"),
    title: text("title").replaceAll(/\s+/g, " "),
    description: text("description"),
    design: text("design"),
    acceptance: text("acceptance_criteria"),
    notes: text("notes"),
    status: text("status"),
    kind: text("issue_type"),
    minutes: typeof minutes === "number" && minutes > 0 ? minutes : null,
    created: text("created_at"),
    links: linksOf(fields["dependencies"], text("parent")),
    remarks: Object.entries(remarks).flatMap(([name, label]) => {
      const value = fields[name];
      const words = Array.isArray(value) ? value.map(textOf).join(", ") : textOf(value);
      return words === "" ? [] : [`**${label}**: ${words}`];
    }),
    unplaced: unplacedFields.flatMap((name) => unplacedPart(name, fields[name])),
  };
}

function linksOf(dependencies: unknown, parent: string): readonly Link[] {
  const listed = Array.isArray(dependencies) ? dependencies : [];
  const links = listed.filter(isFields).map((link) => ({
    to: textOf(link["depends_on_id"]) || textOf(link["id"]),
    type: textOf(link["type"]) || textOf(link["dependency_type"]) || "blocks",
  }));
  const up = parent === "" ? [] : [{ to: parent, type: "parent-child" }];
  return [...links.filter(({ to }) => to !== ""), ...up];
}

function unplacedPart(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === null || value === "" || value === "{}") return [];
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    return [value.every((one) => typeof one === "string") ? `${name} (${value.join(", ")})` : name];
  }
  if (isFields(value)) return Object.keys(value).length > 0 ? [name] : [];
  return [`${name} (${String(value)})`];
}

/** A text without terminal colours, which come from descriptions that were piped through a viewer. */
function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a colour
  return value.replaceAll(/\u001b\[[\d;]*m/g, "").trim();
}
