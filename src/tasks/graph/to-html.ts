import { stripVTControlCharacters } from "node:util";
import { prdPath } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { headerStatusOf } from "../document/task-queries.ts";
import { describeTask } from "../reporting/describe-task.ts";
import { drawGraph } from "./draw-graph.ts";
import { describeGraph } from "./graph-words.ts";
import type { WorkGraph } from "./work-graph.ts";

/** A self-contained page: the graph, the waves and every task, in the words of `tasks graph` and `tasks show`. */
export async function toHtml(graph: WorkGraph, list: TaskList): Promise<string> {
  const title = escapeMarkup(graph.title);
  const done = graph.nodes.filter(({ task }) => task.status.value === "Complete").length;
  const facts = [
    headerStatusOf(list),
    `${done} of ${graph.nodes.length} complete`,
    ...(list.prd ? [prdPath(list.prd.value.text)] : []),
    ...(list.created ? [list.created.value.text] : []),
  ];
  const tasks = graph.nodes.map(({ id, task }) => {
    const [headline = "", ...lines] = plain(describeTask(list, task)).split("\n");
    return `<section id="${id}"><h3>${headline}</h3><pre>${lines.join("\n")}</pre></section>`;
  });
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    // Whatever a list contains, the page runs no script and requests nothing.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>\n<style>${pageStyle}</style>\n</head>\n<body>`,
    `<main>\n<h1>${title}</h1>\n<p>${escapeMarkup(facts.join(" · "))}</p>`,
    '<div class="scroller" tabindex="0" role="region" aria-label="Graph of the tasks (scrollable)">',
    await drawGraph(graph, true),
    `</div>\n<h2>Waves</h2>\n<pre>${plain(describeGraph(graph))}</pre>`,
    `<h2>Tasks</h2>\n${tasks.join("\n")}`,
    "</main>\n</body>\n</html>",
  ].join("\n");
}

/** A text for a terminal as content of the page. */
const plain = (text: string): string => escapeMarkup(stripVTControlCharacters(text));

/** A text as content of the page. Control characters are replaced, because a page must not contain them. */
const escapeMarkup = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");

/** The colours in light and dark mode, and the look of the page around the drawing. */
const pageStyle = `
:root { color-scheme: light dark; --paper: #ffffff; --text: #1f2328; --muted: #59636e; --edge: #d1d9e0; --mark: #f6f8fa; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #0d1117; --text: #f0f6fc; --muted: #9198a1; --edge: #3d444d; --mark: #151b23; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 20px; overflow-wrap: anywhere; }
h3 { font-size: 15px; margin: 0; }
pre { white-space: pre-wrap; margin: 0; font-size: 13px; }
p, pre { color: var(--muted); }
section { padding: 14px 0; border-top: 1px solid var(--edge); }
section:target { background: var(--mark); }
.scroller { overflow: auto; max-height: 92vh; border: 1px solid var(--edge); border-radius: 16px; }
svg { display: block; }
a:hover text, a:focus text { text-decoration: underline; }
@media print { .scroller { max-height: none; overflow: visible; border: 0; } svg { width: 100%; height: auto; } }`.trim();
