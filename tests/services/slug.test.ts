import { expect, test } from "vitest";
import { slugCandidates, slugify } from "../../src/services/slug.ts";

test.each([
  ["Hello, World!", "hello-world"],
  ["  Don't panic  ", "dont-panic"],
  ["Ünïcödé & Straße", "unicode-strasse"],
  ["Привет, мир", "privet-mir"],
  ["北京", "beijing"],
  ["안녕하세요", "annyeonghaseyo"],
  ["C++ / C#: 2 languages", "c-c-2-languages"],
  ["!!!", "post"],
])("the slug of %j is %j", (title, slug) => {
  expect(slugify(title)).toBe(slug);
});

test("a long title gives a slug of at most 80 characters that doesn't end in a hyphen", () => {
  const slug = slugify("word ".repeat(16_000));
  expect(slug).toMatch(/^word(-word)*$/);
  expect(slug.length).toBeLessThanOrEqual(80);
});

test("a slug that is cut within a surrogate pair is valid", () => {
  expect(slugify(`${"a".repeat(79)}😀`)).toBe("a".repeat(79));
});

test("slug candidates are numbered at first and random later, so a free one is found soon", () => {
  const generator = slugCandidates("Hello");
  const candidates = Array.from({ length: 12 }, () => generator.next().value);
  expect(candidates.slice(0, 3)).toEqual(["hello", "hello-2", "hello-3"]);
  expect(candidates.at(-1)).toMatch(/^hello-[\da-f]{12}$/);
  expect(new Set(candidates).size).toBe(12);
});
