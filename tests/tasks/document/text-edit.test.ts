import fc from "fast-check";
import { expect, test } from "vitest";
import { applyTextEdits } from "../../../src/tasks/document/edit/revise.ts";

test("applyTextEdits without edits leaves the source unchanged", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (source) => applyTextEdits(source, []) === source));
});

test("applyTextEdits applies edits at their offsets, in any order", () => {
  const edits = [
    { offset: 4, length: 3, text: "two" },
    { offset: 0, length: 3, text: "ONE" },
    { offset: 7, length: 0, text: "!" },
  ];
  expect(applyTextEdits("one 222 three", edits)).toBe("ONE two! three");
});

test("applyTextEdits keeps the order of insertions at one place", () => {
  const edits = ["a", "b"].map((text) => ({ offset: 1, length: 0, text }));
  expect(applyTextEdits("xy", edits)).toBe("xaby");
});

test.each([
  [
    [
      { offset: 0, length: 2, text: "" },
      { offset: 1, length: 1, text: "" },
    ],
  ],
  [[{ offset: 3, length: 1, text: "" }]],
  [[{ offset: 1, length: -1, text: "" }]],
])("applyTextEdits throws for overlapping edits and edits beyond the source: %j", (edits) => {
  expect(() => applyTextEdits("abc", edits)).toThrow();
});
