import { stripVTControlCharacters } from "node:util";
import { runAssistant } from "../../assistants/run-assistant.ts";
import type { Diagnostic } from "../../document/diagnostic.ts";
import { diagnosticOf } from "../../document/diagnostic.ts";
import { followHeaderStatus } from "../../document/edit/follow-tasks.ts";
import type { Edit } from "../../document/edit/revise.ts";
import { insertAt, replaceSpan, revise } from "../../document/edit/revise.ts";
import { withoutStatusLines } from "../../document/edit/write-facts.ts";
import { prdFileName, readTaskList } from "../../document/read-task-list.ts";
import type { HeaderLine, Task } from "../../document/task-list.ts";
import { failsList, lintList } from "../../lint/lint-list.ts";
import type { Rule } from "../../lint/rule.ts";
import { ruleRefusal } from "../../refusal.ts";
import { startSpinner } from "../../terminal/paint.ts";
import { plural } from "../../terminal/words.ts";
import type { OpenedPrd } from "../open-prd.ts";
import { prdRules } from "../prd-rules.ts";
import { nameInLine } from "../prd-version.ts";
import { briefFor, factsBudget } from "./brief.ts";
import { remedies } from "./wording.ts";

const repairRounds = 3;

export interface AssistedOptions {
  /** The value of `--with`: an assistant's name or a shell command. */
  readonly assistant: string;
  /** The limit for each answer. */
  readonly timeoutSeconds: number;
  /** YYYY-MM-DD */
  readonly created: string;
  /** Whether warnings also prevent the list from being written, except those that can be false positives. */
  readonly strict: boolean;
}

/**
 * Lets an assistant write the list for a PRD. The notes say how many rounds it took and list the remaining warnings.
 * @throws Refusal if the assistant's program fails or its last list can't be used.
 */
export async function listByAssistant(
  opened: OpenedPrd,
  options: AssistedOptions,
): Promise<{ text: string; notes: readonly string[] }> {
  const { text, warnings, note } = await askAssistant(opened, options, (answer, ofPrd) => {
    const list = readTaskList(answer);
    // The assistant can't rename the PRD, so the name of the file is not checked.
    return [...begunIn(list.tasks), ...lintList(list, ofPrd).filter(({ rule }) => rule !== "prd-name")];
  });
  return { text, notes: [note, ...warnings.map(describeFinding)] };
}

/**
 * Lets an assistant write a list, or what `assignment` asks for after the brief. Findings of lint go back to it with
 * what to do about each, for up to three rounds. An unchanged answer ends the loop.
 * @throws Refusal if the program fails or the last answer can't be used.
 */
export async function askAssistant(
  opened: OpenedPrd,
  { assistant, timeoutSeconds, created, strict }: AssistedOptions,
  findingsIn: (text: string, ofPrd: readonly Rule[]) => readonly Diagnostic[],
  assignment = "",
): Promise<{ text: string; warnings: readonly Diagnostic[]; note: string }> {
  const brief = briefFor(opened, { created, budget: factsBudget }) + assignment;
  const ofPrd = prdRules(opened.prd);
  const isFatal = (finding: Diagnostic): boolean =>
    finding.rule === "uncovered-requirement" || failsList(finding, strict);
  const isToMend = (finding: Diagnostic): boolean =>
    isFatal(finding) || ofPrd.some(({ name }) => name === finding.rule);
  let request = brief;
  let previous: string | null = null;
  for (let round = 0; ; round += 1) {
    const answer = await ask(request, round, { assistant, timeoutSeconds });
    const text = settled(listInAnswer(answer), nameInLine(opened.path), created);
    const findings = findingsIn(text, ofPrd);
    if (round === repairRounds || text === previous || !findings.some(isToMend)) {
      requireWritable(text, answer, findings.filter(isFatal), round + 1);
      return { text, warnings: findings, note: `The assistant took ${plural(round + 1, "round")}.` };
    }
    request = repairRequest(brief, text, findings);
    previous = text;
  }
}

/** Nobody has begun a new task. Without a Status line it reads as Not Started, and is written so. */
const settled = (text: string, prdName: string, created: string): string =>
  revise(readTaskList(text), [withoutStatusLines, followHeaderStatus, settleHeader(prdName, created)]).source;

/** Sets the PRD, which other commands look for, and the day, or adds them below the title. */
const settleHeader =
  (prdName: string, day: string): Edit =>
  (list) => {
    const { title, prd, created, lineEnding: eol } = list;
    if (title === null) return [];
    const set = (label: string, line: HeaderLine | null, value: string) =>
      line ? [replaceSpan(line.value, value)] : [insertAt(title.end, `${eol}${eol}**${label}**: ${value}`)];
    return [
      ...(prdFileName(list) === prdName ? [] : set("PRD", prd, prdName)),
      ...(created?.value.text === day ? [] : set("Created", created, day)),
    ];
  };

