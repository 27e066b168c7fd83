import type { CallApi } from "../api-client.ts";
import { createPagedList } from "../paged-list.ts";
import type { Authors } from "./authors.ts";
import { explain } from "./explain.ts";
import { createPostBlock } from "./post-block.ts";
import type { Page, Post, User } from "./wire.ts";
import { toFacts } from "./wire.ts";

const POSTS_PER_PAGE = 5;

/** The list of posts, newest first. */
export interface PostList {
  /** @param reader the user who is logged in, if any, whose drafts are listed too */
  show(reader: User | undefined): Promise<void>;
}

export function createPostList(callApi: CallApi, authors: Authors): PostList {
  let shownTo: User | undefined;
  const list = createPagedList("posts", explain, {
    async read(page) {
      const { items, meta } = await callApi<Page<Post>>(
        "GET",
        `/posts?page=${page}&per_page=${POSTS_PER_PAGE}`,
      );
      const onChange = (): Promise<void> => list.reload();
      const deps = { callApi, authors, reader: shownTo, onChange };
      const rows = await Promise.all(items.map((post) => createPostBlock(post, deps)));
      return { ...toFacts(meta), rows };
    },
    present: ({ rows, total }) => ({ rows, count: total === 0 ? "" : `${total} in all` }),
  });

  return {
    show(reader) {
      shownTo = reader;
      return list.start();
    },
  };
}
