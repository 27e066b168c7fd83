import { kindOfWords } from "./heading-kind.ts";
import type { Point } from "./outline.ts";

/** The page's title: the only heading of the first level, or the first one, unless it says what its section is about. */
export function titleChapter(root: Point): Point | undefined {
  const [first, ...others] = root.below.filter(({ depth }) => depth === 1);
  return others.length > 0 && kindOfWords(first?.text ?? "") !== "other" ? undefined : first;
}

/** The PRD's first heading without the words for a PRD; without one, the name of its file. */
export function titleOf(root: Point, fileName: string): string {
  const heading = titleChapter(root)?.text ?? "";
  const title = heading
    .replaceAll(/\p{Extended_Pictographic}\uFE0F?/gu, "")
    .replace(
      /^\W*(?:PRD|product requirements? document|product requirements?|제품 요구사항( 정의서)?|要件定義書|产品需求文档)(?!\p{L})[\s#\d.]*[:：—–-]*\s*/iu,
      "",
    )
    .replace(/\s*[:—–-]?\s*[([]?\b(?:PRD|product requirements?(?: document)?)\b[)\]]?\s*$/i, "")
    .trim();
  if (title !== "" && !/^[\w-]+\.md$/.test(title)) return title;
  const words = fileName
    .replace(/\.\w+$/, "")
    .replace(/^\d+[-_]/, "")
    .replace(/^prd[-_]/i, "")
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return words === "" ? fileName : words.charAt(0).toUpperCase() + words.slice(1);
}
