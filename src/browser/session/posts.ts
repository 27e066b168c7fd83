import type { CallApi } from "../api-client.ts";
import { find } from "../dom.ts";
import { attempt } from "../fault.ts";
import { lastOf } from "../late-answer.ts";
import { createPager } from "../pager.ts";
import type { Authors } from "./authors.ts";
import { explain } from "./explain.ts";
import { createPostBlock } from "./post-block.ts";
import type { Page, Post, User } from "./wire.ts";

const POSTS_PER_PAGE = 5;

/** The list of posts, newest first. */
export interface PostList {
  /** @param reader the user who is logged in, if any, whose drafts are listed too */
  show(reader: User | undefined): Promise<void>;
}

export function createPostList(callApi: CallApi, authors: Authors): PostList {
  const section = find("#posts-section", HTMLElement);
  let shownTo: User | undefined;
  const showPlace = createPager("posts-pager", goTo);

  const readBlocks = lastOf(async (page: number) => {
    const { items, meta } = await readPage(page);
    const onChange = () => goTo(meta.page);
    const deps = { callApi, authors, reader: shownTo, onChange };
    return { meta, blocks: await Promise.all(items.map((post) => createPostBlock(post, deps))) };
  });

  const showPage = (page: number): Promise<void> =>
    attempt(section, explain, async () => {
      const { meta, blocks } = await readBlocks(page);
      find("#posts", HTMLElement).replaceChildren(...blocks);
      find("#posts-empty", HTMLElement).hidden = meta.total > 0;
      find("#posts-count", HTMLElement).textContent = meta.total === 0 ? "" : `${meta.total} in all`;
      showPlace({ page: meta.page, totalPages: meta.total_pages });
    });

  /** The button that was pressed may be gone with the old page, so the focus goes to the list's heading. */
  async function goTo(page: number): Promise<void> {
    await showPage(page);
    find("#posts-title", HTMLElement).focus();
  }

  async function readPage(page: number): Promise<Page<Post>> {
    const answer = await callApi<Page<Post>>("GET", `/posts?page=${page}&per_page=${POSTS_PER_PAGE}`);
    const { total_pages } = answer.meta;
    // If the only post of the last page was deleted, the previous page is now the last one.
    return page > 1 && page > total_pages ? readPage(Math.max(total_pages, 1)) : answer;
  }

  return {
    show(reader) {
      shownTo = reader;
      return showPage(1);
    },
  };
}
