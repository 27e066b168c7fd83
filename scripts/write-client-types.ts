import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { declarationsOf } from "@groundwork/openapi-typescript";
import { declareBearerApi } from "../src/bearer-api/api.ts";
import { describeApi } from "../src/http/describe-routes.ts";
import { declareSessionApi } from "../src/session-api/api.ts";

/** Both documents with every route, including the optional ones. */
const documents = {
  "session-api": describeApi(
    declareSessionApi({ base: "/session", access: "protected", takesForgotten: true }),
  ),
  "bearer-api": describeApi(declareBearerApi({ base: "/bearer", hideFaults: true, takesForgotten: true })),
};

/** Writes the client's types from each API's OpenAPI document. */
export async function writeClientTypes(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.d.ts`), await declarationsOf(document));
  }
}

if (import.meta.main) await writeClientTypes("dist/client");
