import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";

/** @throws {DomainError} `user-not-found` if there is no user */
export function found(user: User | undefined): User {
  if (user === undefined) throw new DomainError("user-not-found");
  return user;
}
