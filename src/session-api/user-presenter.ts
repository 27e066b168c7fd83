import type { User } from "../domain/user.ts";
import { isAdmin } from "../domain/user.ts";

/** A user on the session API's wire. */
export const presentUser = (user: User) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  admin: isAdmin(user),
  created_at: user.createdAt.toISOString(),
});
