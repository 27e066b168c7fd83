import type { ColumnType, Insertable, Selectable } from "kysely";

/** Written as a Date, read as what the engine gives: text from SQLite, a Date from PostgreSQL. */
type Timestamp = ColumnType<string | Date, Date, Date>;
type OptionalTimestamp = ColumnType<string | Date | null, Date | null, Date | null>;

/** Written as a boolean, read as what the engine gives: 0 or 1 from SQLite. */
type Flag = ColumnType<number | boolean, boolean, boolean>;

interface UsersTable {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  role: "admin" | "user" | "guest";
  is_active: Flag;
  password_changed_at: OptionalTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface SessionsTable {
  id_hash: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

interface PostsTable {
  id: string;
  title: string;
  content: string;
  slug: string;
  status: "draft" | "published" | "archived";
  user_id: string;
  published_at: OptionalTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface CommentsTable {
  id: string;
  post_id: string;
  user_id: string;
  body: string;
  created_at: Timestamp;
}

interface UserTokensTable {
  id: string;
  value_hash: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: OptionalTimestamp;
}

interface RateLimitCountsTable {
  key: string;
  count: number;
  expires_at: Timestamp;
}

/** What the engine keeps count of. */
export type RowCountName = "users" | "active users" | "published posts";

/** Written by the engine's triggers alone; the totals of one name add up. */
interface RowCountsTable {
  name: RowCountName;
  shard: number;
  total: ColumnType<number | string, never, never>;
}

/** The tables, as Kysely's queries see them on either engine. */
export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  posts: PostsTable;
  comments: CommentsTable;
  user_tokens: UserTokensTable;
  rate_limit_counts: RateLimitCountsTable;
  row_counts: RowCountsTable;
}

export type UserRow = Selectable<UsersTable>;
export type NewUserRow = Insertable<UsersTable>;

export type PostRow = Selectable<PostsTable>;
export type NewPostRow = Insertable<PostsTable>;
export type CommentRow = Selectable<CommentsTable>;
export type UserTokenRow = Selectable<UserTokensTable>;
