import { labelOf } from "./ids.ts";
import { isAboutDocument, isHeadLine, splitLabel } from "./labels.ts";
import type { Chapter, Item, Line, TableBlock } from "./markdown.ts";
import type { Answer, Question } from "./model.ts";
import { linesBelow } from "./points.ts";

interface Asked {
  readonly answers: readonly Answer[];
  readonly open: readonly Question[];
}

/** One question with the lines below it. */
interface Entry {
  readonly head: Line;
  readonly below: Line[];
}

const answerWords = `answer(?:ed)?|a|resolved|resolution|decision|decided|recommendation|recommended|suggestion|suggested|proposal|assumption|conclusion|note|antwort|entscheidung|entschieden|empfehlung|annahme|beschluss|respuesta|decisi[oó]n|recomendaci[oó]n|sugerencia|réponse|décision|recommandation|resposta|decisão|recomendação|sugestão|risposta|decisione|raccomandazione|antwoord|besluit|aanbeveling|odpowiedź|decyzja|svar|beslut|답변?|결정(?: ?사항)?|권장|해결(?: ?방안)?|回答|答案?|决定|建议|決定|推奨|ответ|решение|рекомендация`;
const answerLabel = new RegExp(`^(?:${answerWords})$`, "iu");
const answerInLine = new RegExp(
  String.raw`(?:^|[?？.~)\s])\s*[(（[*]*(?:${answerWords})\s*[:：]\s*\**(.+)$`,
  "iu",
);
const settled = /^\W*(?:assume|decid|resolv|confirm|answer|agreed|accepted|yes\b|no\b)/i;
const undecided =
  /^\W*(?:needs?\b|needed|pending|tbd|open\b|required|to be|unknown|필요|미정|offen|ausstehend|pendiente)/i;
const answeredHeading =
  /✅|\b(?:resolved|answered|confirmed|decided|closed)\b|(?<!미)해결됨?|확정|확인된|gelöst|geklärt|resuelt|已解决|解決済/i;
const nothing =
  /^(?:(?:there are )?(?:none|no open questions?|nothing)(?: at this time| yet| remaining| so far)?|n\/?a|keine|ninguna|ninguno|aucune?|nessuna|nenhuma|geen|brak|없음|없습니다|无|無し?|なし|нет|-|tbd)[.。]?$/i;

/** Parts the questions of a chapter that the PRD has answered from those that are open. */
export function readQuestions(chapter: Chapter, isDecided: boolean): Asked {
  const decided = isDecided || answeredHeading.test(chapter.heading);
  const { entries, rest } = entriesOf(chapter);
  const own = entries.map((entry) => ask(entry, chapter.heading, decided));
  const below = rest.map((child) => readQuestions(child, decided));
  return {
    answers: [
      ...own.flatMap((one) => ("answer" in one ? [one] : [])),
      ...below.flatMap(({ answers }) => answers),
    ],
    open: [...own.flatMap((one) => ("answer" in one ? [] : [one])), ...below.flatMap(({ open }) => open)],
  };
}

function entriesOf(chapter: Chapter): { entries: readonly Entry[]; rest: readonly Chapter[] } {
  const entries: Entry[] = [];
  for (const block of chapter.blocks) {
    if (block.kind === "table") entries.push(...block.rows.map((row) => rowEntry(block, row)));
    if (block.kind === "list") entries.push(...itemEntries(block.items, entries));
    if (block.kind === "paragraph") entries.push(...lineEntries(block.lines, entries));
  }
  const rest: Chapter[] = [];
  for (const child of chapter.chapters) {
    if (isQuestion(child)) entries.push(headingEntry(child));
    else rest.push(child);
  }
  return { entries: entries.filter(({ head }) => head.text !== "" && !nothing.test(head.text.trim())), rest };
}

/** A label such as `A:` in a point of its own answers the question before it. */
function itemEntries(items: readonly Item[], before: Entry[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const item of items) {
    const last = entries.at(-1) ?? before.at(-1);
    if (last !== undefined && isAnswerLine(item)) last.below.push(item, ...linesBelow(item.blocks));
    else entries.push({ head: item, below: [...linesBelow(item.blocks)] });
  }
  return entries;
}

function lineEntries(lines: readonly Line[], before: Entry[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const line of lines) {
    const last = entries.at(-1) ?? before.at(-1);
    if (last !== undefined && isAnswerLine(line)) last.below.push(line);
    else if (
      !isAboutDocument(line.text) &&
      !(isHeadLine(line) && !/[?？]/.test(line.text)) &&
      (line.lead !== null || /[?？]/.test(line.text))
    )
      entries.push({ head: line, below: [] });
  }
  return entries;
}

const isAnswerLine = (line: Line): boolean => answerLabel.test(splitLabel(line)?.label ?? "");

