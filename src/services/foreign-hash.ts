import crypto, { pbkdf2Sync, scryptSync, timingSafeEqual } from "node:crypto";

/** A password hash made by another system. */
export interface ForeignHash {
  /** Only of a bcrypt hash. */
  readonly bcryptCost?: number;
  /** Why it can't be used, worded to follow its field's name. */
  readonly fault: string | undefined;
  /** The approximate duration of a comparison in milliseconds, measured on one core. Only the order has to be right. */
  readonly weight: number;
  /** Compares a password with it. A bcrypt hash has no such method, because bcryptjs compares it. */
  matches?(password: string): boolean;
}

/** The hashes of one kind in the PHC format: `$name$parameters$salt$digest`. */
interface Family {
  readonly parameters: RegExp;
  read(parameters: readonly number[], salt: Buffer, length: number): Derivation;
}

/** How a digest is derived from a password. */
interface Derivation {
  readonly isInRange: boolean;
  readonly memory: number;
  readonly weight: number;
  derive(password: string): Buffer;
}

const MEBIBYTE = 1024 * 1024;
/** The most memory and time that a comparison may take in a hashing process. */
const MOST_MEMORY = 128 * MEBIBYTE;
const LONGEST_MS = 2_500;
const LONGEST_PART_BYTES = 128;
const SHORTEST_DIGEST_BYTES = 16;
const SHORTEST_ARGON2_SALT_BYTES = 8;

const scrypt: Family = {
  parameters: /^ln=(\d{1,2}),r=(\d{1,6}),p=(\d{1,6})$/,
  read: ([ln = 0, r = 0, p = 0], salt, length) => ({
    // OpenSSL refuses a cost that RFC 7914 does not allow for the block size, and so every cost for a size of 0.
    isInRange: ln >= 1 && p >= 1 && ln < 16 * r,
    memory: 128 * r * Math.max(2 ** ln, p),
    weight: Math.ceil((2 ** ln * r * p) / 2_900),
    derive: (password) => scryptSync(password, salt, length, { N: 2 ** ln, r, p, maxmem: 2 * MOST_MEMORY }),
  }),
};

const pbkdf2 = (digestName: string): Family => ({
  // The PHC format names the iterations; passlib writes only their number.
  parameters: /^(?:i=)?(\d{1,9})(?:,l=(\d{1,3}))?$/,
  read: ([iterations = 0, statedLength = Number.NaN], salt, length) => ({
    isInRange: iterations >= 1 && (Number.isNaN(statedLength) || statedLength === length),
    memory: 0,
    weight: Math.ceil((iterations / 1_500) * Math.ceil(length / 20)),
    derive: (password) => pbkdf2Sync(password, salt, iterations, length, digestName),
  }),
});

const argon2id: Family = {
  parameters: /^v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,6})$/,
  read: ([memory = 0, passes = 0, parallelism = 0], salt, length) => ({
    isInRange:
      passes >= 1 &&
      parallelism >= 1 &&
      memory >= 8 * parallelism &&
      salt.length >= SHORTEST_ARGON2_SALT_BYTES,
    memory: memory * 1024,
    // Each pass starts four threads for each lane.
    weight: Math.ceil(((memory + 800 * parallelism) * passes) / 1_000),
    derive: (message) =>
      crypto.argon2Sync("argon2id", { message, nonce: salt, parallelism, tagLength: length, memory, passes }),
  }),
};

/** A map, because a hash may name a family like `constructor`, which an object inherits. */
const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ["scrypt", scrypt],
  ["argon2id", argon2id],
  ["pbkdf2", pbkdf2("sha1")],
  ["pbkdf2-sha1", pbkdf2("sha1")],
  ["pbkdf2-sha256", pbkdf2("sha256")],
  ["pbkdf2-sha512", pbkdf2("sha512")],
]);

/** @returns undefined for a text that is not a hash of a known family */
export function parseForeignHash(text: string): ForeignHash | undefined {
  const bcryptCost = /^\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53}$/.exec(text)?.[1];
  if (bcryptCost !== undefined) return describeBcrypt(Number(bcryptCost));
  const [empty, name = "", ...rest] = text.split("$");
  const [salt, digest] = rest.slice(-2).map(decode);
  const family = FAMILIES.get(name);
  const parameters = family?.parameters.exec(rest.slice(0, -2).join("$"));
  if (empty !== "" || !family || !parameters || !salt || !digest) return undefined;
  const derivation = family.read(parameters.slice(1).map(Number), salt, digest.length);
  return {
    fault: findPartFault(salt, digest) ?? (isMissing(family) ? NO_ARGON2 : findCostFault(derivation)),
    weight: derivation.weight,
    matches: (password) => timingSafeEqual(derivation.derive(password), digest),
  };
}

function describeBcrypt(cost: number): ForeignHash {
  const weight = Math.ceil(71 * 2 ** (cost - 10));
  const fault = findCostFault({ isInRange: cost >= 4 && cost <= 31, memory: 0, weight });
  return { bcryptCost: cost, fault, weight };
}

/** Base 64 without padding; passlib writes `.` for `+`. @returns undefined for anything else */
const decode = (text: string): Buffer | undefined =>
  /^[A-Za-z\d+/.]{2,}$/.test(text) ? Buffer.from(text.replaceAll(".", "+"), "base64") : undefined;

const NO_ARGON2 = "is Argon2id, which needs Node.js 24.7 or newer";

const isMissing = (family: Family): boolean => family === argon2id && typeof crypto.argon2Sync !== "function";

function findPartFault(salt: Buffer, digest: Buffer): string | undefined {
  if (digest.length < SHORTEST_DIGEST_BYTES) return `is shorter than ${SHORTEST_DIGEST_BYTES} bytes`;
  return Math.max(salt.length, digest.length) > LONGEST_PART_BYTES ? "is too long" : undefined;
}

function findCostFault({ isInRange, memory, weight }: Omit<Derivation, "derive">): string | undefined {
  if (!isInRange) return "has parameters out of range";
  if (memory > MOST_MEMORY) return `needs more than ${MOST_MEMORY / MEBIBYTE} MiB of memory`;
  return weight > LONGEST_MS ? "takes too long to compare with" : undefined;
}
