import { plural } from "../cli/terminal/words.ts";
import type { Status } from "../document/task-list.ts";
import { cut, nodeIds, nodeLabel, waveTitle } from "./graph-words.ts";
import type { Node, WorkGraph } from "./work-graph.ts";

const LONGEST_TITLE = 80;
const LINE = 28;

const colors: Readonly<Record<Status, string>> = {
  "Not Started": 'fillcolor="#f6f8fa", color="#8c959f"',
  "In Progress": 'fillcolor="#ddf4ff", color="#0969da"',
  Blocked: 'fillcolor="#ffebe9", color="#cf222e"',
  Complete: 'fillcolor="#dafbe1", color="#1a7f37"',
};

/** The graph in Graphviz's language, a cluster for each wave. */
export function toDot(graph: WorkGraph): string {
  const ids = nodeIds(graph);
  const id = (index: number): string => ids[index] ?? "";
  const done = graph.nodes.filter(({ wave }) => wave === null);
  return [
    `digraph ${quoted(graph.title)} {`,
    '  graph [rankdir=LR, fontname="Helvetica", labeljust=l, color="#d0d7de", style=rounded]',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11]',
    '  edge [color="#57606a", arrowsize=0.7, fontname="Helvetica", fontsize=9]',
    ...(done.length > 0 ? cluster("done", `Complete · ${plural(done.length, "task")}`, done, id) : []),
    ...graph.waves.flatMap((wave, index) => cluster(`wave${index + 1}`, waveTitle(wave, index), wave, id)),
    ...edgeLines(graph, id),
    "}",
  ].join("\n");
}

type IdOf = (index: number) => string;

const cluster = (name: string, title: string, nodes: readonly Node[], id: IdOf): readonly string[] => [
  `  subgraph cluster_${name} {`,
  `    label=${quoted(title)}`,
  ...nodes.map((node) => {
    const { status, isCritical } = node;
    const label = quoted(inLines(nodeLabel(node, LONGEST_TITLE)));
    return `    ${id(node.index)} [label=${label}, ${colors[status]}${isCritical ? ", penwidth=2.5" : ""}]`;
  }),
  "  }",
];

function edgeLines({ edges, cycleEdges, conflicts, problems }: WorkGraph, id: IdOf): readonly string[] {
  const unknown = problems.filter(({ kind }) => kind === "unknown-dependency");
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
    ...unknown.flatMap(({ index, name }, place) => [
      `  unknown${place} [label=${quoted(inLines(`${cut(name, LONGEST_TITLE)} (no task)`))}, style=dashed, color="#cf222e"]`,
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
