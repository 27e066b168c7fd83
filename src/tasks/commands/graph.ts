import type { TaskList } from "../document/task-list.ts";
import type { Link, Node, WorkGraph } from "../graph/work-graph.ts";
import { workGraph } from "../graph/work-graph.ts";
import { claimElsewhere, isFree } from "../list-file/claims/claim-elsewhere.ts";
import { isTerminal } from "../terminal/paint.ts";
import type { Declaration } from "./operation.ts";
import { query } from "./operation.ts";

const graphFormats = ["text", "mermaid", "dot", "svg", "html"] as const;
type GraphFormat = (typeof graphFormats)[number];

const declaration = {
  name: "graph",
  summary: "show what can be done in parallel, wave by wave, and the critical path",
  options: {
    format: {
      value: "format",
      summary: "how to show it (default: text on a terminal, else mermaid)",
      choices: graphFormats,
      tool: { choices: ["text", "mermaid", "dot"] },
    },
  },
  examples: [
    "tasks graph",
    "tasks graph --format html > plan.html",
    "tasks graph --format dot | dot -Tpdf > plan.pdf",
  ],
  tool: { summary: "Waves of parallel tasks, and the critical path.", does: "reads" },
} as const satisfies Declaration;

export const graph = query(declaration, async ({ list }, options) => {
  const work = workGraph(list);
  const { format } = options;
  const json = presentGraph(list, work);
  if (options.json) {
    // The drawing is long, so the answer has it only if a format was named.
    return { json: format ? { ...json, format, output: await draw(format, work, list) } : json, text: "" };
  }
  const drawn = format ?? (isTerminal() ? "text" : "mermaid");
  return { json, text: await draw(drawn, work, list) };
});

async function draw(format: GraphFormat, work: WorkGraph, list: TaskList): Promise<string> {
  switch (format) {
    case "text":
      return (await import("../graph/graph-words.ts")).describeGraph(work);
    case "mermaid":
      return (await import("../graph/diagram-languages.ts")).toMermaid(work);
    case "dot":
      return (await import("../graph/diagram-languages.ts")).toDot(work);
    case "svg":
      return (await import("../graph/draw-graph.ts")).drawGraph(work, false);
    case "html":
      return (await import("../graph/to-html.ts")).toHtml(work, list);
  }
}

/** The graph in its form for programs: everything by the tasks' numbers. */
export function presentGraph(list: TaskList, graph: WorkGraph) {
  const { title, nodes, links, waves, critical, minutesLeft, problems } = graph;
  const numbers = (some: readonly Node[]): readonly string[] => some.map(({ task }) => task.number);
  const linked = (...kinds: readonly Link["kind"][]) =>
    links
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ from, to, ...link }) => ({ ends: { from: from.task.number, to: to.task.number }, ...link }));
  return {
    title,
    waves: waves
      .map((wave) => numbers(wave.filter(({ isHeld }) => !isHeld)))
      .filter((wave) => wave.length > 0),
    waiting: numbers(waves.flat().filter(({ isHeld }) => isHeld)),
    criticalPath: numbers(critical.nodes),
    criticalMinutes: critical.minutes,
    minutesLeft,
    tasks: nodes.map(({ task, wave, isHeld, minutes, isCritical, paths }) => ({
      number: task.number,
      title: task.title,
      status: task.status.value,
      wave: isHeld ? null : wave,
      waiting: isHeld,
      ready: isFree(list, task),
      estimateMinutes: minutes,
      critical: isCritical,
      owner: task.owner,
      claim: claimElsewhere(list, task),
      files: paths,
    })),
    edges: linked("plain", "critical").map(({ ends }) => ends),
    conflicts: linked("conflict").map(({ ends, label }) => ({ ...ends, file: label })),
    problems: problems.map(({ kind, node, name, message }) => ({
      kind,
      number: node.task.number,
      name,
      message,
    })),
    cycles: linked("cycle").map(({ ends, cycle }) => ({ ...ends, path: numbers(cycle) })),
  };
}
