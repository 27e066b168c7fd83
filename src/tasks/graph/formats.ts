/** The forms in which a graph can be had. */
export const graphFormats = ["text", "mermaid", "dot", "svg", "html"] as const;

export type GraphFormat = (typeof graphFormats)[number];
