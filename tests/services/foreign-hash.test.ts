import { pbkdf2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { parseForeignHash } from "../../src/services/foreign-hash.ts";

const SALT = "c2FsdHNhbHQ";
const DIGEST = Buffer.alloc(20, 7).toString("base64").replace("=", "");

test("a PBKDF2 hash of a known digest is read and compared with", () => {
  const digest = pbkdf2Sync("correct horse", Buffer.from(SALT, "base64"), 1000, 24, "sha256");
  const hash = parseForeignHash(`$pbkdf2-sha256$i=1000$${SALT}$${digest.toString("base64")}`);
  expect(hash).toMatchObject({ fault: undefined, weight: 2 });
  expect(hash?.matches?.("correct horse")).toBe(true);
  expect(hash?.matches?.("wrong horse")).toBe(false);
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
  "a hash of the family %s, which every object inherits, is refused as unknown",
  (name) => {
    expect(parseForeignHash(`$${name}$i=1000$${SALT}$${DIGEST}`)).toBeUndefined();
  },
);

/** Each is just outside of a limit; the hash above it, or beside it, is inside. */
test.each([
  ["scrypt without a cost", `$scrypt$ln=0,r=8,p=1$${SALT}$${DIGEST}`, "has parameters out of range"],
  ["scrypt without a block size", `$scrypt$ln=4,r=0,p=1$${SALT}$${DIGEST}`, "has parameters out of range"],
  ["scrypt without lanes", `$scrypt$ln=4,r=8,p=0$${SALT}$${DIGEST}`, "has parameters out of range"],
  ["scrypt at its lowest", `$scrypt$ln=1,r=1,p=1$${SALT}$${DIGEST}`, undefined],
  [
    "PBKDF2 with another length than it states",
    `$pbkdf2-sha256$i=1000,l=32$${SALT}$${DIGEST}`,
    "has parameters out of range",
  ],
  ["PBKDF2 with the length that it states", `$pbkdf2-sha256$i=1000,l=20$${SALT}$${DIGEST}`, undefined],
  ["Argon2id without passes", `$argon2id$v=19$m=64,t=0,p=1$${SALT}$${DIGEST}`, "has parameters out of range"],
  ["Argon2id without lanes", `$argon2id$v=19$m=64,t=1,p=0$${SALT}$${DIGEST}`, "has parameters out of range"],
  ["Argon2id with a short salt", `$argon2id$v=19$m=64,t=1,p=1$c2Fs$${DIGEST}`, "has parameters out of range"],
  ["bcrypt below its lowest cost", `$2b$03$${"a".repeat(53)}`, "has parameters out of range"],
  ["bcrypt above its highest cost", `$2b$32$${"a".repeat(53)}`, "has parameters out of range"],
  ["a salt that is too long", `$scrypt$ln=4,r=8,p=1$${"a".repeat(172)}$${DIGEST}`, "is too long"],
])("%s is judged by its limits", (_, text, fault) => {
  expect(parseForeignHash(text)).toMatchObject({ fault });
});

test.each([
  ["a salt with a character outside of base 64", `$scrypt$ln=4,r=8,p=1$c2Fs!$${DIGEST}`],
  ["nothing for a digest", `$scrypt$ln=4,r=8,p=1$${SALT}$`],
  ["unknown parameters", `$scrypt$n=4,r=8,p=1$${SALT}$${DIGEST}`],
  ["something before it", `x$scrypt$ln=4,r=8,p=1$${SALT}$${DIGEST}`],
])("a hash with %s is refused as unknown", (_, text) => {
  expect(parseForeignHash(text)).toBeUndefined();
});
