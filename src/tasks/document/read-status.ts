import { letters, wordsIn } from "./letters.ts";
import type { Status } from "./task-list.ts";

export interface StatusReading {
  readonly value: Status;
  /** The text after the status word, without its dash or colon. */
  readonly tail: string;
}

interface StatusWords {
  readonly status: Status;
  readonly english: RegExp;
  /**
   * The beginnings of its words in other languages, in lower case; longer ones first, since some begin with a shorter
   * one.
   */
  readonly translated: readonly string[];
  /** The signs that stand for it. */
  readonly sign: RegExp;
}

/** If a text has several signs, the first status in this order counts. */
const vocabulary: readonly StatusWords[] = [
  {
    status: "Complete",
    english: /^(?:completed?|done|finished)(?![a-z\d])/i,
    translated: wordsIn(`
      已完成, 完成, 完了, 완료, завершен, завершён, готово, выполнен, сделано, abgeschlossen, erledigt, fertig,
      terminé, achevé, fait, completad, terminad, hecho, concluíd, concluid, feito, completat, fatto,
      voltooid, klaar
    `),
    sign: /[✅☑✔]|\[[xX]\]/u,
  },
  {
    status: "In Progress",
    english: /^(?:in[ _-]?progress|started|doing|wip|ongoing)(?![a-z\d])/i,
    translated: wordsIn(`
      进行中, 進行中, 作業中, 진행 중, 진행중, в работе, в процессе, выполняется, in arbeit, in bearbeitung, en cours,
      en curso, en progreso, em andamento, em progresso, in corso, bezig
    `),
    sign: /🔄|🚧|🏗|▶|🔨/u,
  },
  {
    status: "Blocked",
    english: /^(?:blocked|on hold|waiting)(?![a-z\d])/i,
    translated: wordsIn(`
      阻塞, 受阻, 被阻塞, ブロック, 차단, 보류, заблокирован, blockiert, bloqué, bloquead, bloccat, geblokkeerd
    `),
    sign: /⛔|🚫|🛑|⏸/u,
  },
  {
    status: "Not Started",
    english:
      /^(?:not[ _-]?(?:yet[ _-])?(?:started|begun|done|complete[d]?)|to[ -]?do|pending|open|planned)(?![a-z\d])/i,
    translated: wordsIn(`
      未开始, 待开始, 未開始, 待办, 未着手, 시작 전, 미시작, 대기 중, 대기, 예정, не начат, не начато, ожидает, к выполнению,
      nicht begonnen, nicht gestartet, offen, ausstehend, pas commencé, non commencé, à faire, en attente,
      no iniciad, sin empezar, pendiente, não iniciad, pendente, da fare, non iniziat, niet gestart
    `),
    sign: /⬜|🔲|☐|⏳|\[ \]/u,
  },
];

/** Reads a status, ignoring case, emoji, bold marks and tail; null if it is none of the four. */
export function readStatus(written: string): StatusReading | null {
  // Only 100 % may precede the word: "90% complete" and "0 of 5 complete" are not Complete.
  const words = written.replace(/^(?:\[[ xX]\]|100\s?%|[^A-Za-z\d])+/, "");
  for (const { status, english } of vocabulary) {
    const match = english.exec(words);
    if (!match) continue;
    const tail = tailOf(words.slice(match[0].length));
    return status === "Complete" && shareAlone.test(tail) ? null : { value: status, tail };
  }
  const translated = readTranslated(written);
  if (translated || words !== "" || noSign.test(written)) return translated;
  const signed = vocabulary.find(({ sign }) => sign.test(written));
  return signed ? { value: signed.status, tail: "" } : null;
}

/** `Complete: 50%` and `Done (80 %)`, but not `Done - 80% of the lines are covered`. */
const shareAlone = /^(?!100\b)\d+(?:[.,]\d+)?\s?%$/;
const noSign = new RegExp(`[${letters}\\d]`);

function readTranslated(written: string): StatusReading | null {
  const words = written.replace(leadingSigns, "");
  const lower = words.toLowerCase();
  for (const { status, translated } of vocabulary) {
    const found = translated.find((beginning) => lower.startsWith(beginning));
    if (found !== undefined)
      return { value: status, tail: tailOf(words.slice(found.length).replace(restOfWord, "")) };
  }
  return null;
}

const leadingSigns = new RegExp(String.raw`^(?:\[[ xX]\]|[^${letters}\d])+`);
const restOfWord = new RegExp(`^[${letters}]+`);

/** In `Blocked (waiting)` the parentheses replace the dash; after a dash, they are part of the text. */
function tailOf(rest: string): string {
  const dash = /^(?:\s|\*|_)*[-–—:：,]\s*/.exec(rest)?.[0];
  if (dash !== undefined) return rest.slice(dash.length).trim();
  const tail = rest.replace(/^(?:\s|\*|_)+/, "").trim();
  return /^\([^()]*\)$/.test(tail) ? tail.slice(1, -1).trim() : tail;
}

/** The status that ticks in a list of criteria imply. */
export function statusOfItems(items: readonly { readonly checked: boolean }[]): Status {
  // An item without a box counts as open, so the first tick in a list of plain bullets does not complete the task.
  const ticked = items.filter(({ checked }) => checked).length;
  if (ticked === 0) return "Not Started";
  return ticked === items.length ? "Complete" : "In Progress";
}
