import { createHash } from "node:crypto";

/** The first twelve digits of the id under which git would keep a text. */
export function prdId(text: string): string {
  const bytes = Buffer.from(text);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex").slice(0, 12);
}

/** Whether a text is the version with this id, apart from its line endings: git may rewrite those. */
export function isVersion(text: string, id: string): boolean {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return [text, lines, lines.replaceAll("\n", "\r\n")].some((form) => prdId(form) === id);
}
