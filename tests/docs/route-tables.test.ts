import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bearerRoutes } from "../../src/bearer-api/routes.ts";
import { versionedRoutes } from "../../src/session-api/routes.ts";
import { readOpenApiDocument } from "../support/openapi-document.ts";
import { startTestServer } from "../support/start-test-server.ts";

interface Declared {
  readonly operationId: string;
  readonly access: string;
}

/** The tables' words for each rule in the APIs' `access.ts`. */
const WHO: Readonly<Record<string, string>> = {
  anyone: "anyone",
  visitor: "anyone",
  newcomer: "anyone",
  anyoneOrCaller: "anyone",
  caller: "users",
  user: "users",
  accountOwner: "users, not with an API token",
  usersReader: "users",
  userLister: "users; with `status` admins",
  session: "users, with the cookie",
  userWithJwt: "users, with a JWT",
  writer: "users",
  writerWithJwt: "users, with a JWT",
  userCreator: "admins",
  admin: "admins",
  userEditor: "the user, admins",
};

test.each([
  { page: "docs/session-api.md", base: "/session", routes: versionedRoutes as readonly Declared[] },
  { page: "docs/bearer-api.md", base: "/bearer", routes: bearerRoutes as readonly Declared[] },
])("the table of $page has every route of the OpenAPI document", async ({ page, base, routes }) => {
  const server = await startTestServer();
  const { document, operations } = await readOpenApiDocument(server, base);
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
