import { pbkdf2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { parseForeignHash } from "../../src/services/foreign-hash.ts";

const SALT = "c2FsdHNhbHQ";
const TOO_LARGE = "needs more than 128 MiB of memory";
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
  ["scrypt at the highest cost of its block size", `$scrypt$ln=31,r=2,p=1$${SALT}$${DIGEST}`, TOO_LARGE],
  ["scrypt with all the memory", `$scrypt$ln=17,r=8,p=1$${SALT}$${DIGEST}`, undefined],
  ["scrypt with more lanes than memory", `$scrypt$ln=1,r=8,p=131073$${SALT}$${DIGEST}`, TOO_LARGE],
  ["PBKDF2 with one iteration", `$pbkdf2$1$${SALT}$${DIGEST}`, undefined],
  ["PBKDF2 with all the time", `$pbkdf2$3750000$${SALT}$${DIGEST}`, undefined],
  ["PBKDF2 with more than the time", `$pbkdf2$3750001$${SALT}$${DIGEST}`, "takes too long to compare with"],
  [
    "PBKDF2 with another length than it states",
    `$pbkdf2-sha256$i=1000,l=32$${SALT}$${DIGEST}`,
    "has parameters out of range",
  ],
  ["PBKDF2 with the length that it states", `$pbkdf2-sha256$i=1000,l=20$${SALT}$${DIGEST}`, undefined],
  ["Argon2id without passes", `$argon2id$v=19$m=64,t=0,p=1$${SALT}$${DIGEST}`, "has parameters out of range"],
  ["Argon2id without lanes", `$argon2id$v=19$m=64,t=1,p=0$${SALT}$${DIGEST}`, "has parameters out of range"],
  ["Argon2id at its lowest", `$argon2id$v=19$m=8,t=1,p=1$${SALT}$${DIGEST}`, undefined],
  [
    "Argon2id with too little memory for its lanes",
    `$argon2id$v=19$m=15,t=1,p=2$${SALT}$${DIGEST}`,
    "has parameters out of range",
  ],
  ["Argon2id with all the memory", `$argon2id$v=19$m=131072,t=1,p=1$${SALT}$${DIGEST}`, undefined],
  ["Argon2id with a short salt", `$argon2id$v=19$m=64,t=1,p=1$c2Fs$${DIGEST}`, "has parameters out of range"],
  ["bcrypt at its lowest cost", `$2b$04$${"a".repeat(53)}`, undefined],
  ["bcrypt below its lowest cost", `$2b$03$${"a".repeat(53)}`, "has parameters out of range"],
  ["bcrypt at its highest cost", `$2b$31$${"a".repeat(53)}`, "takes too long to compare with"],
  ["bcrypt above its highest cost", `$2b$32$${"a".repeat(53)}`, "has parameters out of range"],
  ["a digest of 16 bytes", `$scrypt$ln=4,r=8,p=1$${SALT}$${"a".repeat(22)}`, undefined],
  ["a digest of 15 bytes", `$scrypt$ln=4,r=8,p=1$${SALT}$${"a".repeat(20)}`, "is shorter than 16 bytes"],
  ["a salt of 128 bytes", `$scrypt$ln=4,r=8,p=1$${"a".repeat(171)}$${DIGEST}`, undefined],
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
