import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlocks } from "../../../src/tasks/document/parse-blocks.ts";
import { readBlocks } from "../../../src/tasks/document/read-blocks.ts";
import { parseAfresh } from "../../support/parse-afresh.ts";

/** Lines that open, close, hide and interrupt each other in every way that Markdown has. */
const lines = [
  "# Title",
  "## Phase 1: Data",
  "### Task 1.1: Model",
  "####",
  " ## indented heading",
  "   ### more indented heading",
  "    ## indented code",
  "\t# tab-indented code",
  "#no heading",
  "text",
  "  text further in",
  "",
  "",
  "   ",
  "---",
  "===",
  "***",
  "- item",
  "- [ ] box",
  "-",
  "* ",
  "1. first",
  "2) second",
  "  - nested",
  "      deep",
  "      - [ ] deep item",
  "  ## heading in an item",
  "> quote",
  "> ## heading in a quote",
  ">",
  "> ```",
  "- ```",
  "```",
  "````",
  "```js",
  "  ```",
  "    ```",
  "~~~",
  "~~~~ info",
  "<!-- comment",
  "  <!-- indented comment",
  " <script>",
  "<!-- whole -->",
  "<!-->",
  "-->",
  "end --> ## Task",
  "<details>",
  "</details>",
  "<summary>x</summary>",
  "<div>",
  "<span>",
  "<b>bold</b> text",
  "<pre>",
  "</pre>",
  "<script",
  "</script>",
  "<textarea>",
  "<?php",
  "?>",
  "<!DOCTYPE",
  ">",
  "<![CDATA[",
  "]]>",
  "[label]: /target",
  '[label]: /target "title',
  'end of title"',
  "[label]:",
  "| a | b |",
  "|---|---|",
  "<<<<<<< ours",
  "\\# escaped",
  "`## code`",
  "`open code",
];

const markdown = fc
  .array(fc.tuple(fc.constantFrom(...lines), fc.constantFrom("\n", "\n", "\n", "\r\n", "\r")), {
    maxLength: 14,
  })
  .map((pairs) => pairs.map(([line, ending]) => line + ending).join(""));

describe("readBlocks", () => {
  it("returns the same blocks as parsing the whole document, even if a heading is hidden", () => {
    fc.assert(
      fc.property(markdown, (source) => {
        expect(readBlocks(source, parseAfresh)).toEqual(parseBlocks(source));
      }),
      { numRuns: 3000 },
    );
  });

  it("ends a tag at a heading if the tag is text of an indented list", () => {
    const source = "Text\n      - [ ] item\n</script>\n# Title\n";
    expect(readBlocks(source, parseAfresh)).toEqual(parseBlocks(source));
    expect(readBlocks(source, parseAfresh).at(-1)?.kind).toBe("heading");
  });

  it("returns the blocks of a document without a final line ending", () => {
    fc.assert(
      fc.property(markdown, (source) => {
        const unended = source.replace(/[\r\n]+$/, "");
        expect(readBlocks(unended, parseAfresh)).toEqual(parseBlocks(unended));
      }),
      { numRuns: 500 },
    );
  });

  it("parses at most twice the length of a document, even if every heading is in a fence or a comment", () => {
    const fences = "```\n# a\n# b\n```\n\n<!--\n# c\n# d\n-->\n\n".repeat(50);
    let parsed = 0;
    readBlocks(`# Title\n\n${fences}`, (piece, offset) => {
      parsed += piece.length;
      return parseAfresh(piece, offset);
    });
    expect(parsed).toBeLessThan(fences.length * 3);
  });
});
