import type { TestServer } from "./start-test-server.ts";
import { PASSWORD } from "./start-test-server.ts";

/** Logs in through the bearer API. @returns the `Authorization` header for later requests */
export async function bearerLogin(server: TestServer, email: string): Promise<string> {
  const login = server.request.post("/bearer/api/v1/auth/login");
  const { body } = await login.send({ email, password: PASSWORD }).expect(200);
  return `Bearer ${body.accessToken}`;
}
