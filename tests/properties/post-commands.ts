import fc from "fast-check";
import { expect } from "vitest";
import { UNKNOWN_ID } from "../support/ids-and-times.ts";
import type { Command } from "./command.ts";
import { command } from "./command.ts";
import type { Api, Credential, Model, ModelPost, ModelUser } from "./model.ts";
import { callerOf, mayChange, maySee, pick, shownPost } from "./model.ts";
import { send } from "./real.ts";

const api = fc.constantFrom<Api>("session", "bearer");
const index = fc.nat(40);
const title = fc.constantFrom("First words", "First words", "Ünïcödé", "深い", "x".repeat(255));

/** Each API's fields for the same post. */
const bodyOf = (api: Api, title: string, text: string, isPublished: boolean): object =>
  api === "session"
    ? { title, body: text, published: isPublished }
    : { title, content: text, status: isPublished ? "published" : "draft" };

/** The session API needs no login to read, but refuses an invalid token. */
function mayRead(api: Api, credential: Credential | undefined, caller: ModelUser | undefined): boolean {
  return (
    caller !== undefined || (api === "session" && (credential === undefined || credential.kind === "cookie"))
  );
}

const write = fc.tuple(api, index, title, fc.boolean()).map(([api, number, title, isPublished]) =>
  command(`write(${api}, #${number}, ${JSON.stringify(title)}, ${isPublished})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const caller = callerOf(model, api, credential);
    const body = bodyOf(api, title, "Some text.", isPublished);
    const answer = await send(real, api, "post", "v1/posts", { credential, body });
    expect(answer.status).toBe(caller ? 201 : 401);
    if (caller === undefined) return;
    const shown = api === "session" ? answer.body.post : answer.body;
    const post: ModelPost = { id: shown.id, ownerId: caller.id, title, text: "Some text.", isPublished };
    model.posts.push(post);
    expect(shown).toMatchObject(shownPost(api, post));
  }),
);

const read = fc.tuple(api, index, index).map(([api, number, which]) =>
  command(`read(${api}, #${number}, ${which})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const caller = callerOf(model, api, credential);
    const post = pick(model.posts, which);
    const { status, body } = await send(real, api, "get", `v1/posts/${post?.id ?? UNKNOWN_ID}`, {
      credential,
    });
    if (!mayRead(api, credential, caller)) return void expect(status).toBe(401);
    if (post === undefined || !maySee(caller, post)) return void expect(status).toBe(404);
    expect(status).toBe(200);
    expect(api === "session" ? body.post : body).toMatchObject(shownPost(api, post));
  }),
);

const publish = fc.tuple(api, index, index, fc.boolean()).map(([api, number, which, isPublished]) =>
  command(`publish(${api}, #${number}, ${which}, ${isPublished})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const post = pick(model.posts, which);
    const expected = statusOfChange(model, api, credential, post);
    const { title: _title, ...body } = bodyOf(api, "", post?.text ?? "text", isPublished) as {
      title: string;
    };
    const { status } = await send(real, api, "put", `v1/posts/${post?.id ?? UNKNOWN_ID}`, {
      credential,
      body,
    });
    expect(status).toBe(expected ?? 200);
    if (status === 200 && post !== undefined) post.isPublished = isPublished;
  }),
);

const erase = fc.tuple(api, index, index).map(([api, number, which]) =>
  command(`erase(${api}, #${number}, ${which})`, async (model, real) => {
    const credential = pick(model.credentials, number);
    const post = pick(model.posts, which);
    const expected = statusOfChange(model, api, credential, post);
    const { status } = await send(real, api, "delete", `v1/posts/${post?.id ?? UNKNOWN_ID}`, { credential });
    expect(status).toBe(expected ?? 204);
    if (status === 204 && post !== undefined) model.posts.splice(model.posts.indexOf(post), 1);
  }),
);

/** The expected refusal of a change, if any: by caller first, then visibility, then ownership. */
function statusOfChange(
  model: Model,
  api: Api,
  credential: Credential | undefined,
  post: ModelPost | undefined,
): number | undefined {
  const caller = callerOf(model, api, credential);
  if (caller === undefined) return 401;
  if (post === undefined || !maySee(caller, post)) return 404;
  return mayChange(caller, post) ? undefined : 403;
}

/** Commands on posts. Both APIs see the same rows. */
export const postCommands: readonly fc.Arbitrary<Command>[] = [write, write, read, read, publish, erase];
