import { afterAll, describe, expect, test } from "vitest";
import { openTestServer, startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const readPage = async (base: string) => (await server.request.get(`${base}/docs`).expect(200)).text;
const addressesIn = (page: string): string[] =>
  [...page.matchAll(/(?:src|href|data-document)="([^"]*)"/g)].map(([, address]) => address ?? "");

describe.each([
  ["/session", "Session API"],
  ["/bearer", "Bearer API"],
])("%s/docs", (base, title) => {
  test("is a page with the API's title that names no other host", async () => {
    const page = await readPage(base);
    expect(page).toContain(`<title>${title}`);
    for (const address of addressesIn(page)) expect(address).toMatch(/^[/#](?!\/)/);
  });

  test("can load all its files, and Swagger UI is cached for a year", async () => {
    const addresses = addressesIn(await readPage(base)).filter((address) => address.startsWith("/"));
    expect(addresses.length).toBeGreaterThanOrEqual(4);
    for (const address of addresses) {
      const { headers } = await server.request.get(address).expect(200);
      const isVersioned = address.includes("/swagger-ui-");
      if (isVersioned) expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
  });

  test("serves no other file of Swagger UI, because its own page would call another host", async () => {
    const bundle = addressesIn(await readPage(base)).find((address) => address.endsWith(".js")) ?? "";
    for (const name of ["index.html", "swagger-initializer.js", "package.json", "..%2fpackage.json"]) {
      await server.request.get(bundle.replace(/[^/]+$/, name)).expect(404);
    }
  });
});

test("the API docs work for an API at the root", async () => {
  const rooted = await openTestServer({ BEARER_API_BASE: "/" });
  const { text } = await rooted.request.get("/docs").expect(200);
  for (const address of addressesIn(text).filter((one) => one.startsWith("/"))) {
    await rooted.request.get(address).expect(200);
  }
});
