import type { CallApi } from "../api-client.ts";
import { formatMinute } from "../dates.ts";
import { copyTemplate, fill, slot } from "../dom.ts";
import { attempt } from "../fault.ts";
import { onSubmit } from "../form.ts";
import type { Authors } from "./authors.ts";
import { explain } from "./explain.ts";
import type { Comment, Post, User } from "./wire.ts";

/**
 * The comments under a post: read when they are first opened, and written by logged-in users.
 *
 * @param block the post's own part of the page
 */
export function attachComments(
  block: HTMLElement,
  post: Post,
  deps: { callApi: CallApi; authors: Authors; reader: User | undefined },
): void {
  const { callApi, authors, reader } = deps;
  const path = `/posts/${post.id}/comments`;
  const details = slot(block, "comment-section", HTMLDetailsElement);
  const form = slot(block, "comment-form", HTMLFormElement);
  form.hidden = reader === undefined;

  async function show(): Promise<void> {
    const { comments } = await callApi<{ comments: Comment[] }>("GET", path);
    const items = await Promise.all(
      comments.map(async (comment) =>
        presentComment(comment, await authors.describe(comment.user_id, reader)),
      ),
    );
    slot(block, "comments").replaceChildren(...items);
    slot(block, "silence").hidden = items.length > 0;
  }

  details.addEventListener("toggle", () => {
    if (details.open) void attempt(block, explain, show);
  });
  onSubmit(form, explain, async ({ body }) => {
    await callApi("POST", path, { body });
    await show();
  });
}

function presentComment(comment: Comment, author: string | undefined): HTMLElement {
  const item = copyTemplate("comment");
  const time = formatMinute(comment.created_at);
  fill(item, { body: comment.body, byline: author === undefined ? time : `${author}, ${time}` });
  return item;
}
