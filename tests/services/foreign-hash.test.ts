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
