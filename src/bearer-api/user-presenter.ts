import type { User } from "../domain/user.ts";

/** A user on the bearer API's wire: UserResponse. */
export const presentUser = (user: User) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  createdAt: user.createdAt.toISOString(),
});

/** The same in a list of users of any state. */
export const presentUserWithState = (user: User) => ({ ...presentUser(user), active: user.isActive });
