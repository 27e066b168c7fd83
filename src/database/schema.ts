import type { ColumnType, Generated, Insertable, Selectable } from "kysely";
import type { AuditEvent } from "../domain/audit.ts";

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
  /** Also set by a deactivation; the name dates from when only a new password revoked access. */
  password_changed_at: OptionalTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface SessionsTable {
  id_hash: string;
  id: string;
  user_id: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  user_agent: string | null;
  address: string | null;
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
  name: string | null;
  created_at: Timestamp;
  expires_at: OptionalTimestamp;
  last_used_at: OptionalTimestamp;
}

interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

interface ResetMessagesTable {
  id: string;
  sealed: string;
  attempts: number;
  due_at: Timestamp;
  expires_at: Timestamp;
}

/** The words of users' emails and names. An empty one is written by a trigger: the user's words are to be read anew. */
interface UserWordsTable {
  word: string;
  user_id: string;
  is_active: Flag;
}

interface ImportedPasswordsTable {
  user_id: string;
  hash: string;
  weight: number;
}

interface RateLimitCountsTable {
  key: string;
  /** Attempts used up. */
  count: number;
  expires_at: Timestamp;
  /** Attempts in progress; none of them is from `pending_until` on. */
  pending: Generated<number>;
  pending_until: ColumnType<string | Date | null, Date | null | undefined, Date | null>;
}

interface KnownPlacesTable {
  key: string;
  user_id: string;
  /** Failed logins in a row. */
  failures: number;
  last_login_at: Timestamp;
  expires_at: Timestamp;
}

/** No column refers to another table: an event outlives the account that it is about. */
interface AuditEventsTable {
  id: string;
  event: AuditEvent;
  user_id: string | null;
  by_id: string | null;
  address: string | null;
  request_id: string | null;
  created_at: Timestamp;
}

/** What the engine keeps count of. */
export type RowCountName = "users" | "active users" | "published posts" | `audit ${AuditEvent}`;

/** Written only by the engine's triggers; the totals of one name add up. */
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
  password_resets: PasswordResetsTable;
  imported_passwords: ImportedPasswordsTable;
  rate_limit_counts: RateLimitCountsTable;
  known_places: KnownPlacesTable;
  user_words: UserWordsTable;
  reset_messages: ResetMessagesTable;
  audit_events: AuditEventsTable;
  row_counts: RowCountsTable;
}

export type UserRow = Selectable<UsersTable>;
export type NewUserRow = Insertable<UsersTable>;

export type ResetMessageRow = Selectable<ResetMessagesTable>;

export type SessionRow = Selectable<SessionsTable>;

export type PostRow = Selectable<PostsTable>;
export type NewPostRow = Insertable<PostsTable>;
export type CommentRow = Selectable<CommentsTable>;
export type UserTokenRow = Selectable<UserTokensTable>;
export type AuditEventRow = Selectable<AuditEventsTable>;
