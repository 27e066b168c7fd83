import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as bearerAccess from "../../src/bearer-api/access.ts";
import { declareBearerApi } from "../../src/bearer-api/api.ts";
import * as sessionAccess from "../../src/session-api/access.ts";
import { declareSessionApi } from "../../src/session-api/api.ts";
import { readOpenApiDocument } from "../support/openapi-document.ts";
import { openTestServer } from "../support/start-test-server.ts";

/** The tables' words for each rule in the APIs' `access.ts`. */
const WHO: Readonly<Record<string, string>> = {
  anyone: "anyone",
  visitor: "anyone",
  newcomer: "anyone",
  anyoneOrCaller: "anyone",
  caller: "users",
  user: "users",
  accountOwner: "users, not with an API token",
  userLister: "users; with `status` admins",
  session: "users, with the cookie",
  userWithJwt: "users, with a JWT",
  writer: "users",
  writerWithJwt: "users, with a JWT",
  admin: "admins",
  self: "the user, admins",
};

const nameOf = (rules: object, rule: unknown): string =>
  Object.entries(rules).find(([, one]) => one === rule)?.[0] ?? "";

const sessionApi = declareSessionApi({ base: "/session", access: "protected", takesForgotten: true });
const bearerApi = declareBearerApi({ base: "/bearer", hideFaults: true, takesForgotten: true });

test.each([
  {
    page: "docs/session-api.md",
    api: sessionApi,
    rules: { ...sessionAccess, self: sessionAccess.USER_ACCESS.protected.editor },
  },
  { page: "docs/bearer-api.md", api: bearerApi, rules: bearerAccess },
])("the table of $page has every route of the OpenAPI document", async ({ page, api, rules }) => {
  const routes = api.mounts.flatMap((mount) =>
    mount.routes.map(({ operationId, access }) => ({ operationId, access: nameOf(rules, access) })),
  );
  const server = await openTestServer();
  const { document, operations } = await readOpenApiDocument(server, api.base);
  const rows = operations.map(({ id, method, path }) => {
    const { summary = "", description = "" } = document.paths?.[path]?.[method] ?? {};
    const route = routes.find(({ operationId }) => operationId === id.replace(/Classic$/, ""));
    const owners = /^For its (\w+) and admins/.exec(description)?.[1];
    const who = owners === undefined ? WHO[route?.access ?? "anyone"] : `its ${owners}, admins`;
    expect(who, id).toBeDefined();
    return `| ${method.toUpperCase()} | \`${path}\` | ${who} | ${summary} |`;
  });
  const table = ["| method | path | who | what |", "| --- | --- | --- | --- |", ...rows].join("\n");
  const shown = readFileSync(page, "utf8").split(/<!-- (?:end of )?routes -->\n/)[1];
  expect(shown).toBe(`${table}\n`);
});
