import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { Router } from "express";

const SWAGGER_UI = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));
const { version: swaggerUiVersion } = JSON.parse(readFileSync(join(SWAGGER_UI, "package.json"), "utf8"));
/** Only these files: the package's own page would load another host's API. */
const SWAGGER_UI_FILES = ["swagger-ui.css", "swagger-ui-bundle.js"];
/** The folder with the built files for browsers, whether this module runs from the sources or from `dist/`. */
const ASSETS = join(import.meta.dirname, "../../dist/assets");

interface ApiPages {
  readonly title: string;
  /** The API whose console the index page contains. */
  readonly api: "session" | "bearer";
  /** The API's base, without a trailing slash; empty for the root. */
  readonly base: string;
  /** Makes the API's OpenAPI document. */
  readonly document: () => object;
  /** Whether the index page offers a reset link to people who have forgotten their password. */
  readonly takesForgotten: boolean;
  /** The kinds of audit events, if the console shows the audit log. */
  readonly auditEvents?: readonly string[];
}

/**
 * The pages of an API: at its base a description with a console, its OpenAPI document for programs at `/openapi.json`
 * and for people at `/docs`, and the files of these pages.
 */
export function createApiPages({ document, ...page }: ApiPages): Router {
  const { title, base } = page;
  // Made at the first request: most processes never get one, and the document takes time and megabytes.
  let json: string | undefined;
  // The version is in the address, so browsers can cache the files for a long time.
  const swaggerUi = `/docs/swagger-ui-${swaggerUiVersion}`;
  const router = Router();

  router.get("/", (request, response) => {
    response.render("index", { ...page, url: `${request.protocol}://${request.host}${base}` });
  });
  router.get("/openapi.json", (_request, response) => {
    json ??= JSON.stringify(document());
    response.type("json").send(json);
  });
  router.get("/docs", (_request, response) => {
    response.render("docs", { title, base, swaggerUi: base + swaggerUi });
  });
  for (const file of SWAGGER_UI_FILES) {
    router.get(`${swaggerUi}/${file}`, (_request, response) => {
      response.sendFile(file, { root: SWAGGER_UI, acceptRanges: false, maxAge: "1y", immutable: true });
    });
  }
  router.use("/assets", serveAssets);
  return router;
}

/**
 * Serves the pages' stylesheet and scripts. A missing file falls through to the surrounding API's own 404. Browsers
 * revalidate each file on every load, because its name never changes.
 */
const serveAssets = express.static(ASSETS, {
  index: false,
  redirect: false,
  acceptRanges: false,
  cacheControl: false,
  setHeaders: (response) => response.setHeader("Cache-Control", "no-cache"),
});
