import type { TestServer } from "./start-test-server.ts";
import { PASSWORD } from "./start-test-server.ts";

/** An email of the maximum length, 254 characters. */
export const LONG_EMAIL = `${"ada".repeat(21)}@${"lovelace-".repeat(6)}x.${"countess-".repeat(6)}x.${"of-king-".repeat(7)}x.${"a".repeat(12)}.example`;
/** A name of the maximum length, without a place for a line break. */
export const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff".padEnd(100, "Hubert");
export const LONG_AGENT = "an-inventory-of-machines-with-a-very-long-name/2026.11.22-rc.1";

/** Enough sessions and API tokens for their lists to scroll. */
const MANY = 12;

/** An admin with values of the maximum length: sessions, posts, API tokens and audit entries. */
export async function createLongAdmin(server: TestServer): Promise<void> {
  await server.createUser({ email: LONG_EMAIL, name: LONG_NAME, role: "admin" });
  const credentials = { email: LONG_EMAIL, password: PASSWORD };
  const logIn = (agent: string) =>
    server.request.post("/session/api/v1/auth/login").set("User-Agent", agent).send(credentials).expect(200);
  for (const agent of [...Array<string>(MANY).fill("curl/8.5.0"), LONG_AGENT, "x".repeat(256)])
    await logIn(agent);
  const { token } = (await logIn("curl/8.5.0")).body;
  const post = (path: string, credential: string, body: object) =>
    server.request.post(path).auth(credential, { type: "bearer" }).send(body).expect(201);
  const { body } = await post("/session/api/v1/posts", token, {
    ...{ title: "T".repeat(255), body: `${"b".repeat(400)}\n\nThe end.`, published: true },
  });
  await post(`/session/api/v1/posts/${body.post.id}/comments`, token, { body: "c".repeat(300) });
  const login = await server.request.post("/bearer/api/v1/auth/login").send(credentials).expect(200);
  const longNames = ["N".repeat(100), "Nightly export of all accounts to the warehouse, second attempt"];
  for (const name of [...Array<string>(MANY).fill("CI"), ...longNames]) {
    await post("/bearer/api/v1/auth/tokens", login.body.accessToken, { name });
  }
}