function rowEntry({ header }: TableBlock, { cells, line }: TableBlock["rows"][number]): Entry {
  const column = header.findIndex((cell) => /question|topic|issue|frage|pregunta|질문|问题|質問/i.test(cell));
  const at = column >= 0 ? column : cells.findIndex((cell) => cell.length > 6);
  const below = cells.flatMap((text, index) =>
    index === at || text === "" || !answerLabel.test(header[index] ?? "")
      ? []
      : [{ text: `${header[index]}: ${text}`, lead: header[index] ?? null, struck: null, line }],
  );
  return { head: { text: cells[at] ?? "", lead: null, struck: null, line }, below };
}

const isQuestion = ({ heading, blocks, chapters }: Chapter): boolean =>
  chapters.length === 0 &&
  (/[?？]/.test(heading) ||
    /^\W*(?:OQ|Q)[-_ ]?\d/.test(heading) ||
    linesBelow(blocks).some((line) =>
      /^(?:question|frage|pregunta|질문|问题|質問|вопрос)$/i.test(splitLabel(line)?.label ?? ""),
    ));

function headingEntry({ heading, blocks, line }: Chapter): Entry {
  const below = linesBelow(blocks);
  const asked = below.find((one) =>
    /^(?:question|frage|pregunta|질문|问题|質問|вопрос)$/i.test(splitLabel(one)?.label ?? ""),
  );
  const text = labelOf(heading)?.rest || heading;
  if (asked === undefined) return { head: { text, lead: null, struck: null, line }, below: [...below] };
  const question = splitLabel(asked)?.rest ?? "";
  return {
    head: { text: `${text}: ${question}`, lead: text, struck: null, line },
    below: below.filter((one) => one !== asked),
  };
}

function ask({ head, below }: Entry, section: string, decided: boolean): Answer | Question {
  const { text, line } = head;
  const question = { text, line, section };
  if (head.struck !== null) {
    const rest = text.slice(text.indexOf(head.struck) + head.struck.length);
    return answerTo(question, head.struck, answerInLine.exec(rest)?.[1] ?? rest, line, below);
  }
  if (below.some((one) => isLeftOpen(one))) return question;
  const labelled = below.findIndex((one) => isAnswer(one));
  const answering = below[labelled];
  if (answering !== undefined)
    return answerTo(
      question,
      text,
      splitLabel(answering)?.rest ?? "",
      answering.line,
      below.slice(labelled + 1),
    );
  const said = answerWithin(text);
  if (said !== null)
    return answerTo(question, text.slice(0, text.length - said.length), said.text, line, below);
  return /[?？]\s*$/.test(text) ? question : decision(question, head, below, decided);
}

/** The answer at the end of a question's own line: labelled, or a sentence after the question mark. */
function answerWithin(text: string): { readonly text: string; readonly length: number } | null {
  const inLine = answerInLine.exec(text);
  if (inLine?.[1] !== undefined && !undecided.test(inLine[1]))
    return { text: inLine[1], length: text.length - inLine.index - 1 };
  const after = /[?？]["”»)]*\s+(?![(（[])([^?？]+)$/.exec(text)?.[1];
  return after === undefined || undecided.test(after) ? null : { text: after, length: after.length };
}

/** `Theme: both light and dark` in a section of decisions, or marked as resolved. */
function decision(
  question: Question,
  head: Line,
  below: readonly Line[],
  decided: boolean,
): Answer | Question {
  const isMarked = answeredHeading.test(head.text) && below.length > 0;
  if (!decided && !isMarked) return question;
  const own = splitLabel(head);
  if (own !== null && own.rest !== "") return answerTo(question, own.label, own.rest, head.line, below);
  if (isMarked || own !== null) return answerTo(question, own?.label ?? head.text, "", head.line, below);
  return answerTo(question, question.section, head.text, head.line, below);
}

/** `Status: Needs decision`, whatever is suggested besides. */
const isLeftOpen = (line: Line): boolean => {
  const own = splitLabel(line);
  return own !== null && /^(?:status|state|stand|estado|상태)$/i.test(own.label) && undecided.test(own.rest);
};

function isAnswer(line: Line): boolean {
  const own = splitLabel(line);
  if (own === null || (own.rest !== "" && undecided.test(own.rest))) return false;
  return answerLabel.test(own.label) || (/^status$/i.test(own.label) && settled.test(own.rest));
}

/** What follows the answer, such as the points that carry it out, is a part of it. */
function answerTo(
  { line, section }: Question,
  asked: string,
  said: string,
  saidLine: number,
  below: readonly Line[],
): Answer | Question {
  const clean = said.replace(/^[\s:：)*~→—–-]+/, "").trim();
  const bare = clean.replace(/^\(([^()]*)\)$/, "$1").replace(/^([^(（]*)[)）]$/, "$1");
  const answer = [bare, ...below.filter((one) => !isHeadLine(one)).map(({ text }) => text)]
    .filter((text) => text !== "")
    .join("; ");
  const text = asked.replace(/[\s(（*~]+$/, "").trim();
  return answer === ""
    ? { text, line, section }
    : { text, line, section, answer, answerLine: bare === "" ? (below[0]?.line ?? saidLine) : saidLine };
}