/** The findings about tasks of an answer that claim to be begun. */
export const begunIn = (tasks: readonly Task[]): readonly Diagnostic[] =>
  tasks.filter(claimsWork).map(({ number, line, heading }) => {
    const message = `Task ${number} must be Not Started, without owner, ticks and proof.`;
    return diagnosticOf("unknown-status", message, { offset: heading.start, line, column: 1 });
  });

const claimsWork = ({ status, owner, verification, proof }: Task): boolean =>
  status.value !== "Not Started" ||
  owner !== null ||
  proof.length > 0 ||
  verification.some(({ checked }) => checked);

async function ask(
  request: string,
  round: number,
  options: Parameters<typeof runAssistant>[1],
): Promise<string> {
  const stopSpinner = startSpinner(
    round === 0
      ? "The assistant writes the list"
      : `The assistant mends the list, round ${round} of ${repairRounds}`,
  );
  try {
    return await runAssistant(request, options);
  } finally {
    stopSpinner();
  }
}

/** The brief again, with the last answer and what to do about each finding. */
const repairRequest = (brief: string, list: string, findings: readonly Diagnostic[]): string => `${brief}
## Your last answer

${list}
## What to change in it

${findings.map((finding) => `- ${[describeFinding(finding), remedies[finding.rule] ?? []].flat().join(" ")}`).join("\n")}

Answer with the whole list again, with these changes, and nothing else.
`;

const describeFinding = ({ line, rule, message }: Diagnostic): string => `line ${line}, ${rule}: ${message}`;

function requireWritable(text: string, answer: string, fatal: readonly Diagnostic[], answers: number): void {
  if (readTaskList(text).tasks.length === 0)
    throw ruleRefusal("no-list", `The assistant's answer is not a task list. It begins: ${excerpt(answer)}`);
  const [first] = fatal;
  if (first === undefined) return;
  throw ruleRefusal(
    "list-fails-lint",
    `The list was not written: after ${plural(answers, "round")} it still has ${plural(fatal.length, "finding")} that must be mended. The first: ${describeFinding(first)}`,
  );
}

function excerpt(answer: string): string {
  const text = answer.trim().replaceAll(/\s+/g, " ");
  return text === "" ? "(nothing)" : `"${text.slice(0, 160)}${text.length > 160 ? "…" : ""}"`;
}

/** The list in an answer, without the code fence, terminal colours and remarks that assistants add. */
export function listInAnswer(answer: string): string {
  const lines = stripVTControlCharacters(answer).replaceAll("\r\n", "\n").trim().split("\n");
  const start = startOfList(lines, /^# Task List\b/i) ?? startOfList(lines, /^# (?!Phase \d)/i) ?? 0;
  const around = lines.slice(0, start).reduce(fenceAfter, null);
  const list = untilFence(lines.slice(start), around);
  return `${withoutClosingWords(list.join("\n")).trim()}\n`;
}

/** The first heading of a form with a task before the next one, else the first: thoughts may come before the list. */
function startOfList(lines: readonly string[], title: RegExp): number | undefined {
  const titles = lines.flatMap((line, index) => (title.test(line) ? [index] : []));
  const hasTask = (start: number, index: number): boolean =>
    lines.slice(start, titles[index + 1]).some((line) => /^#{3,4} .*\d\.\d/.test(line));
  return titles.find(hasTask) ?? titles[0];
}

/** The code fence that is open after a line, or null. */
function fenceAfter(open: string | null, line: string): string | null {
  const [, marks, info] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (marks === undefined) return open;
  const isEnd = open !== null && marks.startsWith(open) && info?.trim() === "";
  return isEnd ? null : (open ?? marks);
}

/** The lines up to the end of the fence around them. The last possible end is taken, because the list may have fences. */
function untilFence(lines: readonly string[], around: string | null): readonly string[] {
  let inner: string | null = null;
  let end: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (inner === null && line.trim() === around) end = index;
    inner = fenceAfter(inner, line);
  }
  return lines.slice(0, end);
}

/** Removes a remark after the last criterion: `Let me know if you want changes!` */
function withoutClosingWords(text: string): string {
  const end = /^([\s\S]*\n\s*[-*] [^\n]*)\n\n(?:-{3,}\n\n)?(?![#*>|`~-]|\d+[.)])[^\n]+$/.exec(
    text.trim(),
  )?.[1];
  return end === undefined ? text : withoutClosingWords(end);
}
