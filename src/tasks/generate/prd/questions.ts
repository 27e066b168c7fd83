import { isAboutDocument, isHeadLine, splitLabel } from "./labels.ts";
import type { Answer, Question } from "./model.ts";
import type { Point } from "./outline.ts";
import { isHead, isHeading, linesBelow } from "./points.ts";

interface Asked {
  readonly answers: readonly Answer[];
  readonly open: readonly Question[];
}

type Line = Pick<Point, "text" | "lead" | "struck" | "line">;

/** A question with the lines below it. */
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

const questionWord = /^(?:question|frage|pregunta|질문|问题|質問|вопрос)$/i;

/** The questions of a section, split into answered and open ones. */
export function readQuestions(section: Point, isDecided: boolean): Asked {
  const decided = isDecided || answeredHeading.test(section.text);
  const asked = entriesOf(section.below)
    .filter(({ head }) => head.text !== "" && !nothing.test(head.text.trim()))
    .map((entry) => ask(entry, section.text, decided));
  const below = section.below
    .filter((point) => isHeading(point) && !isQuestion(point))
    .map((child) => readQuestions(child, decided));
  const isAnswered = (one: Answer | Question): one is Answer => "answer" in one;
  return {
    answers: [...asked.filter(isAnswered), ...below.flatMap(({ answers }) => answers)],
    open: [...asked.filter((one) => !isAnswered(one)), ...below.flatMap(({ open }) => open)],
  };
}

/** The questions among points. A line or point that begins with a label such as `A:` answers the question before it. */
function entriesOf(points: readonly Point[], before: readonly Entry[] = []): readonly Entry[] {
  const entries: Entry[] = [];
  for (const point of points) {
    const last = entries.at(-1) ?? before.at(-1);
    if (isHeading(point)) entries.push(...headingEntries(point));
    else if (point.form === "table") entries.push(...point.below.map((row) => rowEntry(point.cells, row)));
    else if (last !== undefined && isAnswerLine(point)) last.below.push(point, ...linesBelow(point));
    else if (isAsked(point)) entries.push({ head: point, below: [...linesBelow(point)] });
    else entries.push(...entriesOf(point.below, entries));
  }
  return entries;
}

const isAnswerLine = (point: Point): boolean => answerLabel.test(splitLabel(point)?.label ?? "");

/** A list item, a line with a question mark, or a labelled line that does more than introduce others. */
const isAsked = (point: Point): boolean => {
  const { form, text, lead } = point;
  if (form !== "line") return form === "item";
  return !isAboutDocument(text) && (/[?？]/.test(text) || (lead !== null && !isHead(point)));
};

function rowEntry(header: readonly string[], { cells, line }: Point): Entry {
  const column = header.findIndex((cell) => /question|topic|issue|frage|pregunta|질문|问题|質問/i.test(cell));
  const at = column >= 0 ? column : cells.findIndex((cell) => cell.length > 6);
  const below = cells.flatMap((text, index) => {
    const lead = header[index] ?? "";
    return index === at || text === "" || !answerLabel.test(lead)
      ? []
      : [{ text: `${lead}: ${text}`, lead, struck: null, line }];
  });
  return { head: { text: cells[at] ?? "", lead: null, struck: null, line }, below };
}

const questionIn = (section: Point): Point | undefined =>
  linesBelow(section).find((line) => questionWord.test(splitLabel(line)?.label ?? ""));

const isQuestion = (section: Point): boolean =>
  !section.below.some(isHeading) &&
  (/[?？]|^\W*(?:OQ|Q)[-_ ]?\d/.test(section.text) || questionIn(section) !== undefined);

function headingEntries(section: Point): readonly Entry[] {
  if (!isQuestion(section)) return [];
  const asked = questionIn(section);
  const lead = section.label?.rest || section.text;
  const text = asked === undefined ? lead : `${lead}: ${splitLabel(asked)?.rest ?? ""}`;
  const head = { text, lead: asked === undefined ? null : lead, struck: null, line: section.line };
  return [{ head, below: linesBelow(section).filter((one) => one !== asked) }];
}

function ask({ head, below }: Entry, section: string, decided: boolean): Answer | Question {
  const { text, line, struck } = head;
  const question = { text, line, section };
  if (struck !== null) {
    const rest = text.slice(text.indexOf(struck) + struck.length);
    return answerTo(question, struck, answerInLine.exec(rest)?.[1] ?? rest, below);
  }
  if (below.some((one) => isLeftOpen(one))) return question;
  const labelled = below.findIndex((one) => isAnswer(one));
  const answering = below[labelled];
  if (answering !== undefined) {
    const said = splitLabel(answering)?.rest ?? "";
    return answerTo(question, text, said, below.slice(labelled + 1), answering.line);
  }
  const said = answerWithin(text);
  if (said !== null) return answerTo(question, text.slice(0, text.length - said.length), said.text, below);
  return /[?？]\s*$/.test(text) ? question : decision(question, head, below, decided);
}

/** The answer on the same line as the question: labelled, or a sentence after the question mark. */
function answerWithin(text: string): { readonly text: string; readonly length: number } | null {
  const inLine = answerInLine.exec(text);
  if (inLine?.[1] !== undefined && !undecided.test(inLine[1]))
    return { text: inLine[1], length: text.length - inLine.index - 1 };
  const after = /[?？]["”»)]*\s+(?![(（[])([^?？]+)$/.exec(text)?.[1];
  return after === undefined || undecided.test(after) ? null : { text: after, length: after.length };
}

/**
 * An entry without a question, such as `Theme: both light and dark`, in a section of decisions or marked as resolved.
 */
function decision(
  question: Question,
  head: Line,
  below: readonly Line[],
  decided: boolean,
): Answer | Question {
  const isMarked = answeredHeading.test(head.text) && below.length > 0;
  if (!decided && !isMarked) return question;
  const { label, rest } = splitLabel(head) ?? { label: null, rest: "" };
  if (label === null && !isMarked) return answerTo(question, question.section, head.text, below);
  return answerTo(question, label ?? head.text, rest, below);
}

/** `Status: Needs decision`: the question is open, even if an answer is suggested. */
const isLeftOpen = (line: Line): boolean => {
  const own = splitLabel(line);
  return own !== null && /^(?:status|state|stand|estado|상태)$/i.test(own.label) && undecided.test(own.rest);
};

function isAnswer(line: Line): boolean {
  const own = splitLabel(line);
  if (own === null || (own.rest !== "" && undecided.test(own.rest))) return false;
  return answerLabel.test(own.label) || (/^status$/i.test(own.label) && settled.test(own.rest));
}

/** Builds an answer. The lines after it, such as points with details, are part of it. */
function answerTo(
  { line, section }: Question,
  asked: string,
  said: string,
  below: readonly Line[],
  saidLine = line,
): Answer | Question {
  const clean = said.replace(/^[\s:：)*~→—–-]+/, "").trim();
  const bare = clean.replace(/^\(([^()]*)\)$/, "$1").replace(/^([^(（]*)[)）]$/, "$1");
  const carried = below.filter((one) => !isHeadLine(one)).map(({ text }) => text);
  const answer = [bare, ...carried].filter((text) => text !== "").join("; ");
  const question = { text: asked.replace(/[\s(（*~]+$/, "").trim(), line, section };
  const answerLine = bare === "" ? (below[0]?.line ?? saidLine) : saidLine;
  return answer === "" ? question : { ...question, answer, answerLine };
}
