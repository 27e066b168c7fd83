import type { Role, User } from "../../src/domain/user.ts";
import { bearerLogin } from "./bearer-client.ts";
import { sessionLogin } from "./session-client.ts";
import type { TestServer } from "./start-test-server.ts";

type Method = "get" | "post" | "put" | "delete";
type Client = Record<Method, (path: string) => ReturnType<TestServer["request"]["get"]>>;

/** A user whose credential is sent with every request. */
export interface Person extends Client {
  readonly user: User;
  /** The name and value of the credential's header. */
  readonly credential: readonly [name: string, value: string];
}

/** A caller without an account. @param base the prefix of every path */
export const createStranger = (server: TestServer, base: string): Client => withHeader(server, base);

/** A user who is logged in through the session API. Paths start after the version. */
export async function createSessionPerson(server: TestServer, role: Role = "user"): Promise<Person> {
  const user = await server.createUser({ role });
  const { cookie } = await sessionLogin(server, user.email);
  return toPerson(server, "/session/api/v1", user, ["Cookie", cookie]);
}

/** A user who is logged in through the bearer API. Paths start after the version. */
export async function createBearerPerson(server: TestServer, role: Role = "user"): Promise<Person> {
  const user = await server.createUser({ role });
  return toPerson(server, "/bearer/api/v1", user, ["Authorization", await bearerLogin(server, user.email)]);
}

/** Those who may or may not change a post: its owner, another user, an admin and a guest. */
export const createReaders = async (
  server: TestServer,
  create: (server: TestServer, role?: Role) => Promise<Person>,
) => ({
  owner: await create(server),
  other: await create(server),
  admin: await create(server, "admin"),
  guest: await create(server, "guest"),
});

/**
 * A script of the same user, with an API token.
 *
 * @param owner logged in through the bearer API
 * @param base of the API that the script calls
 */
export async function withApiToken(
  server: TestServer,
  { user, post }: Person,
  base = "/bearer/api/v1",
): Promise<Person> {
  const { body } = await post("/auth/tokens").expect(201);
  return toPerson(server, base, user, ["Authorization", `Bearer ${body.value}`]);
}

const toPerson = (
  server: TestServer,
  base: string,
  user: User,
  credential: readonly [string, string],
): Person => ({ user, credential, ...withHeader(server, base, credential) });

function withHeader(server: TestServer, base: string, header?: readonly [string, string]): Client {
  const send = (method: Method) => (path: string) => {
    const request = server.request[method](base + path);
    return header === undefined ? request : request.set(...header);
  };
  return { get: send("get"), post: send("post"), put: send("put"), delete: send("delete") };
}
