import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Router } from "express";

const SWAGGER_UI = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));
const { version: swaggerUiVersion } = JSON.parse(readFileSync(join(SWAGGER_UI, "package.json"), "utf8"));
/** Only these files: the package's own page would load another host's API. */
const SWAGGER_UI_FILES = ["swagger-ui.css", "swagger-ui-bundle.js"];

interface ApiDocsOptions {
  readonly title: string;
  /** The API's base, without a trailing slash; empty for the root. */
  readonly base: string;
  /** Makes the API's OpenAPI document. */
  readonly document: () => object;
}

/** An API's description, for programs at `/openapi.json` and for people at `/docs`. */
export function createApiDocs({ title, base, document }: ApiDocsOptions): Router {
  // Made at the first request: most processes never get one, and the document takes time and megabytes.
  let json: string | undefined;
  // The version is in the address, so browsers can cache the files for a long time.
  const swaggerUi = `/docs/swagger-ui-${swaggerUiVersion}`;
  const router = Router();

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
  return router;
}
