import { afterAll, describe, test } from "vitest";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";

const TRUSTED = "https://app.example.com";
const server = await startTestServer({ CORS_ORIGIN: TRUSTED });
afterAll(() => server.close());
const { email } = await server.createUser();
const credentials = JSON.stringify({ email, password: PASSWORD });

function login(headers: Record<string, string>) {
  return server.request
    .post("/session/api/v1/auth/login")
    .set("Content-Type", "text/plain")
    .set(headers)
    .send(credentials);
}

describe("a POST that another site could send without permission is refused", () => {
  test.each([
    [{ "Sec-Fetch-Site": "cross-site" }],
    [{ "Sec-Fetch-Site": "same-site" }],
    [{ Origin: "https://evil.example" }],
    [{ Origin: "null" }],
    [{ "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    [{ "Sec-Fetch-Site": "cross-site", "Content-Type": "application/x-www-form-urlencoded" }],
    [{ "Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain; charset=application/json" }],
    [{ "Sec-Fetch-Site": "cross-site", Authorization: "Basic YWRhOnNlY3JldA==" }],
    [{ Origin: "https://evil.example", Authorization: "Bearerless x" }],
  ])("%j", async (headers) => {
    await login(headers as Record<string, string>).expect(403, { error: "Forbidden" });
  });

  test("without a body and a content type", async () => {
    const logout = server.request.post("/session/api/v1/auth/logout").set("Sec-Fetch-Site", "cross-site");
    await logout.expect(403, { error: "Forbidden" });
  });
});

describe("a POST is accepted", () => {
  test.each([
    [{}],
    [{ "Sec-Fetch-Site": "same-origin" }],
    [{ "Sec-Fetch-Site": "none" }],
    [{ "Sec-Fetch-Site": "cross-site", Origin: TRUSTED }],
    [
      {
        "Sec-Fetch-Site": "cross-site",
        Origin: "https://evil.example",
        "Content-Type": "application/json; charset=utf-8",
      },
    ],
    [{ "Sec-Fetch-Site": "cross-site", "Content-Type": "Application/JSON ; charset=utf-8" }],
    [{ Origin: "https://api.example.com", Host: "API.example.com" }],
  ])("with %j", async (headers) => {
    await login(headers as Record<string, string>).expect(200);
  });

  test("with a bearer token, which another site can't send without permission", async () => {
    const { body } = await login({}).expect(200);
    await login({ "Sec-Fetch-Site": "cross-site", Authorization: `Bearer ${body.token}` }).expect(200);
  });

  test("from a page of the same host if the browser sends no fetch metadata", async () => {
    await login({ Origin: server.origin }).expect(200);
  });
});

test("a GET that a page of another site causes, such as with a link, is answered", async () => {
  await server.request.get("/session/api/v1/posts").set("Sec-Fetch-Site", "cross-site").expect(200);
});
