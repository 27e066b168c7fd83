import { expect, test } from "vitest";
import { parseForeignHash } from "../../src/services/foreign-hash.ts";

const SALT = "c2FsdHNhbHQ";
const DIGEST = Buffer.alloc(20, 7).toString("base64").replace("=", "");

test("a PBKDF2 hash of a known digest is read", () => {
  expect(parseForeignHash(`$pbkdf2-sha256$i=1000$${SALT}$${DIGEST}`)).toMatchObject({
    family: "pbkdf2",
    digestName: "sha256",
    iterations: 1000,
  });
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
  "a hash of the family %s, which every object inherits, is refused as unknown",
  (name) => {
    expect(parseForeignHash(`$${name}$i=1000$${SALT}$${DIGEST}`)).toBeUndefined();
  },
);
