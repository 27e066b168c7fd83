import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, test } from "vitest";
import { readOpenApiDocument, requiredHeaders } from "../support/openapi-document.ts";
import { openTestServer, startTestServer } from "../support/start-test-server.ts";

/** The package's owner chooses the license, and these operations have no 4xx answer. */
const KNOWN_WARNINGS = [
  "info-license #/info",
  "operation-4xx-response #/paths/~1health/get/responses",
  "operation-4xx-response #/paths/~1reset/get/responses",
  "operation-4xx-response #/paths/~1/get/responses",
];

const server = await startTestServer();
afterAll(() => server.close());

describe.each(["/session", "/bearer"])("the OpenAPI document of %s", async (base) => {
  const { document, operations } = await readOpenApiDocument(server, base);

  test("is OpenAPI 3.1 for this base", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: base }]);
  });

  test("passes Redocly's recommended rules", async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: "openapi.json",
      config: await createConfig({ extends: ["recommended"] }),
    });
    const names = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
    expect(names.filter((name) => !KNOWN_WARNINGS.includes(name))).toEqual([]);
  });

  test("promises the id of the request with every answer", () => {
    for (const { method, path, statuses } of operations) {
      for (const status of statuses) {
        const answer = document.paths?.[path]?.[method]?.responses?.[`${status}`];
        expect(requiredHeaders(answer), `${method} ${path} ${status}`).toContain("X-Request-Id");
      }
    }
  });

  test("allows a search that is given once or several times", () => {
    const parameters = document.paths?.["/api/v1/users"]?.get?.parameters ?? [];
    const search = parameters.flatMap((one) => ("name" in one && one.name === "search" ? one.schema : []));
    const isAllowed = new Ajv2020({ strict: false }).compile({ allOf: search });
    expect(["ada", ["ada", "grace"], 5].map((value) => isAllowed(value))).toEqual([true, true, false]);
  });

  test("gives every request body and every error an example", () => {
    for (const { method, path, statuses } of operations) {
      const operation = document.paths?.[path]?.[method];
      for (const status of statuses.filter((one) => one >= 400)) {
        const content = operation?.responses?.[`${status}`].content;
        expect(Object.keys(content["application/json"].examples), `${method} ${path} ${status}`).not.toEqual(
          [],
        );
      }
    }
    const schemas = Object.values(document.components?.schemas ?? {});
    expect(schemas.length).toBeGreaterThan(8);
  });
});

test.each(["/session", "/bearer"])(
  "a 429 answer of %s always has Retry-After, and RateLimit headers only past a limit",
  async (base) => {
    const { document, operations } = await readOpenApiDocument(server, base);
    const limited = operations.filter(({ statuses }) => statuses.includes(429));
    expect(limited.length).toBeGreaterThan(3);
    for (const { method, path } of limited) {
      const answer = document.paths?.[path]?.[method]?.responses?.["429"];
      expect(requiredHeaders(answer), path).toEqual(["X-Request-Id", "Retry-After"]);
      expect(Object.keys(answer.headers)).toContain("RateLimit");
    }
  },
);

test("a request body of the bearer API is required only if one of its fields is", async () => {
  const { document, operations } = await readOpenApiDocument(server, "/bearer");
  const bodies = operations.flatMap(({ id, method, path }) => {
    const body = document.paths?.[path]?.[method]?.requestBody;
    return body !== undefined && "content" in body ? [[id, body.required]] : [];
  });
  expect(Object.fromEntries(bodies)).toMatchObject({
    ...{ logIn: true, register: true, changePassword: true, createPost: true },
    ...{ issueToken: false, updateMe: false, updateUser: false, updatePost: false },
  });
});

test("the OpenAPI document describes the options of an API token with their bounds and examples", async () => {
  const { document } = await readOpenApiDocument(server, "/bearer");
  expect(document.components?.schemas?.["IssueTokenRequest"]).toMatchObject({
    properties: {
      name: { minLength: 1, maxLength: 100, examples: ["Nightly export"] },
      expiresInDays: { examples: [7] },
    },
  });
});

test("an API at the root has the server URL / in its OpenAPI document", async () => {
  const rooted = await openTestServer({ SESSION_API_BASE: "/" });
  const { body } = await rooted.request.get("/openapi.json").expect(200);
  expect(body.servers).toEqual([{ url: "/" }]);
});

test("the session API's OpenAPI document declares whether its user routes require a login", async () => {
  const open = await openTestServer({ SESSION_API_ACCESS: "open" });
  const { document } = await readOpenApiDocument(open, "/session");
  const guarded = await readOpenApiDocument(server, "/session");
  const remove = "/api/v1/users/{id}";
  expect(document.paths?.[remove]?.delete?.security).toContainEqual({});
  expect(guarded.document.paths?.[remove]?.delete?.security).not.toContainEqual({});
});
