import type { Status } from "../document/task-list.ts";
import type { IdOf } from "./graph-words.ts";
import { cutLabel, groupsOf, identifyNodes, nodeLabel, unknownIn } from "./graph-words.ts";
import type { Node, WorkGraph } from "./work-graph.ts";

const LINE = 28;

const colors: Readonly<Record<Status, string>> = {
  "Not Started": 'fillcolor="#f6f8fa", color="#8c959f"',
  "In Progress": 'fillcolor="#ddf4ff", color="#0969da"',
  Blocked: 'fillcolor="#ffebe9", color="#cf222e"',
  Complete: 'fillcolor="#dafbe1", color="#1a7f37"',
};

/** The graph in Graphviz's language, a cluster for each wave. */
export function toDot(graph: WorkGraph): string {
  const id = identifyNodes(graph);
  return [
    `digraph ${quoted(graph.title)} {`,
    '  graph [rankdir=LR, fontname="Helvetica", labeljust=l, color="#d0d7de", style=rounded]',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11]',
    '  edge [color="#57606a", arrowsize=0.7, fontname="Helvetica", fontsize=9]',
    ...groupsOf(graph).flatMap(({ name, title, nodes }) => [
      `  subgraph cluster_${name} {`,
      `    label=${quoted(title)}`,
      ...nodes.map((node) => `    ${id(node.index)} [${attributesOf(node)}]`),
      "  }",
    ]),
    ...edgeLines(graph, id),
    "}",
  ].join("\n");
}

function attributesOf(node: Node): string {
  const label = quoted(inLines(nodeLabel(node)));
  return `label=${label}, ${colors[node.status]}${node.isCritical ? ", penwidth=2.5" : ""}`;
}

function edgeLines(graph: WorkGraph, id: IdOf): readonly string[] {
  const { edges, cycleEdges, conflicts } = graph;
  return [
    ...edges.map(({ from, to, isCritical }) =>
      isCritical ? `  ${id(from)} -> ${id(to)} [penwidth=2]` : `  ${id(from)} -> ${id(to)}`,
    ),
    ...cycleEdges.map(
      ({ from, to }) =>
        `  ${id(from)} -> ${id(to)} [label="closes a cycle", style=dashed, color="#cf222e", constraint=false]`,
    ),
    ...conflicts.map(
      ({ from, to, path }) =>
        `  ${id(from)} -> ${id(to)} [label=${quoted(path)}, style=dotted, dir=none, constraint=false]`,
    ),
    ...unknownIn(graph).flatMap(({ index, name }, place) => [
      `  unknown${place} [label=${quoted(inLines(`${cutLabel(name)} (no task)`))}, style=dashed, color="#cf222e"]`,
      `  unknown${place} -> ${id(index)} [style=dashed, color="#cf222e"]`,
    ]),
  ];
}

/** In quotation marks. In a label `&` begins an entity and a backslash an escape. */
const quoted = (text: string): string =>
  `"${text
    .replace(/[^\P{Cc}\n]/gu, " ")
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
