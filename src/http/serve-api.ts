import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Router } from "express";
import express from "express";
import type { Api } from "./api.ts";
import { describeApi } from "./describe-routes.ts";
import { createErrorBoundary, notFound } from "./error-boundary.ts";
import { noStore } from "./security-headers.ts";
import { serveRoutes } from "./serve-routes.ts";

const SWAGGER_UI = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));
const { version: swaggerUiVersion } = JSON.parse(readFileSync(join(SWAGGER_UI, "package.json"), "utf8"));
/** Only these files: the package's own page would load another host's API. */
const SWAGGER_UI_FILES = ["swagger-ui.css", "swagger-ui-bundle.js"];
/** The folder with the built files for browsers, whether this module runs from the sources or from `dist/`. */
const ASSETS = join(import.meta.dirname, "../../dist/assets");

/** Adds an API to its router: the routes, each mount with its own words for errors, and the pages. */
export function serveApi<Services>(router: Router, api: Api<Services>, services: Services): void {
  for (const mount of api.mounts) {
    router.use(
      mount.prefix || "/",
      serveRoutes(api.name, mount, services),
      createErrorBoundary(mount.presentError),
    );
  }
  addApiPages(router, api);
  router.use(notFound, createErrorBoundary(api.mounts[0].presentError));
}

/**
 * Adds the pages of an API: at its base a description with a console, its OpenAPI document for programs at
 * `/openapi.json` and for people at `/docs`, and the files of these pages.
 */
function addApiPages<Services>(router: Router, api: Api<Services>): void {
  const { title, base } = api;
  // Made at the first request: most processes never get one, and the document takes time and megabytes.
  let json: string | undefined;
  // The version is in the address, so browsers can cache the files for a long time.
  const swaggerUi = `/docs/swagger-ui-${swaggerUiVersion}`;

  router.get("/", (request, response) => {
    response.render("index", { ...api, api: api.name, url: `${request.protocol}://${request.host}${base}` });
  });
  for (const { path, view, title: pageTitle } of api.pages ?? []) {
    router.get(path, noStore, (_request, response) => {
      response.render(view, { title: pageTitle, base });
    });
  }
  router.get("/openapi.json", (_request, response) => {
    json ??= JSON.stringify(describeApi(api));
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
