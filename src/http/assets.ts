import { join } from "node:path";
import type { RequestHandler } from "express";
import express from "express";

/** The folder with the built files for browsers, whether this module runs from the sources or from `dist/`. */
const FOLDER = join(import.meta.dirname, "../../dist/assets");

/**
 * Serves the pages' stylesheet and scripts. A missing file falls through to the surrounding API's own 404. Browsers
 * revalidate each file on every load, because its name never changes.
 */
export function serveAssets(): RequestHandler {
  return express.static(FOLDER, {
    index: false,
    redirect: false,
    acceptRanges: false,
    cacheControl: false,
    setHeaders: revalidate,
  });
}

const revalidate = (response: { setHeader(name: string, value: string): void }): void =>
  response.setHeader("Cache-Control", "no-cache");
