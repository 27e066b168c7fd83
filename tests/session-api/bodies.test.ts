import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createSessionPerson } from "../support/people.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer({ SESSION_API_ACCESS: "open" });
afterAll(() => server.close());

const post = (
  body: string | Buffer,
  headers: Record<string, string> = { "Content-Type": "application/json" },
) =>
  server.request
    .post("/session/api/v1/users")
    .set(headers)
    .serialize((raw) => raw as never)
    .send(body as never);

test("the session API reads an empty body as an empty object, with or without a content type", async () => {
  const errors = { errors: ["Email can't be blank", "Name can't be blank", "Password can't be blank"] };
  await server.request.post("/session/api/v1/users").expect(422, errors);
  await post("").expect(422, errors);
  await post("", {}).expect(422, errors);
});

test.each(['{"email":', "[]", '"x"', "null", "5", "{'a':1}", " ", "nonsense"])(
  "the session API answers 400 for the body %s",
  async (body) => {
    const { body: answer, headers } = await post(body).expect(400);
    expect(answer).toEqual({ error: "Invalid JSON" });
    expect(headers["content-type"]).toMatch(/^application\/json/);
  },
);

test("the session API answers 400 for a body that isn't UTF-8, and stores nothing", async () => {
  const attributes = `{"email":"latin@example.com","name":"Zoë","password":"${PASSWORD}"}`;
  const { body: answer } = await post(Buffer.from(attributes, "latin1")).expect(400);
  expect(answer).toEqual({ error: "Invalid JSON" });
  expect(await server.accounts.findByEmail("latin@example.com")).toBeUndefined();
  await post(Buffer.from(attributes, "utf8")).expect(201);
});

test("the session API reads a body as JSON with any content type", async () => {
  const attributes = JSON.stringify({ email: "form@example.com", name: "Form", password: PASSWORD });
  await post(attributes, { "Content-Type": "application/x-www-form-urlencoded" }).expect(201);
  await post("x=1", { "Content-Type": "application/x-www-form-urlencoded" }).expect(400);
});

describe("the session API answers", () => {
  test("413 for a body over 100 kB, also if it is compressed", async () => {
    const large = JSON.stringify({ name: "x".repeat(200_000) });
    await post(large).expect(413, { error: "Payload too large" });
    const compressed = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
    await post(gzipSync(large), compressed).expect(413, { error: "Payload too large" });
    await post(gzipSync(large).subarray(0, 50), compressed).expect(400, { error: "Invalid JSON" });
  });

  test("415 for a body in another charset or encoding", async () => {
    const unsupported = { error: "Unsupported media type" };
    for (const charset of ["latin1", "utf-7", "utf-16le", "utf-32"]) {
      await post("{}", { "Content-Type": `application/json; charset=${charset}` }).expect(415, unsupported);
    }
    await post("{}", { "Content-Type": "application/json", "Content-Encoding": "lzma" }).expect(
      415,
      unsupported,
    );
  });
});

test("the session API accepts deep nesting and repeated keys without harm", async () => {
  await post(`{"name":${"[".repeat(40_000)}${"]".repeat(40_000)}}`).expect(422);
  await post('{"name":"First","name":""}').expect(422);
});

test("the session API answers 400 for a body that is not JSON on routes that need none, after the guards", async () => {
  const person = await createSessionPerson(server);
  const { body } = await person.post("/posts").send({ title: "T", body: "B", published: true }).expect(201);
  const stranger = await createSessionPerson(server);
  const invalid = { error: "Invalid JSON" };
  await person.delete(`/posts/${body.post.id}`).send("{bad").expect(400, invalid);
  await stranger.delete(`/posts/${body.post.id}`).send("{bad").expect(403);
  await person.delete("/posts/unknown").send("{bad").expect(404);
  await person.get("/auth/me").send("{bad").expect(400, invalid);
  await person.post("/auth/logout").send("{bad").expect(400, invalid);
  await person.get("/auth/me").expect(200);
  await person.post("/auth/logout").send("{}").expect(200);
  await person.get("/auth/me").send("{bad").expect(401);
});
