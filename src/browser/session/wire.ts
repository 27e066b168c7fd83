/** The parts of the session API's answers that its console reads. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly admin: boolean;
  readonly created_at: string;
}

export interface Session {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly user_agent: string | null;
  readonly address: string | null;
}

export interface Post {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly published: boolean;
  readonly user_id: string;
  readonly created_at: string;
}

export interface Comment {
  readonly id: string;
  readonly body: string;
  readonly user_id: string;
  readonly created_at: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly meta: { readonly page: number; readonly total: number; readonly total_pages: number };
}

/** What a page says about itself, as a paged list takes it. */
export const toFacts = ({ page, total, total_pages: totalPages }: Page<unknown>["meta"]) => ({
  page,
  total,
  totalPages,
});
