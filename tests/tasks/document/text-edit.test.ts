import fc from "fast-check";
import { expect, test } from "vitest";
import { applyTextEdits } from "../../../src/tasks/document/edit/revise.ts";

test("no edits leave the source as it is", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (source) => applyTextEdits(source, []) === source));
});

test("edits are spliced in at their offsets, whatever the order they are given in", () => {
  const edits = [
    { offset: 4, length: 3, text: "two" },
    { offset: 0, length: 3, text: "ONE" },
    { offset: 7, length: 0, text: "!" },
  ];
  expect(applyTextEdits("one 222 three", edits)).toBe("ONE two! three");
});

test("insertions at one place keep their order", () => {
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
])("overlapping edits and ones beyond the source are a bug: %j", (edits) => {
  expect(() => applyTextEdits("abc", edits)).toThrow();
});
