import { formatMinutes } from "../cli/terminal/words.ts";
import type { Status } from "../document/task-list.ts";
import type { Edge } from "../document/task-queries.ts";
import type { IdOf } from "./graph-words.ts";
import { cutLabel, groupsOf, identifyNodes, nodeLabel } from "./graph-words.ts";
import type { Node, WorkGraph } from "./work-graph.ts";

const LINE = 28;

/** Graphviz needs seconds for a hundred times as many frames. */
const mostFrames = 100;

interface Look {
  /** In the names of classes. */
  readonly name: string;
  readonly fill: string;
  readonly line: string;
  readonly text: string;
}

const looks: Readonly<Record<Status, Look>> = {
  "Not Started": { name: "open", fill: "#f6f8fa", line: "#8c959f", text: "#1f2328" },
  "In Progress": { name: "running", fill: "#ddf4ff", line: "#0969da", text: "#0a3069" },
  Blocked: { name: "blocked", fill: "#ffebe9", line: "#cf222e", text: "#82071e" },
  Complete: { name: "done", fill: "#dafbe1", line: "#1a7f37", text: "#044f1e" },
};

type LinkKind = "plain" | "critical" | "cycle" | "conflict" | "unknown";

/** A line of a drawing between two boxes. */
interface Link {
  readonly from: string;
  readonly to: string;
  readonly kind: LinkKind;
  readonly label: string;
}

/** The lines of a drawing: the dependencies, the shared files, and the dependencies on something outside the list. */
function linksOf({ edges, cycleEdges, conflicts, problems }: WorkGraph, id: IdOf): readonly Link[] {
  const ends = ({ from, to }: Edge) => ({ from: id(from), to: id(to) });
  const unknown = problems.filter(({ kind }) => kind === "unknown-dependency");
  return [
    ...edges.map(
      (edge): Link => ({ ...ends(edge), kind: edge.isCritical ? "critical" : "plain", label: "" }),
    ),
    ...cycleEdges.map((edge): Link => ({ ...ends(edge), kind: "cycle", label: "closes a cycle" })),
    ...conflicts.map((edge): Link => ({ ...ends(edge), kind: "conflict", label: edge.path })),
    ...unknown.map(({ index, name }, place): Link => {
      return { from: `unknown${place}`, to: id(index), kind: "unknown", label: cutLabel(name) };
    }),
  ];
}

/**
 * The graph in Graphviz's language, a cluster for each wave.
 * @param linked whether each task links to the element of a page with its identifier
 */
export function toDot(graph: WorkGraph, linked = false): string {
  const id = identifyNodes(graph);
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
      ...nodes.map((node) => `    ${id(node.index)} [${attributesOf(node)}]`),
      "  }",
    ]),
    ...dotEdges(graph, id),
    "}",
  ].join("\n");
}

function attributesOf(node: Node): string {
  const { task, status, minutes } = node;
  const facts = [
    status === "Not Started" ? "" : status,
    minutes === null ? "" : formatMinutes(minutes),
    cutLabel(task.owner ?? ""),
  ];
  const label = quoted(inLines(nodeLabel(node)) + `\n${facts.filter(Boolean).join(" · ")}`.trimEnd());
  const { fill, line } = looks[status];
  return `label=${label}, fillcolor="${fill}", color="${line}"${node.isCritical ? ", penwidth=2.5" : ""}`;
}

const dotLooks: Readonly<Record<LinkKind, string>> = {
  plain: "",
  critical: "penwidth=2",
  cycle: 'style=dashed, color="#cf222e", constraint=false',
  conflict: "style=dotted, dir=none, constraint=false",
  unknown: 'style=dashed, color="#cf222e"',
};

const dotEdges = (graph: WorkGraph, id: IdOf): readonly string[] =>
  linksOf(graph, id).flatMap(({ from, to, kind, label }) => {
    const isUnknown = kind === "unknown";
    const attributes = [label === "" || isUnknown ? "" : `label=${quoted(label)}`, dotLooks[kind]].filter(
      Boolean,
    );
    return [
      ...(isUnknown ? [`  ${from} [label=${quoted(inLines(`${label} (no task)`))}, ${dotLooks[kind]}]`] : []),
      `  ${from} -> ${to}${attributes.length > 0 ? ` [${attributes.join(", ")}]` : ""}`,
    ];
  });

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
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

/** The graph as a Mermaid flowchart, a subgraph for each wave. */
export function toMermaid(graph: WorkGraph): string {
  const id = identifyNodes(graph);
  return [
    "flowchart TD",
    `  %% ${criticalWords(graph)}`,
    ...groupsOf(graph).flatMap(({ name, title, nodes }) => [
      `  subgraph ${name} ["${escaped(title)}"]`,
      ...nodes.map((node) => `    ${id(node.index)}["${escaped(nodeLabel(node))}"]`),
      "  end",
    ]),
    ...mermaidEdges(graph, id),
    ...Object.values(looks).map(
      ({ name, fill, line, text }) => `  classDef ${name} fill:${fill},stroke:${line},color:${text}`,
    ),
    "  classDef critical stroke-width:3px",
    "  classDef unknown fill:none,stroke:#cf222e,stroke-dasharray:4 3",
    ...classLines(graph, id),
  ].join("\n");
}

const criticalWords = ({ critical, nodes, minutesLeft }: WorkGraph): string =>
  critical.tasks.length === 0
    ? "Nothing left to do"
    : `Critical path: ${critical.tasks.map((index) => nodes[index]?.task.number).join(" -> ")}, ${formatMinutes(critical.minutes)} of ${formatMinutes(minutesLeft)} left`;

/** Escapes everything but letters, digits and blanks: in a label, other characters may be syntax or HTML. */
const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replace(
      /[\u0021-\u002B\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007F]/g,
      (character) => `#${character.charCodeAt(0)};`,
    );

const mermaidEdges = (graph: WorkGraph, id: IdOf): readonly string[] =>
  linksOf(graph, id).flatMap(({ from, to, kind, label }) => {
    const text = escaped(cutLabel(label));
    if (kind === "cycle") return [`  ${from} -. "${text}" .-> ${to}`];
    if (kind === "conflict") return [`  ${from} -. "${text}" .- ${to}`];
    if (kind === "unknown") return [`  ${from}["${text} #40;no task#41;"]:::unknown`, `  ${from} -.-> ${to}`];
    return [`  ${from} --> ${to}`];
  });

function classLines({ nodes }: WorkGraph, id: IdOf): readonly string[] {
  const members = Map.groupBy(nodes, ({ status }) => looks[status].name);
  const critical = nodes.filter(({ isCritical }) => isCritical);
  const line = (name: string, some: readonly Node[]): string =>
    `  class ${some.map(({ index }) => id(index)).join(",")} ${name}`;
  return [
    ...[...members].map(([name, some]) => line(name, some)),
    ...(critical.length > 0 ? [line("critical", critical)] : []),
  ];
}
