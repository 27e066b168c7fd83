import type { Post } from "../../src/domain/post.ts";
import type { User } from "../../src/domain/user.ts";
import type { UserToken } from "../../src/domain/user-token.ts";
import { createId } from "../../src/services/create-id.ts";

/** A user with a new id and no password, so login is impossible. */
export function someUser(overrides: Partial<User> = {}): User {
  const { id, createdAt } = createId();
  return {
    id,
    email: `${id}@example.com`,
    name: "Ada",
    passwordHash: "none",
    role: "user",
    isActive: true,
    accessRevokedAt: null,
    createdAt,
    updatedAt: createdAt,
    ...overrides,
  };
}

/** A draft with a new id. */
export function somePost(userId: string, overrides: Partial<Post> = {}): Post {
  const { id, createdAt } = createId();
  return {
    id,
    title: "Title",
    content: "Content",
    slug: id,
    status: "draft",
    userId,
    publishedAt: null,
    createdAt,
    updatedAt: createdAt,
    ...overrides,
  };
}

/** An API token with an unknown value. */
export const someToken = (userId: string, expiresAt: Date | null): UserToken => {
  const { id, createdAt } = createId();
  return { id, userId, name: null, createdAt, expiresAt, lastUsedAt: null };
};
