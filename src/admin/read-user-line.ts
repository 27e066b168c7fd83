import { z } from "zod";
import { isEmail, normalizeEmail } from "../domain/email.ts";
import { parseUuid } from "../domain/text.ts";
import type { User } from "../domain/user.ts";
import { findNameFault, ROLES } from "../domain/user.ts";
import { createIdAt } from "../services/create-id.ts";
import type { ForeignHash } from "../services/foreign-hash.ts";
import { parseForeignHash } from "../services/foreign-hash.ts";

/** An account of an imported file, with its hash apart. */
export interface ImportedUser {
  readonly user: Omit<User, "passwordHash">;
  readonly hash: string;
  readonly parsedHash: ForeignHash;
}

const text = z.string({ error: ({ input }) => (input === undefined ? "is required" : "must be a string") });

/** Strict, because `"is_active": false` would otherwise make an account that can log in. */
const userLine = z.strictObject({
  id: text.transform((id, context) => parseUuid(id) ?? refuse(context, "is not a UUID")).optional(),
  email: text.transform(normalizeEmail).refine(isEmail, "is not a valid email address"),
  name: text.trim().transform((name, context) => {
    const fault = findNameFault(name);
    return fault === undefined ? name : refuse(context, fault);
  }),
  role: z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}` }).default("user"),
  active: z.boolean({ error: "must be true or false" }).default(true),
  created_at: z.iso
    .datetime({ offset: true, error: "must be a time such as 2026-01-31T12:00:00.000Z" })
    .transform((time) => new Date(time))
    .refine((time) => time.getTime() >= 0, "must be after 1970")
    .optional(),
  password_hash: text.transform((hash, context) => {
    const parsed = parseForeignHash(hash);
    if (parsed === undefined)
      return refuse(context, "is not a bcrypt hash or a PHC string of scrypt, PBKDF2 or Argon2id");
    return parsed.fault === undefined ? { text: hash, parsed } : refuse(context, parsed.fault);
  }),
});

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** @returns the account, or the line's error, without secrets */
export function readUserLine(line: string): ImportedUser | string {
  const json = parseJson(line);
  if (json === undefined) return "is not valid JSON";
  const { data, error } = userLine.safeParse(json);
  if (data === undefined) return describe(error);
  const { email, name, role, active: isActive, created_at: createdAt = new Date(), password_hash } = data;
  const id = data.id ?? createIdAt(createdAt);
  const times = { accessRevokedAt: null, createdAt, updatedAt: createdAt };
  return {
    user: { id, email, name, role, isActive, ...times },
    hash: password_hash.text,
    parsedHash: password_hash.parsed,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe({ issues }: z.ZodError): string {
  const faults = issues.map((issue) => {
    if (issue.code === "unrecognized_keys")
      return `has unknown fields to leave out: ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    const [field] = issue.path;
    return field === undefined ? "is not a JSON object" : `${String(field)} ${issue.message}`;
  });
  return faults.join("; ");
}
