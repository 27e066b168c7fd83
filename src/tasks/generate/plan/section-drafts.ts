import type { Note } from "../prd/prd.ts";
import { headingWords } from "../prd/section-kind.ts";
import { isOrder, isStatement } from "../wording/clause.ts";
import { factOf, withoutJudging } from "../wording/fact.ts";
import { imperativeOf } from "../wording/imperative.ts";
import { isEnglish } from "../wording/is-english.ts";
import { capitalized, sentenceCased, shortened, uncapitalized, withoutStop } from "../wording/text-case.ts";
import { withoutEmoji } from "../wording/without-emoji.ts";
import type { Context } from "./context.ts";
import { cleanCriteria } from "./criteria.ts";
import type { Draft } from "./draft.ts";
import { listing } from "./listing.ts";
import { proposedFile } from "./propose-files.ts";
import { fitted } from "./steps.ts";
import { usualWork } from "./usual-work.ts";

const empty = { area: null, requirements: [], files: [], method: null, path: null, needs: [] } as const;

/** A new project's stack, where the PRD settles on one. What it calls existing needs no setting up. */
export function setupDrafts(notes: readonly Note[], { prd }: Context): readonly Draft[] {
  const stack = notes.filter(
    ({ kind, group }) => kind === "technical" && /\bstack\b|technolog(?:y|ies)/i.test(group ?? ""),
  );
  const layers = stack.filter(({ text }) =>
    /^(?:front|back|data|auth|styl|build|host|stor|frame|lang|pay|mail|e-?mail|test|ai|deploy|api|core|run|doc|state|ui)\S*[^:]{0,24}:/i.test(
      text,
    ),
  );
  const isExisting = prd.notes.some(
    ({ text, kind }) => kind === "technical" && /\b(?:existing|current(?:ly)?|already)\b/i.test(text),
  );
  if (layers.length < 2 || isExisting) return [];
  return [
    {
      ...empty,
      key: "setup",
      deliverable: "setup",
      title: "Set up the project and its stack",
      steps: fitted(
        layers.map(({ text, details }) => [text, ...details.map((detail) => detail.text)].join("; ")),
      ),
      verification: [
        "A fresh clone installs and starts with one command each",
        "The test command runs and exits with code 0",
      ],
      words: layers.map(({ text }) => text).join("\n"),
    },
  ];
}

const qualityGroups: readonly (readonly [string, RegExp])[] = [
  ["performance targets", /perform|speed|scalab|성능|rendimiento|latency/i],
  ["security rules", /secur|privacy|compliance|보안|seguridad|sicherheit|datenschutz|integrity/i],
  ["accessibility rules", /access|a11y|접근성|accesib/i],
  ["compatibility rules", /compatib|browser|device|responsive/i],
  ["reliability rules", /reliab|availab|error|resilien|observab|logging|monitor/i],
];

/** The qualities of the whole: targets with numbers and rules that no single requirement carries. */
export function qualityDrafts(notes: readonly Note[], context: Context): readonly Draft[] {
  const isQuality = (note: Note) =>
    note.kind === "quality" ||
    (note.kind === "technical" && qualityGroups.some(([, wording]) => wording.test(note.group ?? "")));
  const candidates = notes.filter(
    (note) =>
      isQuality(note) &&
      (note.details.length > 0 || note.text.length > 14 || /\d/.test(note.text)) &&
      !/^(?:consider|maybe|optional)/i.test(note.text),
  );
  return [...qualityGroups.map(([name]) => name), otherQualities].flatMap((name) => {
    const own = candidates.filter((note) => qualityGroupOf(note) === name);
    return chunks(own, 8).map((part, index, all) =>
      qualityDraft(name, part, all.length > 1 ? index + 1 : 0, context),
    );
  });
}

const otherQualities = "quality targets";

/** The heading tells what a quality is about, else what it says itself. */
const qualityGroupOf = ({ group, text }: Note): string =>
  (qualityGroups.find(([, wording]) => wording.test(group ?? "")) ??
    qualityGroups.find(([, wording]) => wording.test(text)))?.[0] ?? otherQualities;

function qualityDraft(name: string, notes: readonly Note[], part: number, context: Context): Draft {
  const lines = notes.map((note) => withDetails(note));
  return {
    ...empty,
    key: `quality ${name} ${part}`,
    deliverable: "quality",
    title: `Meet the ${name}${part === 0 ? "" : `, part ${part}`}`,
    files: proposedFile(
      "quality",
      name === otherQualities ? "targets" : name.replace(/ .*/, ""),
      context.stack,
    ),
    steps: fitted([
      ...lines.map((line) => orderOf(line)),
      ...(lines.length < 2 ? usualWork("quality", name).steps : []),
    ]),
    verification: orElse(
      cleanCriteria(
        notes
          .flatMap((note) => [note.text, ...note.details.map((detail) => detail.text)])
          .filter((text) => !/[:：]$/.test(text))
          .map((text) => factOf(text) ?? text),
      ).slice(0, 10),
      name,
    ),
    words: lines.join("\n"),
  };
}

