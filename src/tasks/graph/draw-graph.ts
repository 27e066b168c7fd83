import { instance } from "@viz-js/viz";
import { toDot } from "./diagram-languages.ts";
import type { WorkGraph } from "./work-graph.ts";

/** The colours of Graphviz are those of light mode; their inversion keeps the hues. */
const darkMode =
  "<style>@media screen and (prefers-color-scheme: dark) { svg { filter: invert(0.93) hue-rotate(180deg) } }</style>";

/**
 * The graph as an SVG file, drawn by Graphviz, light or dark by the viewer's preference.
 * @param linked whether each task links to the element of a page with its identifier
 */
export async function drawGraph(graph: WorkGraph, linked: boolean): Promise<string> {
  const svg = (await instance()).renderString(toDot(graph, linked), { format: "svg" });
  return (
    svg
      .slice(svg.indexOf("<svg"))
      // Viewers would show these identifiers beside the pointer.
      .replaceAll(/<title>.*?<\/title>\n/g, "")
      .replace(/<svg [^>]*>/, (start) => `${start}\n${darkMode}`)
      .trimEnd()
  );
}
