import { UNKNOWN_ID } from "../support/ids-and-times.ts";

/** The expected state of the server after the requests so far, as simple as possible. */
export interface Model {
  /** In order of creation, which is the order of their ids. */
  readonly users: ModelUser[];
  /** All credentials that were ever issued, valid or not. */
  readonly credentials: Credential[];
  readonly posts: ModelPost[];
  /** Ids of deleted users and unknown ids. */
  readonly unknownIds: string[];
}

export interface ModelUser {
  readonly id: string;
  email: string;
  name: string;
  password: string;
  role: "admin" | "user";
  isActive: boolean;
}

export interface ModelPost {
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
  readonly text: string;
  isPublished: boolean;
}

export interface Credential {
  readonly kind: "cookie" | "session-token" | "bearer-token";
  readonly header: readonly [name: string, value: string];
  readonly userId: string;
  isAlive: boolean;
}

export type Api = "session" | "bearer";

export const createModel = (): Model => ({
  users: [],
  credentials: [],
  posts: [],
  unknownIds: [UNKNOWN_ID, "no-uuid"],
});

/** An element by any number; undefined for an empty list, and sometimes on purpose. */
export function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % (items.length + 1)];
}

export const findByEmail = (model: Model, email: string): ModelUser | undefined =>
  model.users.find((user) => user.email === normalize(email));

export const normalize = (email: string): string => email.trim().toLowerCase();

/** The user whom an API should see behind a credential. */
export function callerOf(model: Model, api: Api, credential: Credential | undefined): ModelUser | undefined {
  const isOfThisApi =
    api === "bearer" ? credential?.kind === "bearer-token" : credential?.kind !== "bearer-token";
  if (credential?.isAlive !== true || !isOfThisApi) return undefined;
  return model.users.find(({ id, isActive }) => id === credential.userId && isActive);
}

/** Ends a user's cookie sessions except one. */
export function endSessions(model: Model, userId: string, kept?: Credential): void {
  for (const credential of model.credentials) {
    const isTheirs = credential.userId === userId && credential.kind === "cookie";
    if (isTheirs && credential !== kept) credential.isAlive = false;
  }
}

/** A token may have been issued in the second of the change, so the model drops all of them. */
export function forgetTokens(model: Model, userId: string): void {
  const { credentials } = model;
  const kept = credentials.filter(
    (credential) => credential.userId !== userId || credential.kind === "cookie",
  );
  credentials.splice(0, credentials.length, ...kept);
}

export function removeUser(model: Model, user: ModelUser): void {
  model.users.splice(model.users.indexOf(user), 1);
  model.unknownIds.push(user.id);
  const { posts } = model;
  posts.splice(0, posts.length, ...posts.filter(({ ownerId }) => ownerId !== user.id));
}

/** A user as each API shows it. */
export const shown = (api: Api, { id, email, name, role }: ModelUser): object =>
  api === "session"
    ? { id, email, name, admin: role === "admin", created_at: expectTime }
    : { id, email, name, role, createdAt: expectTime };

const expectTime = { asymmetricMatch: (value: unknown) => /^\d{4}-.*\.\d{3}Z$/.test(String(value)) };

/** Whether an API should show a post to this caller. */
export const maySee = (caller: ModelUser | undefined, post: ModelPost): boolean =>
  post.isPublished || mayChange(caller, post);

export const mayChange = (caller: ModelUser | undefined, post: ModelPost): boolean =>
  caller !== undefined && (caller.role === "admin" || caller.id === post.ownerId);

/** The fields of a post that both APIs show, with each API's names. */
export const shownPost = (api: Api, { id, title, text, isPublished, ownerId }: ModelPost): object =>
  api === "session"
    ? { id, title, body: text, published: isPublished, user_id: ownerId }
    : { id, title, content: text, status: isPublished ? "published" : "draft", userId: ownerId };
