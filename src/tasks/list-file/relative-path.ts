import { relative } from "node:path";

/** The path from the current folder, however it was given. */
export const relativePath = (path: string): string => relative(process.cwd(), path) || path;
