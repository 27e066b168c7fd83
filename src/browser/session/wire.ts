/** The session API's shapes, as far as its console reads them. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly admin: boolean;
  readonly created_at: string;
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
