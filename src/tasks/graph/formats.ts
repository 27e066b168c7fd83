/** The output formats of a graph. */
export const graphFormats = ["text", "mermaid", "dot", "svg", "html"] as const;

export type GraphFormat = (typeof graphFormats)[number];
