import type { TestServer } from "./start-test-server.ts";
import { PASSWORD } from "./start-test-server.ts";

/** The `Cookie` header that a browser would send after this answer. */
export const cookieOf = (headers: Record<string, unknown>): string =>
  ((headers["set-cookie"] ?? []) as string[]).map((line) => line.split(";", 1)[0]).join("; ");

/** Logs in through the session API and gives what an answer to that holds. */
export async function sessionLogin(
  server: TestServer,
  email: string,
): Promise<{ cookie: string; token: string }> {
  const login = server.request.post("/session/api/v1/auth/login");
  const { headers, body } = await login.send({ email, password: PASSWORD }).expect(200);
  return { cookie: cookieOf(headers), token: body.token };
}
