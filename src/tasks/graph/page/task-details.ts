import { formatMinutes } from "../../cli/terminal/words.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { dependencyNames, dependentsOf } from "../../document/task-queries.ts";
import { plainTitle } from "../graph-words.ts";
import { escapeMarkup, icon } from "../markup.ts";
import type { Node } from "../work-graph.ts";

/** A link to a task's details on the page, or only its number if the page has none. */
export type LinkTo = (number: string) => string;

/** The whole task, collapsed under its title. */
export function taskDetails(
  { task, status, minutes, elsewhere }: Node,
  id: string,
  list: TaskList,
  linkTo: LinkTo,
): string {
  const summary = [
    icon(status),
    `<span class="number">${escapeMarkup(task.number)}</span>`,
    `<span class="name">${escapeMarkup(plainTitle(task.title))}</span>`,
    task.owner ? `<span class="count owner">${escapeMarkup(task.owner)}</span>` : "",
    minutes === null ? "" : `<span class="count">${formatMinutes(minutes)}</span>`,
  ].join("");
  const body = [
    factList(task, elsewhere, list, linkTo),
    listOf("Steps", task.steps, ["<ol>", "</ol>"]),
    listOf("Verification", task.verification, ['<ul class="criteria">', "</ul>"]),
    listOf("Proof", task.proof, ["<ul>", "</ul>"]),
  ].join("");
  return `<details id="${id}"><summary>${summary}</summary><div class="task">${body}</div></details>`;
}

function factList(task: Task, elsewhere: string | null, list: TaskList, linkTo: LinkTo): string {
  const { status, complexity, method, path, requirements, files } = task;
  const reason = status.blockedReason ? ` - ${status.blockedReason}` : "";
  const facts: readonly (readonly [string, string])[] = [
    ["Status", escapeMarkup(status.value + reason)],
    ["Owner", escapeMarkup(task.owner ?? "")],
    ["Elsewhere", escapeMarkup(elsewhere ?? "")],
    ["Complexity", complexity ?? ""],
    ["Depends on", dependencyNames(task).map(linkTo).join(", ") || "nothing"],
    [
      "Needed by",
      dependentsOf(list, task.number)
        .map(({ number }) => linkTo(number))
        .join(", ") || "nothing",
    ],
    ["Endpoint", method && path ? `<code>${escapeMarkup(`${method} ${path}`)}</code>` : ""],
    ["Carries", escapeMarkup(requirements.join(", "))],
    ["Files", files.map(({ text }) => inlineMarkup(text)).join("<br>")],
  ];
  const rows = facts
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  return `<dl>${rows.join("")}</dl>`;
}

/** The entries of a field under its heading; empty without entries. */
function listOf(
  title: string,
  entries: readonly { readonly text: string; readonly checked?: boolean }[],
  [opening, closing]: readonly [string, string],
): string {
  const items = entries.map(
    ({ text, checked }) => `<li${checked ? ' class="checked"' : ""}>${inlineMarkup(text)}</li>`,
  );
  return items.length === 0 ? "" : `<h4>${title}</h4>${opening}${items.join("")}${closing}`;
}

/** A text with inline code as code elements. All other Markdown is shown as written. */
const inlineMarkup = (text: string): string =>
  text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeMarkup(part)}</code>` : escapeMarkup(part)))
    .join("");
