import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestServer } from "../support/start-test-server.ts";
import { startTestServer } from "../support/start-test-server.ts";

/** The addresses of the files that a page's markup loads. */
const loadedFrom = (html: string): string[] =>
  [...html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, address]) => String(address));

describe.each([
  ["both APIs under their usual bases", {}, ["/", "/session/", "/bearer/"]],
  ["the session API at the root", { SESSION_API_BASE: "/" }, ["/", "/bearer/"]],
  ["the bearer API at the root", { BEARER_API_BASE: "/" }, ["/", "/session/"]],
  [
    "an API under /assets",
    { SESSION_API_BASE: "/assets", BEARER_API_BASE: "/a/b" },
    ["/", "/assets/", "/a/b/"],
  ],
])("with %s", (_name, settings, pages) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(settings);
  });
  afterAll(() => server.close());

  test.each(pages)("every file that %s loads exists", async (path) => {
    const { text } = await server.request.get(path).expect(200);
    const addresses = loadedFrom(text);
    expect(addresses.length).toBeGreaterThanOrEqual(2);
    for (const address of addresses) await server.request.get(address).expect(200);
  });

  test("a missing asset gets the 404 of the surrounding API", async () => {
    const { SESSION_API_BASE = "/session", BEARER_API_BASE = "/bearer" } = settings as Record<string, string>;
    const inside = (base: string) => `${base === "/" ? "" : base}/assets/nothing.js`;
    await server.request.get(inside(SESSION_API_BASE)).expect(404, { error: "Not found" });
    await server.request
      .get(inside(BEARER_API_BASE))
      .expect(404, { error: true, reason: "Not found", code: 404 });
  });
});

describe("a page", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test.each(["/", "/session/", "/bearer/", "/session/docs", "/bearer/docs"])(
    "at %s contains nothing that its Content-Security-Policy would refuse",
    async (path) => {
      const { text, headers } = await server.request.get(path).expect(200);
      expect(headers["content-security-policy"]).toContain("script-src 'self';style-src 'self'");
      expect(text).not.toMatch(/ style=|<style|<script(?![^>]* src=)| on\w+=/);
    },
  );

  test.each(["/session/", "/bearer/", "/session/reset"])(
    "at %s masks every password field and allows paste and password managers",
    async (path) => {
      const { text } = await server.request.get(path).expect(200);
      const fields = text.match(/<input[^>]*name="(current_)?password"[^>]*>/g) ?? [];
      expect(fields).not.toEqual([]);
      for (const field of fields) {
        expect(field).toContain('type="password"');
        expect(field).toMatch(/autocomplete="(current|new)-password"/);
        expect(field).not.toContain("onpaste");
      }
    },
  );

  test("shows the requested address as text, whatever it contains", async () => {
    const { text } = await server.request.get("/session/").set("Host", '"><script>alert(1)</script>');
    expect(text).not.toContain("<script>alert");
  });

  test("explains without JavaScript what the API is and how to call it", async () => {
    const { text } = await server.request.get("/bearer/").expect(200);
    expect(text).toContain("<noscript>");
    expect(text).toContain(`${server.origin}/bearer/api/v1/auth/login`);
  });

  test("and its assets are revalidated each time, and sent only if they have changed", async () => {
    const { headers } = await server.request.get("/session/assets/site.css").expect(200);
    expect(headers["cache-control"]).toBe("no-cache");
    await server.request
      .get("/session/assets/site.css")
      .set("If-None-Match", headers["etag"] ?? "")
      .expect(304);
  });

  test.each([
    ["/session", { error: "Precondition failed" }],
    ["/bearer", { error: true, reason: "Precondition failed", code: 412 }],
  ])(
    "of %s has files that are sent whole, and a failed precondition gets the API's error",
    async (base, refusal) => {
      const { text } = await server.request.get(`${base}/docs`).expect(200);
      for (const file of [`${base}/assets/site.css`, ...loadedFrom(text)]) {
        await server.request.get(file).set("Range", "bytes=99999999-").expect(200);
        await server.request.get(file).set("If-Match", '"another"').expect(412, refusal);
      }
    },
  );
});
