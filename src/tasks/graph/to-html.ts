import { createHash } from "node:crypto";
import { formatMinutes } from "../cli/terminal/words.ts";
import { prdPath } from "../document/read-task-list.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import { dependencyNames, dependentsOf, findTask, headerStatusOf } from "../document/task-queries.ts";
import { drawGraph } from "./draw-graph.ts";
import type { IdOf } from "./graph-words.ts";
import { identifyNodes, plainTitle, waveTitle } from "./graph-words.ts";
import { colorStyle, escapeMarkup, graphStyle, icon, statusClass } from "./markup.ts";
import { pageScript, pageStyle } from "./page-assets.ts";
import type { Node, WorkGraph } from "./work-graph.ts";

/** A self-contained page: the progress, the graph, the waves and every task. */
export function toHtml(graph: WorkGraph, list: TaskList): string {
  const page = { graph, list, id: identifyNodes(graph) };
  const title = escapeMarkup(graph.title);
  const style = [colorStyle, graphStyle, pageStyle].join("\n");
  // Whatever a list contains, the page runs only its own script and requests nothing.
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(pageScript)}'; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>\n<style>${style}</style>\n</head>\n<body>`,
    '<a class="skip" href="#tasks">Skip to the tasks</a>',
    `<header><h1>${title}</h1>${facts(page)}${tiles(page)}${navigation(page)}</header>`,
    `<main>${[phases, drawing, criticalPath, waves, problems, tasks].map((part) => part(page)).join("\n")}</main>`,
    "<footer>Made with <code>tasks graph --format html</code>.</footer>",
    `<script>${pageScript}</script>\n</body>\n</html>`,
  ].join("\n");
}

interface Page {
  readonly graph: WorkGraph;
  readonly list: TaskList;
  readonly id: IdOf;
}

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const countOf = (nodes: readonly Node[], status: Status): number =>
  nodes.filter((node) => node.status === status).length;

function facts({ list }: Page): string {
  const status = headerStatusOf(list);
  const words = [
    `<span class="chip ${statusClass[status]}-text">${status}</span>`,
    list.prd ? `<span>${escapeMarkup(prdPath(list.prd.value.text))}</span>` : "",
    list.created ? `<span>${escapeMarkup(list.created.value.text)}</span>` : "",
  ];
  return `<p class="facts">${words.filter(Boolean).join("")}</p>`;
}

function tiles({ graph }: Page): string {
  const { nodes, critical, minutesLeft, waves } = graph;
  const done = countOf(nodes, "Complete");
  const tile = (value: string, name: string): string =>
    `<li class="tile"><b>${value}</b><span>${name}</span></li>`;
  return `<ul class="tiles">${[
    `<li class="tile wide"><b>${done} of ${nodes.length}</b><span>complete</span>${bar(nodes)}</li>`,
    tile(String(countOf(nodes, "In Progress")), "in progress"),
    tile(String(countOf(nodes, "Blocked")), "blocked"),
    minutesLeft > 0 ? tile(formatMinutes(minutesLeft), "effort left") : "",
    critical.minutes > 0 ? tile(formatMinutes(critical.minutes), "critical path") : "",
    tile(String(waves.length), waves.length === 1 ? "wave left" : "waves left"),
  ].join("")}</ul>`;
}

/** A bar of full width with the shares of complete, in progress and blocked tasks. */
function bar(nodes: readonly Node[]): string {
  const statuses = ["Complete", "In Progress", "Blocked"] as const;
  let x = 0;
  const parts = statuses.map((status) => {
    const width = countOf(nodes, status);
    const part =
      width > 0 ? `<rect class="${statusClass[status]}" x="${x}" width="${width}" height="1"/>` : "";
    x += width;
    return part;
  });
  const label = `${countOf(nodes, "Complete")} of ${nodes.length} complete`;
  return `<svg class="bar" viewBox="0 0 ${Math.max(1, nodes.length)} 1" preserveAspectRatio="none" role="img" aria-label="${label}">${parts.join("")}</svg>`;
}

function navigation({ graph }: Page): string {
  const links = [
    ["phases", "Phases"],
    ["graph", "Graph"],
    ...(graph.waves.length > 0
      ? [
          ["critical", "Critical path"],
          ["waves", "Waves"],
        ]
      : []),
    ...(graph.problems.length > 0 ? [["problems", "To be corrected"]] : []),
    ["tasks", "Tasks"],
  ];
  return `<nav aria-label="On this page">${links.map(([id, name]) => `<a href="#${id}">${name}</a>`).join("")}</nav>`;
}

const section = (id: string, title: string, content: string): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;

function phases({ graph }: Page): string {
  const members = Map.groupBy(graph.nodes, ({ task }) => task.phase);
  const rows = graph.phases.flatMap(({ number, title }) => {
    const nodes = members.get(number) ?? [];
    if (nodes.length === 0) return [];
    members.delete(number);
    const name = escapeMarkup(`${number}. ${plainTitle(title)}`.replace(/\. $/, "."));
    const count = `<span class="count">${countOf(nodes, "Complete")} of ${nodes.length}</span>`;
    return [`<li><div><span>${name}</span>${count}</div>${bar(nodes)}</li>`];
  });
  return section("phases", "Phases", `<ul class="phases">${rows.join("")}</ul>`);
}

