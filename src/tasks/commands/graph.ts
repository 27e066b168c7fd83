import type { TaskList } from "../document/task-list.ts";
import type { GraphFormat } from "../graph/formats.ts";
import { presentGraph } from "../graph/present-graph.ts";
import type { WorkGraph } from "../graph/work-graph.ts";
import { workGraph } from "../graph/work-graph.ts";
import { openList } from "../picking/open-list.ts";
import type { Report } from "../reporting/report.ts";
import { isTerminal } from "../terminal/paint.ts";

export interface GraphOptions {
  readonly list?: string;
  readonly format?: GraphFormat;
  readonly json?: boolean;
}

/** What can run side by side and what takes longest, as words or as a picture. */
export async function graph(options: GraphOptions): Promise<Report> {
  const { list } = openList(options.list);
  const work = workGraph(list);
  const { format } = options;
  const json = presentGraph(list, work);
  if (options.json) {
    // Who names a format wants the picture; who does not is spared its size.
    return { json: format ? { ...json, format, output: await draw(format, work, list) } : json, text: "" };
  }
  const text = await draw(format ?? (isTerminal() ? "text" : "mermaid"), work, list);
  return { json, text, notes: notesOn(work, format) };
}

async function draw(format: GraphFormat, work: WorkGraph, list: TaskList): Promise<string> {
  switch (format) {
    case "text":
      return (await import("../graph/describe-graph.ts")).describeGraph(work);
    case "mermaid":
      return (await import("../graph/to-mermaid.ts")).toMermaid(work);
    case "dot":
      return (await import("../graph/to-dot.ts")).toDot(work);
    case "svg":
      return (await import("../graph/to-svg.ts")).toSvg(work);
    case "html":
      return (await import("../graph/page/to-html.ts")).toHtml(work, list);
  }
}

/** What Mermaid draws unless it is told otherwise. */
const MERMAID_EDGES = 500;

/** What cannot be kept is told of even where only the picture is looked at. */
function notesOn(work: WorkGraph, format: GraphFormat | undefined): readonly string[] {
  const { edges, cycleEdges, conflicts, problems } = work;
  if (format === "text") return [];
  const drawn = edges.length + cycleEdges.length + conflicts.length;
  const isTooMuch = format === "mermaid" && drawn > MERMAID_EDGES;
  return [
    ...problems.slice(0, MOST_NOTES).map(({ message }) => message),
    ...(problems.length > MOST_NOTES
      ? [`… and ${problems.length - MOST_NOTES} more: tasks lint has them all.`]
      : []),
    ...(isTooMuch
      ? [
          `Mermaid draws ${MERMAID_EDGES} edges unless its maxEdges is raised, and there are ${drawn}: --format svg draws them all.`,
        ]
      : []),
  ];
}

const MOST_NOTES = 5;