const withDetails = ({ text, details }: Note): string =>
  details.length === 0
    ? text
    : `${text.replace(/[:：]$/, "")}: ${details.map((detail) => withoutStop(detail.text)).join("; ")}`;

/** What stands before a colon is a heading, and no part of the sentence. */
function orderOf(text: string): string {
  const [, rest = text] = /^[^:`]{2,40}: (.+)$/.exec(text) ?? [];
  return capitalized(imperativeOf(rest) ?? text);
}

const orElse = (criteria: readonly string[], name: string): readonly string[] =>
  criteria.length > 0 ? criteria : [`A test shows each of the ${name} above`];

/** The tests that the PRD asks for, one task for each kind or heading it names. */
export function testDrafts(notes: readonly Note[], context: Context): readonly Draft[] {
  const groups = new Map<string, Note[]>();
  const asked = notes.filter(({ kind }) => kind === "testing");
  for (const note of asked) {
    // One line alone is no task of its own.
    const isAlone = asked.filter(({ group }) => group === note.group).length < 2;
    const group = note.group === null || isAlone ? "Tests" : note.group;
    groups.set(group, [...(groups.get(group) ?? []), note]);
  }
  return [...groups].flatMap(([group, own]) =>
    chunks(own, 9).map((part, index, all) => testDraft(group, part, all.length > 1 ? index + 1 : 0, context)),
  );
}

function testDraft(group: string, notes: readonly Note[], part: number, context: Context): Draft {
  const lines = notes.map((note) => withDetails(note));
  return {
    ...empty,
    key: `test ${group} ${part}`,
    deliverable: "test",
    title: testTitle(group, notes, part, context.prd.requirements[0]?.english ?? true),
    files: proposedFile(
      "test",
      plainTests.test(group) ? testedThing(notes[0]?.text ?? group) : headingWords(group),
      context.stack,
    ),
    steps: fitted(
      lines.map((line) =>
        isEnglish(line) && !isOrder(line) && !/test/i.test(line.slice(0, 24))
          ? `Test ${uncapitalized(line)}`
          : line,
      ),
    ),
    verification: orElse(cleanCriteria(lines.map((line) => testCriterion(line))).slice(0, 10), "cases"),
    words: `${group}\n${lines.join("\n")}`,
  };
}

/** A heading that says no more than that there are tests. */
const plainTests =
  /^\W*(?:\d[\d.]*\s+)?(?:testing|tests?|quality assurance|qa|test(?:ing)? (?:strategy|plan|requirements|approach|considerations))$/i;

function testTitle(group: string, notes: readonly Note[], part: number, english: boolean): string {
  const words = withoutStop(withoutEmoji(group).replace(/^[^\p{L}`]*/u, ""));
  const tail = part === 0 ? "" : `, part ${part}`;
  if (!isEnglish(words) || !english) return `${words}${tail}`;
  if (plainTests.test(words)) {
    const cases = notes.map(({ text }) => testedThing(text));
    const lead = isStatement(cases[0] ?? "") ? "Test that" : "Write tests for";
    return `${listing(cases, (list) => `${lead} ${withoutJudging(list)}`)}${tail}`;
  }
  if (isOrder(words)) return `${words}${tail}`;
  const what = sentenceCased(
    words.replace(/\btesting\b/i, "tests").replace(/\s+(?:required|needed|requirements)$/i, ""),
  );
  return `Write the ${what}${/tests?$|cases$|suite$/i.test(what) ? "" : " tests"}${tail}`;
}

/** `Unit tests for the price rule (all currencies)` tests the price rule. */
const testedThing = (text: string): string =>
  shortened(
    withoutStop(
      uncapitalized(text.replace(testLead, ""))
        .replace(/\s*[(（].*$/u, "")
        .replace(/\s*[:：—–]\s.*$/u, ""),
    ),
    44,
  );

const testLead =
  /^(?:(?:an? )?(?:unit|integration|end-to-end|e2e|manual|regression|performance|load) tests? (?:for|of|that)|test|verify|check|ensure)(?: that)? /i;

function testCriterion(line: string): string {
  if (!isEnglish(line)) return line;
  const fact = /\d/.test(line) ? factOf(line) : undefined;
  return fact ?? `A passing test covers: ${uncapitalized(shortened(line.replace(testLead, ""), 160))}`;
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