function drawing({ graph }: Page): string {
  const statuses = ["Complete", "In Progress", "Blocked", "Not Started"] as const;
  const line = (name: string, kind: string): string =>
    `<span><svg class="graph" width="26" height="8" aria-hidden="true"><path class="line ${kind}" d="M1 4H25"/></svg>${name}</span>`;
  const legend = [
    ...statuses.map((status) => `<span>${icon(status)}${status}</span>`),
    line("waits for", ""),
    line("critical path", "critical"),
    ...(graph.conflicts.length > 0 ? [line("shares a file", "conflict")] : []),
    ...(graph.cycleEdges.length > 0 ? [line("closes a cycle", "cycle")] : []),
  ];
  return [
    '<section aria-labelledby="graph"><h2 id="graph">Graph</h2>',
    `<p class="legend">${legend.join("")}</p>`,
    '<div class="scroller" tabindex="0" role="region" aria-label="Graph of the tasks (scrollable)">',
    drawGraph(graph, { linked: true }),
    "</div></section>",
  ].join("\n");
}

function criticalPath({ graph, id }: Page): string {
  const { critical, nodes } = graph;
  if (critical.tasks.length === 0) return "";
  const items = critical.tasks.flatMap((index) => {
    const node = nodes[index];
    return node ? [`<li><a href="#${id(index)}">${nameOf(node)}</a></li>`] : [];
  });
  const effort = critical.minutes > 0 ? `: ${formatMinutes(critical.minutes)}` : "";
  return section("critical", `Critical path${effort}`, `<ol class="path">${items.join("")}</ol>`);
}

const nameOf = ({ task }: Node): string =>
  `<span class="number">${escapeMarkup(task.number)}</span> ${escapeMarkup(plainTitle(task.title))}`;

function waves({ graph, id }: Page): string {
  if (graph.waves.length === 0) return "";
  const behind = new Map(graph.conflicts.map((conflict) => [conflict.to, conflict]));
  const problemsOf = Map.groupBy(graph.problems, ({ index }) => index);
  const item = ({ index, task, status, minutes }: Node): string => {
    const conflict = behind.get(index);
    const holder = conflict && graph.nodes[conflict.from]?.task.number;
    const why = conflict ? `<small>after ${holder}: both touch ${escapeMarkup(conflict.path)}</small>` : "";
    const held = (problemsOf.get(index) ?? []).map(
      ({ message }) => `<small class="blocked-text">${escapeMarkup(message)}</small>`,
    );
    const effort = `<span class="count">${minutes === null ? "" : formatMinutes(minutes)}</span>`;
    return `<li><a href="#${id(index)}">${icon(status)}<span class="number">${escapeMarkup(task.number)}</span><span>${escapeMarkup(plainTitle(task.title))}</span>${effort}</a>${why}${held.join("")}</li>`;
  };
  const cards = graph.waves.map(
    (wave, index) =>
      `<li class="wave"><h3>${waveTitle(wave, index)}</h3><ul>${wave.map(item).join("")}</ul></li>`,
  );
  return section(
    "waves",
    "Waves",
    `<p class="muted">The tasks of a wave can be worked on in parallel: none waits for another, and no two touch the same file.</p><ol class="waves">${cards.join("")}</ol>`,
  );
}

function problems({ graph }: Page): string {
  if (graph.problems.length === 0) return "";
  const items = graph.problems.map(({ message }) => `<li>${escapeMarkup(message)}</li>`);
  return section("problems", "To be corrected", `<ul class="problems">${items.join("")}</ul>`);
}

function tasks({ graph, list, id }: Page): string {
  const placeOf = new Map(graph.nodes.map(({ index, task }) => [task, index]));
  const linkTo: LinkTo = (name) => {
    const task = findTask(list, name);
    const place = task && placeOf.get(task);
    return place === undefined
      ? `“${escapeMarkup(name)}”`
      : `<a href="#${id(place)}">${escapeMarkup(name)}</a>`;
  };
  const title = (phase: number): string => {
    const named = graph.phases.find(({ number }) => number === phase)?.title ?? "";
    return escapeMarkup(named === "" ? `Phase ${phase}` : `Phase ${phase}: ${plainTitle(named)}`);
  };
  const groups = [...Map.groupBy(graph.nodes, ({ task }) => task.phase)].map(
    ([phase, nodes]) =>
      `<h3>${title(phase)}</h3>${nodes.map((node) => taskDetails(node, id(node.index), list, linkTo)).join("")}`,
  );
  return section("tasks", "Tasks", groups.join(""));
}

/** A link to a task's details on the page, or only its number if the page has none. */
type LinkTo = (number: string) => string;

/** The whole task, collapsed under its title. */
function taskDetails(
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
