import type { CallApi } from "../api-client.ts";
import { formatDay } from "../dates.ts";
import { copyTemplate, fill, slot } from "../dom.ts";
import { attempt } from "../fault.ts";
import { showNotice } from "../notice.ts";
import type { Authors } from "./authors.ts";
import { attachComments } from "./comments.ts";
import { explain } from "./explain.ts";
import type { Post, User } from "./wire.ts";

interface PostBlockDeps {
  readonly callApi: CallApi;
  readonly authors: Authors;
  /** The user who is logged in, if any. */
  readonly reader: User | undefined;
  /** Called when the post has changed. */
  readonly onChange: () => Promise<void>;
}

/** One post on the page: its text, its comments and, if the reader may change it, its buttons. */
export async function createPostBlock(post: Post, deps: PostBlockDeps): Promise<HTMLElement> {
  const { authors, reader } = deps;
  const block = copyTemplate("post");
  const author = await authors.describe(post.user_id, reader);
  const day = formatDay(post.created_at);
  fill(block, {
    title: post.title,
    body: post.body,
    byline: author === undefined ? day : `${day} by ${author}`,
    commented: ` on ${post.title}`,
  });
  slot(block, "draft").hidden = post.published;
  if (reader !== undefined && (reader.admin || reader.id === post.user_id)) attachActions(block, post, deps);
  attachComments(block, post, deps);
  return block;
}

function attachActions(block: HTMLElement, post: Post, { callApi, onChange }: PostBlockDeps): void {
  const path = `/posts/${post.id}`;
  const verb = post.published ? "Unpublish" : "Publish";
  slot(block, "actions").hidden = false;
  slot(block, "publish").textContent = verb;

  function attach(name: string, label: string, act: () => Promise<void>): void {
    const button = slot(block, name);
    button.ariaLabel = label;
    button.addEventListener("click", () =>
      attempt(block, explain, async () => {
        await act();
        await onChange();
      }),
    );
  }

  attach("publish", `${verb} ${post.title}`, async () => {
    await callApi("PUT", path, { published: !post.published });
    showNotice(post.published ? "Back to a draft that only you can see." : "Published.");
  });
  attach("delete", `Delete ${post.title}`, async () => {
    await callApi("DELETE", path);
    showNotice("Deleted.");
  });
}
