import { drawGraph } from "./draw-graph.ts";
import { colorStyle, graphStyle } from "./graph-style.ts";
import type { WorkGraph } from "./work-graph.ts";

/** The graph as an SVG file, light or dark by the viewer's preference. */
export const toSvg = (graph: WorkGraph): string =>
  drawGraph(graph, { linked: false, head: `<style>\n${colorStyle}\n${graphStyle}\n</style>` });
