import fc from "fast-check";
import { expect } from "vitest";
import { cookieOf } from "../support/session-client.ts";
import type { Command } from "./command.ts";
import { command } from "./command.ts";
import type { Api, Credential, Model, ModelUser } from "./model.ts";
import {
  callerOf,
  endSessions,
  findByEmail,
  forgetTokens,
  normalize,
  pick,
  removeUser,
  shown,
} from "./model.ts";
import { postCommands } from "./post-commands.ts";
import type { Answer } from "./real.ts";
import { send } from "./real.ts";

const GOOD_PASSWORDS = ["correct horse", "another password", "ünïcödé pass", "x".repeat(72)];
const BAD_PASSWORDS = ["short", "x".repeat(73), "nul\0nul-nul", "a lone \ud800 surrogate"];
/** A few emails in many spellings, so that they collide. */
const GOOD_EMAILS = [
  "ada@example.com",
  "ADA@example.com",
  " bea@example.com",
  "bea@Example.com ",
  "cy@example.com",
];
const BAD_EMAILS = ["no address", "", "É@example.com"];

const mostly = (good: string[], bad: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  );
const api = fc.constantFrom<Api>("session", "bearer");
const index = fc.nat(40);
const email = mostly(GOOD_EMAILS, BAD_EMAILS);
const password = mostly(GOOD_PASSWORDS, BAD_PASSWORDS);
const name = mostly(["Ada Lovelace", "  Bea  ", "深い", "x".repeat(100)], ["", "   "]);

