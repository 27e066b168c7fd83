import { z } from "zod";
import { isEmail } from "../domain/email.ts";
import { findPasswordFault, normalizePassword } from "../domain/password.ts";
import { isStorable, UNSTORABLE } from "../domain/text.ts";
import type { User } from "../domain/user.ts";
import { findNameFault, LONGEST_NAME, ROLES, USER_STATUSES } from "../domain/user.ts";
import { EMAIL, identifier, NEW_PASSWORD, searchText, timestamp } from "../http/described-values.ts";
import { optional, ruled } from "../http/field-rules.ts";
import { oneOf, text } from "./field.ts";
import { pageQuery } from "./page.ts";

const email = text.trim().refine(isEmail, "is not a valid email address").meta(EMAIL);

const name = ruled(text.trim(), findNameFault).meta({
  description: "Trimmed",
  minLength: 1,
  maxLength: LONGEST_NAME,
  examples: ["Ada Lovelace"],
});

const newPassword = ruled(text.overwrite(normalizePassword), findPasswordFault).meta(NEW_PASSWORD);

export const createUserRequest = z
  .object({ email, password: newPassword, name })
  .meta({ id: "CreateUserRequest" });

export const updateUserRequest = z
  .object({ name: optional(name), email: optional(email) })
  .meta({ id: "UpdateUserRequest", description: "Fields that are left out or null are not changed." });

/** Fields that only an admin may change. In other bodies they are ignored. */
export const updateUserByAdminRequest = z
  .object({
    ...updateUserRequest.shape,
    role: optional(oneOf(ROLES)),
    active: optional(z.boolean("must be true or false")),
  })
  .meta({
    id: "UpdateUserByAdminRequest",
    description:
      "Fields that are left out or null are not changed. An API token can't set a role or reactivate a user.",
  });

/** Any non-empty password may be tried at login. Its length and characters are checked only when a password is set. */
const givenPassword = text
  .min(1, "must not be empty")
  .meta({ format: "password", minLength: 1, examples: ["correct horse battery"] });

export const loginRequest = z
  .object({
    email,
    password: givenPassword,
  })
  .meta({ id: "LoginRequest" });

export const resetPasswordRequest = z
  .object({
    token: text.meta({ examples: ["8Kq0l1WvVbYt0Wm5yTg2l6yVw3cUj0e9nC1mS5aQx7E"] }),
    password: newPassword,
  })
  .meta({ id: "ResetPasswordRequest" });

export const forgotPasswordRequest = z.object({ email }).meta({ id: "ForgotPasswordRequest" });

export const changePasswordRequest = z
  .object({
    // A text that no password can contain is an invalid field, not a failed login.
    currentPassword: givenPassword.refine(isStorable, UNSTORABLE),
    password: newPassword,
  })
  .meta({ id: "ChangePasswordRequest" });

/** A user in an answer. */
export const userResponse = z
  .object({
    id: identifier("The user's id"),
    email: z.string().meta({ format: "email", examples: ["ada@example.com"] }),
    name: z.string().meta({ examples: ["Ada Lovelace"] }),
    role: z.enum(ROLES).meta({ examples: ["user"] }),
    createdAt: timestamp("When the account was created"),
  })
  .meta({ id: "UserResponse" });

/** A user in a list that an admin has asked for by state. */
export const listedUserResponse = userResponse
  .extend({
    active: z
      .boolean()
      .optional()
      .meta({ description: "Where `status` is given", examples: [true] }),
  })
  .meta({ id: "ListedUserResponse" });

export const userQuery = pageQuery.extend({
  search: searchText,
  status: oneOf(USER_STATUSES)
    .optional()
    // No `default`: a client that fills it in would be refused if the caller is not an admin.
    .meta({ description: "For admins: which users, active ones if left out. Each then also has `active`" }),
});

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
