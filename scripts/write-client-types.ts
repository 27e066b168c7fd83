import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { declarationsOf } from "@groundwork/openapi-typescript";
import { createOpenApi as createBearerOpenApi } from "../src/bearer-api/openapi.ts";
import { forgotRoute as bearerForgotRoute, passwordRoutes } from "../src/bearer-api/password-routes.ts";
import { forgotRoute } from "../src/session-api/auth-routes.ts";
import { createOpenApi as createSessionOpenApi } from "../src/session-api/openapi.ts";
import { versionedRoutes } from "../src/session-api/routes.ts";

/** Both documents with every route, including the optional ones. */
const documents = {
  "session-api": createSessionOpenApi({ base: "/session", access: "protected" }, [
    ...versionedRoutes,
    forgotRoute,
  ]),
  "bearer-api": createBearerOpenApi({ base: "/bearer" }, [...passwordRoutes, bearerForgotRoute]),
};

/** Writes the client's types from each API's OpenAPI document. */
export async function writeClientTypes(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.d.ts`), await declarationsOf(document));
  }
}

if (import.meta.main) await writeClientTypes("dist/client");
