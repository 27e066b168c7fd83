import { drawGraph } from "./draw-graph.ts";
import { colorStyle, graphStyle } from "./graph-style.ts";
import type { WorkGraph } from "./work-graph.ts";

/** The graph as an SVG file, light or dark as the viewer has set it. */
export const toSvg = (graph: WorkGraph): string =>
  drawGraph(graph, { linked: false, head: `<style>\n${colorStyle}\n${graphStyle}\n</style>` });
