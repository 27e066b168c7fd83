import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Phrases that a native reader stumbles over, each with a replacement. */
const RULED_OUT: readonly (readonly [RegExp, string])[] = [
  [/\bwhat is no \w+/gi, "name the thing: an unknown route, an invalid status"],
  [
    /(?<!here )\b(?:is|are) no (?!longer\b|more\b|less\b|fewer\b|other\b|one\b|such\b)[\w-]+/gi,
    "is not a …, there is no …",
  ],
  [/\bwhoever\b/gi, "the owner, the caller, anyone who"],
  [/\bnobody['’]s\b/gi, "belongs to no user"],
  [/\bstands?\b(?! for\b| in for\b)/gi, "is, appears"],
  [/\bat once\b/gi, "immediately, in parallel, at the same time"],
  [/\b(?:is|are|was|were) said\b/gi, "reports, says"],
  [/\btells? of\b/gi, "reports"],
  [/\b(?:is|are|was|were) told\b(?! to\b)/gi, "reports; gets"],
  [
    /\b(?:in|by|of|for|than|as|on|from|with|after|before) so many\b|\bso many (?!that\b|as\b)\w+/gi,
    "the number",
  ],
  [/\b\w+ alone\b(?<!(?:left|leave|leaves|let|read|stand|go|run|it|them|be|was|is|are) alone)/gi, "only …"],
  [/\bleaf(?:s|ed|ing)? through\b/gi, "page through"],
  [/\bone['’]s own\b/gi, "your own, the caller's"],
  [/\bbehind the back of\b/gi, "without the knowledge of"],
  [/\bsays? nothing known\b/gi, "is unknown"],
  [/\bthe house\b/gi, "the project, the architecture"],
  [/\ba room\b/gi, "a folder"],
  [/\bthe way back up\b/gi, "the return"],
  [/\bgives? in\b/gi, "accepts, yields"],
  [/\bwhat (?:those|these|they) leave out\b/gi, "the rest"],
  [/\bnot to be executed\b/gi, "must not run"],
  [/\bof them that\b/gi, "of those that"],
];

/** Files of quotations: third-party texts and the tests' input. */
const QUOTED = [/^tests\/fixtures\//, /^package-lock\.json$/, /^scripts\/check-words\.ts$/];

/** Quotations within lines: words of other languages, and text that must not change. */
const QUOTATIONS: readonly string[] = [
  // German labels of PRDs.
  "creado|erstellt|stand|completion",
  "status|state|stand|estado",
];

const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
  .split("\0")
  .filter((path) => /\.(ts|js|mjs|cjs|md|ejs|html|css|json|yml|sh|example)$|^\.ci\//.test(path))
  .filter((path) => !QUOTED.some((pattern) => pattern.test(path)));

let found = 0;
for (const file of files) {
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    if (QUOTATIONS.some((quotation) => line.includes(quotation))) continue;
    for (const [pattern, advice] of RULED_OUT) {
      for (const [words] of line.matchAll(pattern)) {
        found += 1;
        console.log(`${file}:${index + 1}: "${words}" (write: ${advice})`);
      }
    }
  }
}
if (found > 0) {
  console.error(
    `${found} turns of phrase to rewrite. A quotation goes into QUOTATIONS of scripts/check-words.ts.`,
  );
  process.exitCode = 1;
}
