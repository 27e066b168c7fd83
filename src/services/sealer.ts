import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Sealer<Content> = ReturnType<typeof createSealer<Content>>;

/**
 * Encrypts stored values, as JSON, so that a stolen copy of the store does not reveal them.
 *
 * @param purpose distinguishes the key from others that are derived from the same secret
 */
export function createSealer<Content>(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));

  return {
    /** @param id of the row that stores the value, which can be opened only with this id */
    seal(id: string, content: Content): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
      const encrypted = Buffer.concat([cipher.update(JSON.stringify(content), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url");
    },

    /** @returns undefined if it was sealed with another secret, for another id, or altered */
    open(id: string, sealed: string): Content | undefined {
      const bytes = Buffer.from(sealed, "base64url");
      const end = bytes.length - TAG_BYTES;
      if (end < NONCE_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(id))
        .setAuthTag(bytes.subarray(end));
      try {
        const text =
          decipher.update(bytes.subarray(NONCE_BYTES, end), undefined, "utf8") + decipher.final("utf8");
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    },
  };
}
