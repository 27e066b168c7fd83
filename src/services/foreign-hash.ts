import crypto, { pbkdf2Sync, scryptSync, timingSafeEqual } from "node:crypto";

/** A password hash made by another system. */
export type ForeignHash =
  | { readonly family: "bcrypt"; readonly cost: number }
  | ({ readonly family: "scrypt"; readonly ln: number; readonly r: number; readonly p: number } & Digest)
  | ({ readonly family: "pbkdf2"; readonly digestName: string; readonly iterations: number } & Digest)
  | ({
      readonly family: "argon2id";
      readonly memoryKib: number;
      readonly passes: number;
      readonly lanes: number;
    } & Digest);

interface Digest {
  readonly salt: Buffer;
  readonly digest: Buffer;
}

const MEBIBYTE = 1024 * 1024;
/** The most memory and time that a comparison may take in a hashing process. */
const MOST_MEMORY = 128 * MEBIBYTE;
const LONGEST_MS = 2_500;
const LONGEST_PART_BYTES = 128;
const SHORTEST_DIGEST_BYTES = 16;
const SHORTEST_ARGON2_SALT_BYTES = 8;
/** A map, because a hash may name a family like `constructor`, which an object inherits. */
const PBKDF2_DIGESTS: ReadonlyMap<string, string> = new Map([
  ["pbkdf2", "sha1"],
  ["pbkdf2-sha1", "sha1"],
  ["pbkdf2-sha256", "sha256"],
  ["pbkdf2-sha512", "sha512"],
]);

/** @returns undefined for a text that is not a hash of a known family */
export function parseForeignHash(text: string): ForeignHash | undefined {
  const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53}$/.exec(text);
  if (bcrypt !== null) return { family: "bcrypt", cost: Number(bcrypt[1]) };
  const [empty, name = "", ...rest] = text.split("$");
  const [saltText = "", digestText = ""] = rest.slice(-2);
  const digest = { salt: decode(saltText), digest: decode(digestText) };
  const parameters = rest.slice(0, -2).join("$");
  if (empty !== "" || digest.salt.length === 0 || digest.digest.length === 0) return undefined;
  if (name === "scrypt") return parseScrypt(parameters, digest);
  if (name === "argon2id") return parseArgon2id(parameters, digest);
  const digestName = PBKDF2_DIGESTS.get(name);
  return digestName === undefined ? undefined : parsePbkdf2(digestName, parameters, digest);
}

function parseScrypt(parameters: string, digest: Digest): ForeignHash | undefined {
  const [, ln, r, p] = /^ln=(\d{1,2}),r=(\d{1,6}),p=(\d{1,6})$/.exec(parameters) ?? [];
  if (ln === undefined) return undefined;
  return { family: "scrypt", ln: Number(ln), r: Number(r), p: Number(p), ...digest };
}

function parseArgon2id(parameters: string, digest: Digest): ForeignHash | undefined {
  const [, memory, passes, lanes] = /^v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,6})$/.exec(parameters) ?? [];
  if (memory === undefined) return undefined;
  const numbers = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  return { family: "argon2id", ...numbers, ...digest };
}

/** With `i=…` as in the PHC format, or with the bare number that passlib writes. */
function parsePbkdf2(digestName: string, parameters: string, digest: Digest): ForeignHash | undefined {
  const [, iterations, length] = /^(?:i=)?(\d{1,9})(?:,l=(\d{1,3}))?$/.exec(parameters) ?? [];
  if (iterations === undefined) return undefined;
  if (length !== undefined && Number(length) !== digest.digest.length) return undefined;
  return { family: "pbkdf2", digestName, iterations: Number(iterations), ...digest };
}

/** Base 64 without padding; passlib writes `.` for `+`. @returns nothing for anything else */
const decode = (text: string): Buffer =>
  /^[A-Za-z\d+/.]+$/.test(text) ? Buffer.from(text.replaceAll(".", "+"), "base64") : Buffer.alloc(0);

/** Why a hash can't be used, worded to follow its field's name. */
export function findHashFault(hash: ForeignHash): string | undefined {
  if (hash.family !== "bcrypt") {
    const { salt, digest } = hash;
    if (digest.length < SHORTEST_DIGEST_BYTES) return `is shorter than ${SHORTEST_DIGEST_BYTES} bytes`;
    if (Math.max(salt.length, digest.length) > LONGEST_PART_BYTES) return "is too long";
  }
  if (hash.family === "argon2id" && !hasArgon2()) return "is Argon2id, which needs Node.js 24.7 or newer";
  if (!hasSoundParameters(hash)) return "has parameters out of range";
  if (memoryOf(hash) > MOST_MEMORY) return `needs more than ${MOST_MEMORY / MEBIBYTE} MiB of memory`;
  if (weighHash(hash) > LONGEST_MS) return "takes too long to compare with";
  return undefined;
}

const hasArgon2 = (): boolean => typeof crypto.argon2Sync === "function";

function hasSoundParameters(hash: ForeignHash): boolean {
  switch (hash.family) {
    case "bcrypt":
      return hash.cost >= 4 && hash.cost <= 31;
    case "scrypt":
      return hash.ln >= 1 && hash.r >= 1 && hash.p >= 1;
    case "pbkdf2":
      return hash.iterations >= 1;
    case "argon2id":
      return (
        hash.passes >= 1 &&
        hash.lanes >= 1 &&
        hash.memoryKib >= 8 * hash.lanes &&
        hash.salt.length >= SHORTEST_ARGON2_SALT_BYTES
      );
  }
}

function memoryOf(hash: ForeignHash): number {
  if (hash.family === "scrypt") return 128 * hash.r * Math.max(2 ** hash.ln, hash.p);
  return hash.family === "argon2id" ? hash.memoryKib * 1024 : 0;
}

/** The approximate duration of a comparison in milliseconds, measured on one core. Only the order has to be right. */
export function weighHash(hash: ForeignHash): number {
  switch (hash.family) {
    case "bcrypt":
      return Math.ceil(71 * 2 ** (hash.cost - 10));
    case "scrypt":
      return Math.ceil((2 ** hash.ln * hash.r * hash.p) / 2_900);
    case "pbkdf2":
      return Math.ceil((hash.iterations / 1_500) * Math.ceil(hash.digest.length / 20));
    case "argon2id":
      return Math.ceil((hash.memoryKib * hash.passes) / 1_000);
  }
}

/**
 * Compares a password with a hash of any family except bcrypt.
 *
 * @throws {Error} if this is not such a hash, or Node.js is too old for it
 */
export function matchesForeignHash(password: string, text: string): boolean {
  const hash = parseForeignHash(text);
  if (hash === undefined || hash.family === "bcrypt") throw new Error("the hash belongs to no known family");
  return timingSafeEqual(derive(password, hash), hash.digest);
}

function derive(password: string, hash: Exclude<ForeignHash, { family: "bcrypt" }>): Buffer {
  const { salt, digest } = hash;
  switch (hash.family) {
    case "scrypt": {
      const { ln, r, p } = hash;
      return scryptSync(password, salt, digest.length, { N: 2 ** ln, r, p, maxmem: 2 * MOST_MEMORY });
    }
    case "pbkdf2":
      return pbkdf2Sync(password, salt, hash.iterations, digest.length, hash.digestName);
    case "argon2id":
      return crypto.argon2Sync("argon2id", {
        message: password,
        nonce: salt,
        parallelism: hash.lanes,
        tagLength: digest.length,
        memory: hash.memoryKib,
        passes: hash.passes,
      });
  }
}
