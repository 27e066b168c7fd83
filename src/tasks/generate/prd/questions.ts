import { kindOfWords } from "./heading-kind.ts";
import {
  isAboutDocument,
  isHeadLine,
  isIds,
  isStatus,
  optionalityBy,
  splitLabel,
  withoutColon,
} from "./labels.ts";
import type { Answer, Question, Requirement } from "./model.ts";
import type { Point } from "./points.ts";
import { everyOne, isHead, isHeading, linesBelow, passagesOf } from "./points.ts";
import type { Kinded } from "./sections.ts";
import { topmost } from "./sections.ts";

type Line = Pick<Point, "text" | "lead" | "struck" | "line">;

/** A question with the lines below it. */
interface Entry {
  readonly head: Line;
  readonly below: Line[];
  readonly section: string;
  /** Whether its section says that it is answered. */
  readonly isDecided: boolean;
  /** Whether it is a cell. A table has another column for answers, so only a label within the cell marks one. */
  readonly isCell: boolean;
}

/** Labels that a settled answer needs no more. */
const settled = `answer(?:ed)?|a|resolved|resolution|decided|choice|conclusion|antwort|entscheidung|entschieden|beschluss|respuesta|decisi[oó]n|réponse|décision|resposta|decisão|risposta|decisione|antwoord|besluit|odpowiedź|decyzja|đã chốt|trả lời|quyết định|svar|beslut|답변?|결정(?: ?사항)?|해결(?: ?방안)?|回答|答案?|决定|決定|ответ|решение`;
const settledLabel = new RegExp(`^(?:${settled}|status)$`, "iu");
const answerWords = `${settled}|recommendation|recommended|suggestion|suggested|proposal|assumption|note|empfehlung|annahme|recomendaci[oó]n|sugerencia|recommandation|recomendação|sugestão|raccomandazione|aanbeveling|권장|建议|推奨|рекомендация`;
const answerLabel = new RegExp(`^(?:${answerWords}|status)$`, "iu");
/** A label such as `Answer:` within a line, or a sentence after the question mark. */
const answerInLine = new RegExp(
  String.raw`(?:(?:^|[?？.~)\s])\s*[(（[*]*(?<label>(?:${answerWords})\s*[:：]\s*)\**|[?？]["”»)]*\s+(?![(（[])(?=[^?？]+$))(?<answer>.+)$`,
  "iu",
);
const questionLabel = /^(?:q|question|frage|pregunta|pergunta|domanda|질문|问|質問)\s*[:：]\s*/iu;
const undecided =
  /^\W*if\b[^,]*,\s*(?:we )?(?:(?:could|might|may) )?consider\b|^\W*(?:consider|proposed$|draft$|likely|maybe|perhaps|possibly|probably|needs?\b|needed|pending|tbd|open\b|required|to be|unknown|필요|미정|offen|ausstehend|pendiente)|\b(?:not (?:yet )?(?:clear|decided|sure)|unsure|unclear|don['’]t know)\b|\bto be (?:decided|defined|determined|settled)|\b(?:must|should|needs to|has to) be (?:agreed|clarified|confirmed|decided|defined|determined|discussed|resolved|settled)\b/i;
const answeredHeading =
  /✅|\b(?:resolved|answered|confirmed|decided|closed)\b|(?<!미)해결됨?|확정|확인된|gelöst|geklärt|resuelt|已解决|解決済/i;
/** `Decisions needed` */
const toBeMade = /\b(?:needed|open|pending|required|to be|to make)\b/i;
const nothing =
  /^(?:(?:there are )?(?:none|no open questions?|nothing)(?: at this time| yet| remaining| so far)?|n\/?a|keine|ninguna|ninguno|aucune?|nessuna|nenhuma|geen|brak|없음|없습니다|无|無し?|なし|нет|-|tbd)[.。]?$|^(?:none|ninguna|ninguno|aucune?|nessuna|nenhuma|keine)\s*[:：]\s[^?？]*$/i;

/** The questions of a PRD, split into answered and open ones. */
export function readQuestions(kinded: readonly Kinded[]): {
  readonly answers: readonly Answer[];
  readonly open: readonly Question[];
} {
  const sections = [...topmost(kinded, "questions"), ...topmost(kinded, "decisions")];
  const asked = sections
    .toSorted((one, other) => one.line - other.line)
    .flatMap(({ chapter, kind }) => entriesOf(chapter, chapter.below, kind === "decisions"))
    .filter(({ head }) => !nothing.test(head.text.trim()))
    .map(ask);
  const answers = asked.filter((one): one is Answer => "answer" in one);
  return { answers, open: asked.filter((one) => !("answer" in one)) };
}

/** What requirements leave open by the mark of spec-kit: `[NEEDS CLARIFICATION: which formats?]`. */
export const unclearIn = (requirements: readonly Requirement[]): readonly Question[] =>
  requirements.flatMap(({ id, text: sentence, line: first, area, parts }) =>
    [{ text: sentence, line: first }, ...passagesOf(parts)].flatMap(({ text, line }) =>
      [...text.matchAll(/\[NEEDS CLARIFICATION\s*[:：]\s*([^\]]+)\]/gi)].map(([, asked = ""]) => ({
        text: asked,
        line,
        section: area ?? id,
      })),
    ),
  );

/** The questions of a section. A line or point that begins with a label such as `A:` answers the question before it. */
function entriesOf(
  section: Point,
  points: readonly Point[],
  wasDecided: boolean,
  entries: Entry[] = [],
): readonly Entry[] {
  const isMade = kindOfWords(section.text) === "decisions" && !toBeMade.test(section.text);
  const isDecided = wasDecided || isMade || answeredHeading.test(section.text);
  const isExcluded = (point: Point): boolean =>
    isHeading(point) &&
    ((wasDecided && kindOfWords(point.text) === "nonGoals") ||
      (["dependencies", "nonGoals", "risks"].includes(kindOfWords(point.text)) && !asks(point)));
  const asked = points.find(
    ({ form, text }) => nothing.test(text) || (form === "item" && asksSomething.test(text)),
  );
  const isFooter = (point: Point): boolean =>
    !isDecided && asked !== undefined && asked.line < point.line && asksNothing(point);
  for (const point of points.filter((one) => !isExcluded(one) && !isFooter(one))) {
    const last = entries.at(-1);
    if (isHeading(point) && !isQuestionHeading(point))
      entries.push(...entriesOf(point, point.below, isDecided));
    else if (last !== undefined && !isHeading(point) && belongsTo(last, point))
      last.below.push(point, ...linesBelow(point));
    else if (point.form !== "table" && !isAsked(point)) entriesOf(section, point.below, isDecided, entries);
    else
      entries.push(
        ...askedBy(point, isDecided).map((one) => ({
          ...one,
          section: section.text,
          isDecided: isDecided || point.isDone === true || one.head.text.includes("✅"),
          isCell: point.form === "table",
        })),
      );
  }
  return entries;
}

type Asked = Pick<Entry, "head" | "below">;

function askedBy(point: Point, isDecided: boolean): readonly Asked[] {
  if (point.form === "table") return point.below.flatMap((row) => rowEntry(point.cells, row, isDecided));
  const text = isHeading(point) ? (point.label?.rest ?? point.text) : point.text;
  // A heading that is crossed out is a question that is settled: its answer is below it.
  const struck = isHeading(point) ? null : point.struck;
  return [{ head: { ...point, text, struck }, below: [...linesBelow(point)] }];
}

/** An answer, or what is between a line such as `Q: …` and its answer. */
const belongsTo = ({ head }: Entry, point: Point): boolean =>
  !isAboutDocument(point.text) &&
  (isAnswer(point) ||
    (point.form === "line" && questionLabel.test(head.text) && !questionLabel.test(point.text)));

const asks = (point: Point): boolean => everyOne([point]).some(({ text }) => asksSomething.test(text));

/** After a list of questions, `**Target audience:** Parents` and `Related PRDs:` above a list ask nothing. */
const asksNothing = (point: Point): boolean => point.form === "line" && !isAnswer(point) && !asks(point);

const asksSomething = /[?？]/;

const isAnswer = (line: Line): boolean => answerLabel.test(splitLabel(line)?.label ?? "");

/** A list item, a heading, a line with a question mark, or a labelled line that does more than introduce others. */
const isAsked = (point: Point): boolean => {
  const { form, text, lead } = point;
  if (form !== "line") return form === "item" || form === "heading";
  return !isAboutDocument(text) && (asksSomething.test(text) || (lead !== null && !isHead(point)));
};

const isQuestionHeading = (section: Point): boolean => /[?？]|^\W*(?:OQ|Q)[-_ ]?\d/.test(section.text);

/**
 * The first long cell is the question; a column such as `Decision` is the answer. Among decisions, a row without such a
 * column is the answer as a whole: `Framework: Streamlit`. One that is rejected decides nothing.
 */
function rowEntry(header: readonly string[], row: Point, isDecided: boolean): readonly Asked[] {
  const { cells, text: whole, line } = row;
  const isStatusAt = (index: number): boolean => isDecided && isStatus(header[index] ?? "");
  if (cells.some((cell, index) => isStatusAt(index) && optionalityBy("status", cell) === "wont")) return [];
  const lineOf = (text: string, lead: string | null): Line => ({ text, lead, struck: null, line });
  const long = cells.findIndex((cell) => cell.length > 6);
  const at = long < 0 ? cells.findIndex((cell) => /\p{L}/u.test(cell) && !isIds(cell)) : long;
  const below = cells.flatMap((text, index) => {
    const lead = header[index] ?? "";
    const isAnswering = answerLabel.test(lead) && !(isStatusAt(index) && !undecided.test(text));
    return index !== at && isAnswering ? [lineOf(`${lead}: ${text}`, lead)] : [];
  });
  if (!isDecided || (at >= 0 && below.length > 0)) return [{ head: lineOf(cells[at] ?? "", null), below }];
  const name = cells.find((cell) => whole.startsWith(`${cell}: `)) ?? null;
  return [{ head: lineOf(whole, name), below: [] }];
}

function ask({ head, below, section, isDecided, isCell }: Entry): Answer | Question {
  const { line, struck } = head;
  const text = head.text.replace(questionLabel, "");
  const question = { text, line, section };
  if (struck !== null)
    return answerTo(question, struck, text.slice(text.indexOf(struck) + struck.length), below);
  // `Status: Needs decision`: the question is open, even if an answer is suggested.
  if (below.some((one) => undecided.test(splitLabel(one)?.rest ?? ""))) return question;
  // Beside an answer, `Status: Resolved` says nothing.
  const isSaid = (line: Line): boolean => isAnswer(line) && !isStatus(splitLabel(line)?.label ?? "");
  const at = below.findIndex(below.some(isSaid) ? isSaid : isAnswer);
  const answering = below[at];
  if (answering !== undefined)
    return answerTo(question, text, answerIn(answering), below.slice(at + 1), answering.line);
  const within = answerInLine.exec(text);
  const { label: mark = "", answer = "" } = within?.groups ?? {};
  if (within !== null && !undecided.test(answer) && !(isCell && mark === ""))
    return answerTo(question, text.slice(0, within.index + 1), mark + answer, below);
  if (!isDecided) return question;
  // The answer is below a question.
  if (/[?？]\s*$/.test(text)) return answerTo(question, text, "", below);
  // An entry without a question, such as `Theme: both light and dark`, among decisions.
  const { label, rest } = splitLabel(head) ?? { label: section, rest: text };
  return answerTo(question, label, rest, below);
}

/** The words of a line with an answer. `Recommendation:` stays, because it decides nothing. */
function answerIn(line: Line): string {
  const { label = "", rest = "" } = splitLabel(line) ?? {};
  return settledLabel.test(label) ? rest : line.text;
}

/** Builds an answer. The lines after it, such as points with details, are part of it. */
function answerTo(
  { line, section }: Question,
  asked: string,
  said: string,
  below: readonly Line[],
  saidLine = line,
): Answer | Question {
  const clean = said
    .replace(new RegExp(`^[\\s:：)*~→—–✅-]*(?:\\(?(?:${settled})\\s*[:：]\\s*)?`, "iu"), "")
    .trim();
  const bare = withoutColon(clean.replace(/^([^(（]*)[)）]$/, "$1"));
  const carried = below.filter((one) => !isHeadLine(one)).map(({ text }) => text);
  const answer = [bare, ...carried].filter((text) => text !== "").join("; ");
  const question = { text: asked.replace(/[\s(（*~]+$/, "").trim(), line, section };
  const answerLine = bare === "" ? (below[0]?.line ?? saidLine) : saidLine;
  return answer === "" ? question : { ...question, answer, answerLine };
}
