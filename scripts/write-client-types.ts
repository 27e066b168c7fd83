import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { declarationsOf } from "@groundwork/openapi-typescript";
import { createForgotRoute as createBearerForgotRoute } from "../src/bearer-api/forgot-route.ts";
import { createOpenApi as createBearerOpenApi } from "../src/bearer-api/openapi.ts";
import { passwordRoutes } from "../src/bearer-api/password-routes.ts";
import { createForgotRoute as createSessionForgotRoute } from "../src/session-api/forgot-route.ts";
import { createOpenApi as createSessionOpenApi } from "../src/session-api/openapi.ts";
import { versionedRoutes } from "../src/session-api/routes.ts";

/** Describing a route does not call its services. */
const notServed = {} as Parameters<typeof createSessionForgotRoute>[0];

/** Both documents with every route, including the optional ones. */
const documents = {
  "session-api": createSessionOpenApi({ base: "/session", access: "protected" }, [
    ...versionedRoutes,
    createSessionForgotRoute(notServed),
  ]),
  "bearer-api": createBearerOpenApi({ base: "/bearer" }, [
    ...passwordRoutes,
    createBearerForgotRoute(notServed),
  ]),
};

/** Writes the client's types from each API's OpenAPI document. */
export async function writeClientTypes(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.d.ts`), await declarationsOf(document));
  }
}

if (import.meta.main) await writeClientTypes("dist/client");
