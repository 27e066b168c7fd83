import type { TestServer } from "./start-test-server.ts";
import { PASSWORD } from "./start-test-server.ts";

/** The lines that set the session's cookies, without the device cookie. */
export const sessionCookieLines = (headers: Record<string, unknown>): string[] =>
  ((headers["set-cookie"] ?? []) as string[]).filter((line) => line.startsWith("session"));

/** The `Cookie` header with the session of this answer. */
export const cookieOf = (headers: Record<string, unknown>): string =>
  sessionCookieLines(headers)
    .map((line) => line.split(";", 1)[0])
    .join("; ");

/** Logs in through the session API. @returns the parts of the answer */
export async function sessionLogin(
  server: TestServer,
  email: string,
): Promise<{ cookie: string; token: string }> {
  const login = server.request.post("/session/api/v1/auth/login");
  const { headers, body } = await login.send({ email, password: PASSWORD }).expect(200);
  return { cookie: cookieOf(headers), token: body.token };
}
