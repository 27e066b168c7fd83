import { join } from "node:path";
import type { RequestHandler } from "express";
import express from "express";

/** Where the build leaves what browsers load: the same folder seen from the sources and from `dist/`. */
const FOLDER = join(import.meta.dirname, "../../dist/assets");

/**
 * Serves the pages' stylesheet and scripts. What is not there falls through, so that an unknown path gets the
 * surrounding API's own 404. Browsers ask each time whether a file has changed, because its name never does.
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