interface Changes {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

const isGood = (attributes: Changes) =>
  !BAD_EMAILS.includes(attributes.email ?? "ok") &&
  !BAD_PASSWORDS.includes(attributes.password ?? "ok") &&
  attributes.name?.trim() !== "";

const INVALID = { session: 422, bearer: 400 } as const;
const TAKEN = { session: 422, bearer: 409 } as const;

function record(model: Model, kind: Credential["kind"], userId: string, header: Credential["header"]): void {
  model.credentials.push({ kind, userId, header, isAlive: true });
}

const recordCookie = (model: Model, userId: string, { headers }: Answer): void =>
  record(model, "cookie", userId, ["Cookie", cookieOf(headers)]);

/** A user and the path with their id, or a path with an unknown id. */
function target(model: Model, number: number): { user: ModelUser | undefined; id: string } {
  const user = pick(model.users, number);
  return { user, id: user?.id ?? model.unknownIds[number % model.unknownIds.length] ?? "" };
}

const register = fc.tuple(api, email, name, password).map(([api, email, name, password]) =>
  command(`register(${api}, ${JSON.stringify([email, name, password])})`, async (model, real) => {
    const attributes = { email, name, password };
    const answer = await send(real, api, "post", "v1/auth/register", { body: attributes });
    if (!isGood(attributes)) return void expect(answer.status).toBe(INVALID[api]);
    if (findByEmail(model, email) !== undefined) return void expect(answer.status).toBe(TAKEN[api]);
    expect(answer.status).toBe(api === "session" ? 201 : 200);
    const body = api === "session" ? answer.body.user : answer.body;
    const user: ModelUser = {
      ...{ id: body.id, email: normalize(email), name: name.trim(), password },
      ...{ role: "user", isActive: true },
    };
    model.users.push(user);
    expect(body).toEqual(shown(api, user));
    if (api === "session") recordCookie(model, user.id, answer);
  }),
);

const logIn = fc.tuple(api, email, password, fc.boolean()).map(([api, email, guess, knows]) =>
  command(
    `logIn(${api}, ${JSON.stringify(email)}, ${knows ? "right" : JSON.stringify(guess)})`,
    async (model, real) => {
      const user = findByEmail(model, email);
      const password = knows && user !== undefined ? user.password : guess;
      const answer = await send(real, api, "post", "v1/auth/login", { body: { email, password } });
      if (user?.isActive !== true || user.password !== password) {
        return void expect(answer.status).toBe(api === "bearer" && BAD_EMAILS.includes(email) ? 400 : 401);
      }
      expect(answer.status).toBe(200);
      if (api === "bearer") {
        return record(model, "bearer-token", user.id, ["Authorization", `Bearer ${answer.body.accessToken}`]);
      }
      expect(answer.body.user).toEqual(shown("session", user));
      recordCookie(model, user.id, answer);
      record(model, "session-token", user.id, ["Authorization", `bearer ${answer.body.token}`]);
    },
  ),
);

const logOut = fc.tuple(api, index).map(([api, number]) =>
  command(`logOut(${api}, #${number})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const { status } = await send(real, api, "post", "v1/auth/logout", { credential });
    if (api === "bearer") return void expect(status).toBe(callerOf(model, api, credential) ? 204 : 401);
    const isToken = credential !== undefined && credential.kind !== "cookie";
    const isRefused = isToken && callerOf(model, api, credential) === undefined;
    expect(status).toBe(isRefused ? 401 : 200);
    if (credential?.kind === "cookie") credential.isAlive = false;
  }),
);

const whoAmI = fc.tuple(api, index).map(([api, number]) =>
  command(`whoAmI(${api}, #${number})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const path = api === "session" ? "v1/auth/me" : "v1/users/me";
    const { status, body } = await send(real, api, "get", path, { credential });
    const isRightKind = api === "bearer" || credential?.kind === "cookie";
    const caller = isRightKind ? callerOf(model, api, credential) : undefined;
    expect(status).toBe(caller ? 200 : 401);
    if (caller) expect(api === "session" ? body.user : body).toEqual(shown(api, caller));
  }),
);

const refresh = index.map((number) =>
  command(`refresh(#${number})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const { status, body } = await send(real, "bearer", "post", "v1/auth/refresh", { credential });
    const caller = callerOf(model, "bearer", credential);
    expect(status).toBe(caller ? 200 : 401);
    if (caller) record(model, "bearer-token", caller.id, ["Authorization", `Bearer ${body.accessToken}`]);
  }),
);

const list = fc.tuple(api, index, fc.boolean()).map(([api, number, paged]) =>
  command(`list(${api}, #${number}${paged ? ", paged" : ""})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const path = `v1/users${paged ? "?page=1&per_page=2&per=2" : ""}`;
    const { status, body } = await send(real, api, "get", path, { credential });
    if (callerOf(model, api, credential) === undefined) return void expect(status).toBe(401);
    expect(status).toBe(200);
    const all = api === "session" ? model.users : model.users.filter(({ isActive }) => isActive).reverse();
    const total = all.length;
    if (api === "session" && !paged)
      return void expect(body).toEqual({ users: all.map((user) => shown(api, user)) });
    const size = paged ? 2 : 20;
    expect(body.items).toEqual(all.slice(0, size).map((user) => shown(api, user)));
    const pages = Math.ceil(total / size);
    if (api === "session") expect(body.meta).toEqual({ page: 1, per_page: 2, total, total_pages: pages });
    else expect(body.metadata).toEqual({ page: 1, perPage: size, total, totalPages: pages });
  }),
);

const show = fc.tuple(api, index, index).map(([api, number, which]) =>
  command(`show(${api}, #${number}, ${which})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const { user, id } = target(model, which);
    const { status, body } = await send(real, api, "get", `v1/users/${id.toUpperCase()}`, { credential });
    if (callerOf(model, api, credential) === undefined) return void expect(status).toBe(401);
    expect(status).toBe(user ? 200 : 404);
    if (user) expect(api === "session" ? body.user : body).toEqual(shown(api, user));
  }),
);

const changes = fc.record({ email, name, password }, { requiredKeys: [] });

const updateInSessionApi = fc
  .tuple(index, index, changes, fc.boolean())
  .map(([number, which, changes, classic]) =>
    command(`update(session, #${number}, ${which}, ${JSON.stringify(changes)})`, async (model, real) => {
      const credential = pick(model.credentials, number);
      const { user, id } = target(model, which);
      const path = `${classic ? "" : "v1/"}users/${id}`;
      const expected = statusOfUpdate(model, callerOf(model, "session", credential), user, changes);
      const { status, body } = await send(real, "session", "put", path, { credential, body: changes });
      expect(status).toBe(expected);
      if (status !== 200 || user === undefined) return;
      apply(user, changes);
      if (changes.password !== undefined) {
        endSessions(model, user.id, credential);
        forgetTokens(model, user.id);
      }
      expect(body.user).toEqual(shown("session", user));
    }),
  );

function statusOfUpdate(
  model: Model,
  caller: ModelUser | undefined,
  user: ModelUser | undefined,
  changes: Changes,
): number {
  if (caller === undefined) return 401;
  if (caller.role !== "admin" && caller !== user) return 403;
  if (user === undefined) return 404;
  return isGood(changes) && !isTaken(model, user, changes.email) ? 200 : 422;
}

const updateInBearerApi = fc
  .tuple(index, index, changes, fc.boolean())
  .map(([number, which, { email, name }, own]) =>
    command(
      `update(bearer, #${number}, ${own ? "me" : which}, ${JSON.stringify([email, name])})`,
      async (model, real) => {
        const credential = pick(model.credentials, number);
        const caller = callerOf(model, "bearer", credential);
        const { user, id } = own ? { user: caller, id: "me" } : target(model, which);
        const path = `v1/users/${id}`;
        const { status, body } = await send(real, "bearer", "put", path, {
          credential,
          body: { email, name },
        });
        if (caller === undefined) return void expect(status).toBe(401);
        if (!own && caller.role !== "admin") return void expect(status).toBe(403);
        if (!isGood({ email, name })) return void expect(status).toBe(400);
        if (user === undefined) return void expect(status).toBe(404);
        if (isTaken(model, user, email)) return void expect(status).toBe(409);
        expect(status).toBe(200);
        apply(user, { email, name });
        expect(body).toEqual(shown("bearer", user));
      },
    ),
  );

function isTaken(model: Model, user: ModelUser, email: string | undefined): boolean {
  const owner = email === undefined ? undefined : findByEmail(model, email);
  return owner !== undefined && owner !== user;
}

function apply(user: ModelUser, changes: Changes): void {
  if (changes.email !== undefined) user.email = normalize(changes.email);
  if (changes.name !== undefined) user.name = changes.name.trim();
  if (changes.password !== undefined) user.password = changes.password;
}

/** A deletion in the session API, a deactivation in the bearer API. */
const remove = fc.tuple(api, index, index).map(([api, number, which]) =>
  command(`remove(${api}, #${number}, ${which})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const { user, id } = target(model, which);
    const expected = statusOfRemoval(api, callerOf(model, api, credential), user);
    const { status } = await send(real, api, "delete", `v1/users/${id}`, { credential });
    expect(status).toBe(expected);
    if (status !== 204 || user === undefined) return;
    if (api === "session") return removeUser(model, user);
    user.isActive = false;
    endSessions(model, user.id);
    forgetTokens(model, user.id);
  }),
);

function statusOfRemoval(api: Api, caller: ModelUser | undefined, user: ModelUser | undefined): number {
  if (caller === undefined) return 401;
  const isOwn = api === "session" && caller === user;
  if (caller.role !== "admin" && !isOwn) return 403;
  return user === undefined ? 404 : 204;
}

/** An operator's commands between the requests. */
const appoint = fc.tuple(index, fc.boolean()).map(([which, isAdmin]) =>
  command(`appoint(${which}, ${isAdmin ? "admin" : "active"})`, async (model, real) => {
    const user = pick(model.users, which);
    if (user === undefined) return;
    if (isAdmin) {
      const role = user.role === "admin" ? "user" : "admin";
      const change = real.server.accounts.update(user.id, { role });
      if (isLastAdmin(model, user)) return expect(change).rejects.toMatchObject({ code: "last-admin" });
      user.role = (await change).role === "admin" ? "admin" : "user";
    } else {
      user.isActive = true;
      await real.server.accounts.update(user.id, { isActive: true });
    }
  }),
);

const isLastAdmin = (model: Model, user: ModelUser): boolean =>
  model.users.filter(({ role, isActive }) => role === "admin" && isActive).every((admin) => admin === user) &&
  user.role === "admin" &&
  user.isActive;

/** Invalid requests, which get the API's own errors and change nothing. */
const nonsense = fc
  .tuple(
    api,
    index,
    fc.constantFrom("get", "post", "put", "delete"),
    fc.constantFrom(
      "v1/auth/login",
      "v1/auth/register",
      "v1/users",
      "users",
      "v1/users/me",
      "v1/%00",
      "v1/users/%E0%A4%A",
      "v2",
    ),
    fc.oneof(
      fc.json(),
      fc.string(),
      fc.constant("[1]"),
      fc.constant('{"email":'),
      fc.constant('{"__proto__":{"admin":true}}'),
    ),
  )
  .map(([api, number, method, path, body]) =>
    command(`nonsense(${api}, ${method} ${path}, ${JSON.stringify(body)})`, async (model, real) => {
      const credential = method === "get" || method === "post" ? pick(model.credentials, number) : undefined;
      await send(real, api, method as "get", path, { credential, body: method === "get" ? undefined : body });
    }),
  );

/** Every kind of request, in proportions that reach many states. */
export const commands: readonly fc.Arbitrary<Command>[] = [
  register,
  register,
  logIn,
  logIn,
  logIn,
  logOut,
  whoAmI,
  whoAmI,
  refresh,
  list,
  show,
  updateInSessionApi,
  updateInBearerApi,
  remove,
  appoint,
  nonsense,
  ...postCommands,
];
