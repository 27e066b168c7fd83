import { createSessionClient } from "groundwork/client";

/** Registers a user, reads the current user, and logs out, all with a cookie that scripts can't read. */
export async function visit(baseUrl: string): Promise<readonly (string | number | undefined)[]> {
  const client = createSessionClient({ baseUrl });
  const account = { email: "grace@example.com", name: "Grace Hopper", password: "correct horse" };
  const registered = await client.POST("/api/v1/auth/register", { body: account });
  const me = await client.GET("/api/v1/auth/me");
  await client.POST("/api/v1/auth/logout");
  const after = await client.GET("/api/v1/auth/me");
  return [registered.response.status, me.data?.user.email, document.cookie, after.response.status];
}
