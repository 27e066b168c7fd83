import type { Status } from "../document/task-list.ts";
import { formatMinutes } from "../terminal/words.ts";
import { cutLabel, groupsOf, nodeLabel } from "./graph-words.ts";
import type { Link, Node, WorkGraph } from "./work-graph.ts";

const lineWidth = 28;

/** Graphviz needs seconds for a hundred times as many frames. */
const mostFrames = 100;

/** The colours of each status, and its name in the names of classes. */
const looks = {
  "Not Started": { name: "open", fill: "#f6f8fa", line: "#8c959f", text: "#1f2328" },
  "In Progress": { name: "running", fill: "#ddf4ff", line: "#0969da", text: "#0a3069" },
  Blocked: { name: "blocked", fill: "#ffebe9", line: "#cf222e", text: "#82071e" },
  Complete: { name: "done", fill: "#dafbe1", line: "#1a7f37", text: "#044f1e" },
} satisfies Readonly<Record<Status, object>>;

/** A box for each dependency on something outside the list. */
const outsideOf = ({ problems }: WorkGraph) =>
  problems
    .filter(({ kind }) => kind === "unknown-dependency")
    .map(({ node, name }, place) => ({ id: `unknown${place}`, name: cutLabel(name), to: node.id }));

/**
 * The graph in Graphviz's language, a cluster for each wave.
 * @param linked whether each task links to the element of a page with its identifier
 */
export function toDot(graph: WorkGraph, linked = false): string {
  const frame = graph.waves.length > mostFrames ? "group" : "cluster";
  return [
    `digraph ${quoted(graph.title)} {`,
    '  graph [rankdir=LR, fontname="Helvetica", labeljust=l, color="#d0d7de", style=rounded]',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11, margin="0.22,0.08"]',
    ...(linked ? [String.raw`  node [href="#\N"]`] : []),
    '  edge [color="#57606a", arrowsize=0.7, fontname="Helvetica", fontsize=9]',
    ...groupsOf(graph).flatMap(({ name, title, nodes }) => [
      `  subgraph ${frame}_${name} {`,
      `    label=${quoted(title)}`,
      ...nodes.map((node) => `    ${node.id} [${attributesOf(node)}]`),
      "  }",
    ]),
    ...graph.links.map(dotEdge),
    ...outsideOf(graph).flatMap(({ id, name, to }) => [
      `  ${id} [label=${quoted(inLines(`${name} (no task)`))}, ${outsideLook}]`,
      `  ${id} -> ${to} [${outsideLook}]`,
    ]),
    "}",
  ].join("\n");
}

function attributesOf(node: Node): string {
  const { task, minutes } = node;
  const status = task.status.value;
  const facts = [
    status === "Not Started" ? "" : status,
    minutes === null ? "" : formatMinutes(minutes),
    cutLabel(task.owner ?? ""),
  ];
  const label = quoted(inLines(nodeLabel(node)) + `\n${facts.filter(Boolean).join(" · ")}`.trimEnd());
  const { fill, line } = looks[status];
  return `label=${label}, fillcolor="${fill}", color="${line}"${node.isCritical ? ", penwidth=2.5" : ""}`;
}

const outsideLook = 'style=dashed, color="#cf222e"';

function dotEdge({ from, to, kind, label }: Link): string {
  const looks = {
    plain: "",
    critical: " [penwidth=2]",
    cycle: ` [label="closes a cycle", ${outsideLook}, constraint=false]`,
    conflict: ` [label=${quoted(label)}, style=dotted, dir=none, constraint=false]`,
  };
  return `  ${from.id} -> ${to.id}${looks[kind]}`;
}

/** In quotation marks. In a label `&` begins an entity and a backslash an escape. */
const quoted = (text: string): string =>
  `"${text
    .replace(/[^\P{Cc}\n]|[\uFFFE\uFFFF]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")}"`;

/** Graphviz does not break lines. */
function inLines(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lineWidth)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

/** The graph as a Mermaid flowchart, a subgraph for each wave. */
export function toMermaid(graph: WorkGraph): string {
  return [
    "flowchart TD",
    `  %% ${criticalWords(graph)}`,
    ...groupsOf(graph).flatMap(({ name, title, nodes }) => [
      `  subgraph ${name} ["${escaped(title)}"]`,
      ...nodes.map((node) => `    ${node.id}["${escaped(nodeLabel(node))}"]`),
      "  end",
    ]),
    ...graph.links.map(mermaidEdge),
    ...outsideOf(graph).flatMap(({ id, name, to }) => [
      `  ${id}["${escaped(name)} #40;no task#41;"]:::unknown`,
      `  ${id} -.-> ${to}`,
    ]),
    ...Object.values(looks).map(
      ({ name, fill, line, text }) => `  classDef ${name} fill:${fill},stroke:${line},color:${text}`,
    ),
    "  classDef critical stroke-width:3px",
    "  classDef unknown fill:none,stroke:#cf222e,stroke-dasharray:4 3",
    ...classLines(graph),
  ].join("\n");
}

const criticalWords = ({ critical: { nodes, minutes }, minutesLeft }: WorkGraph): string =>
  nodes.length === 0
    ? "Nothing left to do"
    : `Critical path: ${nodes.map(({ task }) => task.number).join(" -> ")}, ${formatMinutes(minutes)} of ${formatMinutes(minutesLeft)} left`;

/** Escapes everything but letters, digits and blanks: in a label, other characters may be syntax or HTML. */
const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replace(
      /[\u0021-\u002B\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007F]/g,
      (character) => `#${character.charCodeAt(0)};`,
    );

function mermaidEdge({ from, to, kind, label }: Link): string {
  const arrows = {
    plain: "-->",
    critical: "-->",
    cycle: '-. "closes a cycle" .->',
    conflict: `-. "${escaped(cutLabel(label))}" .-`,
  };
  return `  ${from.id} ${arrows[kind]} ${to.id}`;
}

function classLines({ nodes }: WorkGraph): readonly string[] {
  const members = Map.groupBy(nodes, ({ task }) => looks[task.status.value].name);
  const critical = nodes.filter(({ isCritical }) => isCritical);
  if (critical.length > 0) members.set("critical", critical);
  return [...members].map(([name, some]) => `  class ${some.map(({ id }) => id).join(",")} ${name}`);
}
