import { afterAll, describe, expect, test } from "vitest";
import { openConnection } from "../support/open-connection.ts";
import type { Person } from "../support/people.ts";
import { createBearerPerson, createSessionPerson } from "../support/people.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD, startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

/** Sends a request, and its body only after the change. @returns the status line and the body of the answer */
async function sendLate(
  to: TestServer,
  [method, path]: readonly [string, string],
  header: readonly [string, string],
  fields: object,
  change: () => Promise<unknown>,
) {
  const body = JSON.stringify(fields);
  const { send, until, untilClosed } = await openConnection(to.origin);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: x",
    "Connection: close",
    "Expect: 100-continue",
    `Content-Length: ${Buffer.byteLength(body)}`,
    header.join(": "),
  ];
  send(`${lines.join("\r\n")}\r\n\r\n`);
  // The server says so right before the guards. If the store answered them later, they would refuse the request anyway.
  await until("100 Continue");
  await change();
  send(body);
  const answer = (await untilClosed()).replace("HTTP/1.1 100 Continue\r\n\r\n", "");
  return [Number(answer.split(" ")[1]), answer.slice(answer.indexOf("\r\n\r\n") + 4)];
}

const forbidden = (reason: string) => [403, JSON.stringify({ error: true, reason, code: 403 })];
const demote = ({ user }: Person) => server.accounts.update(user.id, { role: "guest" });
const deactivate = ({ user }: Person) => server.accounts.deactivate(user.id);

describe("a request whose body arrives after its caller", () => {
  test("was demoted does not make the caller an admin again", async () => {
    await server.createUser({ role: "admin" });
    const rogue = await createBearerPerson(server, "admin");
    const { id } = rogue.user;
    const promotion = ["PUT", `/bearer/api/v1/users/${id}`] as const;
    const answer = await sendLate(server, promotion, rogue.credential, { role: "admin" }, () =>
      demote(rogue),
    );
    expect(answer).toEqual(forbidden("Admin access required"));
    expect(await server.accounts.get(id)).toMatchObject({ role: "guest" });
  });

  test("became a guest writes and changes no post", async () => {
    const bearer = await createBearerPerson(server);
    const post = { title: "T", content: "C" };
    const { body } = await bearer.post("/posts").send(post).expect(201);
    for (const address of [
      ["POST", "/bearer/api/v1/posts"],
      ["PUT", `/bearer/api/v1/posts/${body.id}`],
    ] as const) {
      await server.accounts.update(bearer.user.id, { role: "user" });
      const answer = await sendLate(server, address, bearer.credential, post, () => demote(bearer));
      expect(answer).toEqual(forbidden("Guests may not write"));
    }
  });

  test("was deactivated or logged out changes nothing", async () => {
    const bearer = await createBearerPerson(server);
    const write = ["POST", "/bearer/api/v1/posts"] as const;
    const post = { title: "T", content: "C" };
    const refused = await sendLate(server, write, bearer.credential, post, () => deactivate(bearer));
    expect(refused[0]).toBe(401);
    const session = await createSessionPerson(server);
    const sessionWrite = ["POST", "/session/api/v1/posts"] as const;
    const logOut = async () => session.post("/auth/logout");
    expect(
      await sendLate(server, sessionWrite, session.credential, { title: "T", body: "B" }, logOut),
    ).toEqual([401, JSON.stringify({ error: "Unauthorized" })]);
  });
});

test("a late body is accepted from a caller who still may act", async () => {
  const person = await createSessionPerson(server);
  const write = ["POST", "/session/api/v1/posts"] as const;
  const answer = await sendLate(server, write, person.credential, { title: "T", body: "B" }, async () => {});
  expect(answer[0]).toBe(201);
});

test("a registration with a token and a late body is counted once", async () => {
  const strict = await openTestServer({ RATE_LIMIT_REGISTER: "2/1h" });
  const user = await strict.createUser();
  const { token } = (
    await strict.request.post("/session/api/v1/auth/login").send({ email: user.email, password: PASSWORD })
  ).body;
  const register = (email: string) =>
    sendLate(
      strict,
      ["POST", "/session/api/v1/auth/register"],
      ["Authorization", `Bearer ${token}`],
      { email, name: "Ada", password: PASSWORD },
      async () => {},
    );
  const statuses = [];
  for (const name of ["a", "b", "c"]) statuses.push((await register(`${name}@example.com`))[0]);
  expect(statuses).toEqual([201, 201, 429]);
});
