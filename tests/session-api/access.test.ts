import { afterAll, describe, expect, test } from "vitest";
import { UNKNOWN_ID } from "../support/ids-and-times.ts";
import { sessionLogin } from "../support/session-client.ts";
import { openTestServer, PASSWORD, startTestServer } from "../support/start-test-server.ts";

const UNAUTHORIZED = { error: "Unauthorized" };
const FORBIDDEN = { error: "Forbidden" };

const server = await startTestServer({ SESSION_API_ACCESS: "protected" });
afterAll(() => server.close());
const { cookie: admin } = await sessionLogin(server, (await server.createUser({ role: "admin" })).email);
const { id, email } = await server.createUser();
const user = { id, cookie: (await sessionLogin(server, email)).cookie };

describe.each(["/session/api/v1/users", "/session/api/users"])("protected access to %s", (users) => {
  test("requires a login to read", async () => {
    await server.request.get(users).expect(401, UNAUTHORIZED);
    await server.request.get(`${users}/${user.id}`).expect(401, UNAUTHORIZED);
    await server.request.get(users).set("Cookie", user.cookie).expect(200);
    await server.request.get(`${users}/${user.id}`).set("Cookie", user.cookie).expect(200);
  });

  test("requires an admin to create", async () => {
    const attributes = { email: `${Math.random()}@example.com`, name: "By hand", password: PASSWORD };
    await server.request.post(users).send(attributes).expect(401, UNAUTHORIZED);
    await server.request.post(users).set("Cookie", user.cookie).send(attributes).expect(403, FORBIDDEN);
    await server.request.post(users).set("Cookie", admin).send(attributes).expect(201);
  });

  test("requires the user or an admin to change and delete", async () => {
    const { id, email } = await server.createUser();
    const { token } = await sessionLogin(server, email);
    const path = `${users}/${id}`;
    await server.request.put(path).send({ name: "Nobody" }).expect(401, UNAUTHORIZED);
    await server.request.put(path).set("Cookie", user.cookie).send({ name: "Other" }).expect(403, FORBIDDEN);
    await server.request
      .put(path)
      .set("Authorization", `Bearer ${token}`)
      .send({ name: "Myself" })
      .expect(200);
    await server.request.put(path).set("Cookie", admin).send({ name: "By admin" }).expect(200);
    await server.request.delete(path).expect(401, UNAUTHORIZED);
    await server.request.delete(path).set("Cookie", user.cookie).expect(403, FORBIDDEN);
    await server.request
      .delete(path.toUpperCase().replace(users.toUpperCase(), users))
      .set("Cookie", admin)
      .expect(204);
  });

  test("answers 401 and 403 before it reads the body or the row", async () => {
    await server.request.put(`${users}/${UNKNOWN_ID}`).send("{").expect(401, UNAUTHORIZED);
    await server.request
      .put(`${users}/${UNKNOWN_ID}`)
      .set("Cookie", user.cookie)
      .send("{")
      .expect(403, FORBIDDEN);
    await server.request
      .post(users)
      .set("Cookie", user.cookie)
      .send("x".repeat(200_000))
      .expect(403, FORBIDDEN);
    await server.request.put(`${users}/${UNKNOWN_ID}`).set("Cookie", admin).send("{").expect(400);
    await server.request.put(`${users}/${UNKNOWN_ID}`).set("Cookie", admin).send({}).expect(404);
  });
});

test("an admin appears as one, and loses the permission with the role", async () => {
  const { id, email } = await server.createUser({ role: "admin" });
  const { cookie } = await sessionLogin(server, email);
  const { body } = await server.request.get(`/session/api/v1/users/${id}`).set("Cookie", cookie).expect(200);
  expect(body.user.admin).toBe(true);
  await server.accounts.update(id, { role: "user" });
  await server.request.post("/session/api/v1/users").set("Cookie", cookie).send({}).expect(403, FORBIDDEN);
});

test("open access lets a user without rights create and change others, as it lets anyone", async () => {
  const open = await openTestServer({ SESSION_API_ACCESS: "open" });
  const { cookie } = await sessionLogin(open, (await open.createUser()).email);
  const users = "/session/api/v1/users";
  const attributes = { email: "new@example.com", name: "New", password: PASSWORD };
  const { body } = await open.request.post(users).set("Cookie", cookie).send(attributes).expect(201);
  await open.request
    .put(`${users}/${body.user.id}`)
    .set("Cookie", cookie)
    .send({ name: "Newer" })
    .expect(200);
});

test("open access still refuses an invalid token", async () => {
  const open = await openTestServer({ SESSION_API_ACCESS: "open" });
  const list = () => open.request.get("/session/api/v1/users");
  await list().expect(200);
  await list().set("Authorization", "Bearer x").expect(401, { error: "Invalid token" });
  await list().set("Authorization", "Bearer").expect(401, { error: "Missing token" });
});
