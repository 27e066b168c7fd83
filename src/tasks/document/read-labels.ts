import { distance } from "fastest-levenshtein";
import { letters, wordsIn } from "./letters.ts";
import type { Block } from "./read-blocks.ts";
import { lineAt, linesOf, located, partOf, shownText } from "./source-lines.ts";
import type { FieldName, Located } from "./task-list.ts";
import { canonicalLabel } from "./task-list.ts";

/** A label on a line with the text that follows it. */
export interface LabelledText {
  /** Null for an author's own label. */
  readonly name: FieldName | null;
  readonly label: Located;
  readonly value: Located;
  readonly bold: boolean;
  /** The start of the label, including its `**`. */
  readonly start: number;
}

const boldLabel =
  /^(?<open>\*\*|__)(?<label>[^*_|\r\n]{1,60}?)(?:[:：]\s*\k<open>|\k<open>(?:\s*\([^)\r\n]*\))?\s*[:：])(?<value>.*)$/s;
const boldWords = /^(?<open>\*\*|__)(?<label>[^*_|\r\n]{1,60}?)\k<open>(?<value>)$/;
const plainLabel = new RegExp(
  String.raw`^(?<label>[${letters}][^:：*_\x60|\r\n]{0,40})(?::(?=\s|$)|：)(?<value>.*)$`,
  "s",
);

/**
 * The labels of a line: one, or several separated by ` | `. Empty if the line does not begin with a label. A plain word
 * before a colon is a label only if it names a field; a bold word always is.
 */
export function readLabels(written: Located): LabelledText[] {
  const line = partOf(written, 0, shownText(written.text).length);
  const whole = readLabel(line);
  if (!whole) return [];
  const segments = splitByBars(line);
  if (segments.length === 1) return [whole];
  const labels: LabelledText[] = [];
  for (const segment of segments) {
    const label = readLabel(segment);
    const previous = labels.at(-1);
    if (label) labels.push(label);
    else if (previous) labels[labels.length - 1] = extendTo(previous, line, segment.end);
  }
  return labels;
}

/** The labels of a line outside of a document. */
export const labelsIn = (line: string): LabelledText[] => readLabels(located(line, 0, line.length));

/** Emoji before a bold label, as in `🔗 **Dependencies**: 1.1`. */
const emojiBefore = new RegExp(String.raw`^[^${letters}\x00-\x7F]{1,8}[ \t]+(?=\*\*|__)`);

function readLabel(text: Located): LabelledText | null {
  const emoji = emojiBefore.exec(text.text)?.[0].length ?? 0;
  if (emoji > 0) {
    const label = readLabel(partOf(text, emoji, text.text.length));
    // Such a line with the author's own label is a remark.
    return label?.name ? label : null;
  }
  const match = boldLabel.exec(text.text) ?? boldWords.exec(text.text);
  const found = match ?? plainLabel.exec(text.text);
  const words = found?.groups?.["label"];
  const value = found?.groups?.["value"];
  if (words === undefined || value === undefined) return null;
  const name = fieldNamed(words);
  const colonless = match && !/[:：]/.test(match[0]);
  if (name === null && (colonless || (!match && !isPlainOwnLabel(words, value.trim())))) return null;
  const labelStart = text.text.indexOf(words);
  return {
    name,
    label: partOf(text, labelStart, labelStart + words.length),
    value: partOf(text, text.text.length - value.length, text.text.length),
    bold: match !== null,
    start: text.start,
  };
}

/** The parts of a line between bars that have a blank on both sides and are not in code. */
function splitByBars(line: Located): Located[] {
  if (!line.text.includes(" | ")) return [line];
  const parts: Located[] = [];
  let from = 0;
  for (const { 0: token, index } of line.text.matchAll(/`[^`]*`| \| /g)) {
    if (token !== " | ") continue;
    parts.push(partOf(line, from, index));
    from = index + token.length;
  }
  return [...parts, partOf(line, from, line.text.length)];
}

/** A bar inside a value does not end it: the value continues to the end of the next part. */
function extendTo(labelled: LabelledText, line: Located, end: number): LabelledText {
  return { ...labelled, value: partOf(line, labelled.value.start - line.start, end - line.start) };
}

/** An endpoint such as `POST /api/users` at the start of a text, in backticks or not. No path ends with `,` or `:`. */
export const endpointPattern =
  /^`?(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?<path>\/(?:[^\s`]*[^\s`,;:.])?)`?/;

/** Emoji, bold marks, digits and blanks around the words of a label. */
const outerMarks = new RegExp(`^[^${letters}]+|[^${letters}]+$`, "g");

/**
 * Synonyms of the labels, in lower case. If a label went unrecognized, a task could wrongly count as ready, done or
 * free.
 */
const otherWords: Partial<Record<FieldName, string>> = {
  status: "状态, 状態, 상태, статус, état, stato, stan, statut, estado",
  owner: `
    负责人, 負責人, 担当, 担当者, 담당자, ответственный, исполнитель, verantwortlich, responsable, responsável,
    responsabile
  `,
  complexity:
    "复杂度, 複雜度, 複雑度, 복잡도, сложность, komplexität, complexité, complejidad, complexidade, complessità",
  dependencies: `
    dependency, depends, deps, depends on, blocked by, prerequisite, prerequisites, 依赖, 依赖项, 依赖关系, 依赖任务,
    前置条件, 前置任务, 依賴, 前提条件, 依存, 依存関係, 의존성, 선행 작업, 선행 조건, зависимости, зависит от, abhängigkeiten,
    abhängig von, voraussetzungen, dépendances, dépend de, prérequis, dependencias, depende de,
    requisitos previos, dependências, dipendenze, afhankelijkheden, zależności
  `,
  requirements:
    "requirement, 需求, 要求, 요구사항, требования, anforderungen, exigences, requisitos, requisiti",
  files: `
    file, 文件, 涉及文件, 档案, ファイル, 파일, файлы, dateien, fichiers, archivos, ficheros, arquivos, bestanden,
    pliki
  `,
  endpoint: "endpoints, api endpoint",
  steps: `
    subtasks, sub-tasks, implementation steps, step, 步骤, 实施步骤, 子任务, 步驟, 手順, 단계, 세부 작업, 세부 단계, шаги,
    подзадачи, schritte, teilaufgaben, étapes, sous-tâches, pasos, subtareas, passos, subtarefas,
    passaggi, stappen, kroki
  `,
  verification: `
    acceptance criteria, success criteria, definition of done, verification steps, verification criteria,
    verify, 验收标准, 验证, 完成标准, 完成条件, 驗收標準, 検証, 受け入れ基準, 受入基準, 완료 조건, 완료 기준, 검증, 수락 기준, критерии приемки,
    критерии приёмки, критерии готовности, проверка, akzeptanzkriterien, abnahmekriterien, prüfung,
    verifikation, überprüfung, critères d'acceptation, vérification, critères de validation,
    criterios de aceptación, verificación, criterios de éxito, critérios de aceitação, verificação,
    criteri di accettazione, verifica, acceptatiecriteria, kryteria akceptacji
  `,
};

/** All fields, in the order of the format. */
export const fieldNames = Object.keys(canonicalLabel) as readonly FieldName[];
const namesByWords = new Map<string, FieldName>(
  fieldNames.flatMap((name) =>
    [name, ...wordsIn(otherWords[name] ?? "")].map((word) => [word, name] as const),
  ),
);

/** The field that a label names, by its standard word, a synonym or a misspelling; null for an author's own label. */
export function fieldNamed(label: string): FieldName | null {
  // Nearly every label is a standard word.
  const known = namesByWords.get(label.toLowerCase());
  if (known !== undefined) return known;
  const words = label
    .replace(/\([^)]*\)/g, " ")
    .replace(outerMarks, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
  if (/^files? (?:to |touched|changed|affected|created|modified)/.test(words)) return "files";
  return namesByWords.get(words) ?? misspeltName(words);
}

/** Whether the label is a misspelt standard word, which `lint --fix` corrects. */
export function isMisspelt(label: string, name: FieldName): boolean {
  const words = label.toLowerCase();
  return label !== canonicalLabel[name] && (words === name || misspeltName(words) === name);
}

/** Only for long words, because a misspelt short word looks like another word. */
function misspeltName(words: string): FieldName | null {
  if (words.length < 7 || words.length > 16) return null;
  const near = fieldNames.find(
    (name) => name.length >= 8 && name[0] === words[0] && distance(name, words) <= (name.length > 9 ? 2 : 1),
  );
  return near ?? null;
}

const idLabels: ReadonlySet<string> = new Set([
  ...["id", "ref", "key", "task id", "task-id", "ticket", "ticket id", "issue id"],
  ...["编号", "編號", "번호", "идентификатор", "kennung", "identifiant", "identificador"],
]);

/** Whether a label gives the task an id. */
export const isIdLabel = (label: string): boolean => idLabels.has(label.trim().toLowerCase());

/**
 * A word for an estimate anywhere in the label, or one for a time as the whole label: `Response Time` is something else.
 * In lower case, and without the `i` and `u` flags: see letters.ts.
 */
const estimateLabel =
  /^(?:.*[ (])?(?:est\.?|estim.*|effort|eta|aufwand|(?:ge)?schätz.*|esfuerzo|esforço|stima.*|оценка|трудо.*)(?:[ )].*)?$|^(?:duration|time|hours|size|dauer|durée|duración|tiempo|duração|durata|длительность|время|срок)(?: ?\(.*\))?$|时间|時間|工时|工時|工期|预估|预计|估算|見積|시간|기간|공수/;

/** Words that make a line an estimate or an id instead of a step even if they are not bold. */
const plainOwnLabel =
  /^(?:estimate[ds]?|estimated (?:time|effort|duration)|(?:time|effort) estimate|effort|duration|(?:task )?id)$/;

/** Whether a label that is not bold and the value after it state the task's estimate or its id. */
const isPlainOwnLabel = (label: string, value: string): boolean =>
  plainOwnLabel.test(label.toLowerCase()) &&
  (isIdLabel(label) ? /^\S+$/.test(value) : readEstimate(label, value) !== null);

const minutesByUnit: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|mins?|minut(?:e|es|en|os?|i)|мин.*|分钟|分鐘|分|분)$/, 1],
  [/^(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|час.*|ч|小时|小時|時間|시간)$/, 60],
  [/^(?:d|days?|tage?n?|jours?|d[ií]as?|giorn[oi]|дн.*|день|天|日|일)$/, 8 * 60],
  [/^(?:w|wks?|weeks?|wochen?|semaines?|semanas?|settiman[ae]|недел.*|周|週|주)$/, 5 * 8 * 60],
];

/** `2 hours`, `1.5h`, `1 1/2 days`, `1-2 days`: the last number before the unit is the upper end. */
const amount = new RegExp(
  String.raw`(?:(?:(?<whole>\d+)\s+)?(?<part>\d+)\/(?<of>[1-9]\d*)|(?<number>\d+(?:[.,]\d+)?))\s*[-+]?\s*(?<unit>[${letters}]+)`,
  "g",
);

/**
 * The minutes that a field such as Estimate or Duration states; null for other labels and for a size without a unit of
 * time.
 */
export const readEstimate = (label: string, value: string): number | null =>
  /\d/.test(value) && estimateLabel.test(label.toLowerCase()) ? minutesIn(value) : null;

/** The minutes that a text states: for a range, its upper end; a day is 8 hours. Null without a unit of time. */
export function minutesIn(text: string): number | null {
  const words = text.replace(/[(（].*$/s, "").toLowerCase();
  let sum = 0;
  let before = { unit: Number.POSITIVE_INFINITY, end: 0 };
  for (const { groups, index, 0: said } of words.matchAll(amount)) {
    const unit = minutesByUnit.find(([pattern]) => pattern.test(groups?.["unit"] ?? ""))?.[1];
    if (unit === undefined) continue;
    const { whole = 0, part, of, number = "" } = groups ?? {};
    const count =
      part === undefined ? Number(number.replace(",", ".")) : Number(whole) + Number(part) / Number(of);
    const minutes = count * unit;
    // In `1 hour 30 minutes`, the parts add up; in `30 minutes - 1 hour`, the larger one counts.
    const addsUp = sum > 0 && unit < before.unit && /^[\s,]*(?:and\s)?$/.test(words.slice(before.end, index));
    sum = addsUp ? sum + minutes : Math.max(sum, minutes);
    before = { unit, end: index + said.length };
  }
  return sum > 0 ? Math.round(sum) : null;
}

/**
 * Blocks in which a label or a closing tag such as `</context>` ends the list above it. Markdown reads it as more text
 * of the last item, however deep, if no blank line is between them.
 */
export function partLabels(source: string, blocks: readonly Block[]): readonly Block[] {
  const parted: Block[] = [];
  let top: Block | undefined;
  let topAt = 0;
  let item: Block | undefined;
  for (const block of blocks) {
    if (block.kind === "item") item = block;
    if (block.level === 0) [top, topAt] = [block, parted.length];
    parted.push(block);
    // The first paragraph of an item is in the item.
    const isInItem = block.kind === "paragraph" && block.start === item?.textStart;
    if (top?.kind !== "item" || isInItem) continue;
    const cut = block.kind === "html" ? tagBelow(source, block, top) : labelBelow(source, block, top);
    if (cut) parted.push(...endedAt(cut.end, parted.splice(topAt)), cut.below);
  }
  return parted;
}

const closingTag = /^<\/[A-Za-z][\w-]*>\s*$/;

/** The closing tag that a block is, and where the text above it ends. The parser puts it into the item above. */
function tagBelow(source: string, block: Block, top: Block) {
  const isOutside = indentOf(source, block.start) <= indentOf(source, top.start);
  if (!isOutside || !closingTag.test(source.slice(block.start, block.end))) return null;
  return { end: source.slice(0, block.start).trimEnd().length, below: { ...block, level: 0 } };
}

const indentOf = (source: string, start: number): number => start - lineAt(source, start).start;

const endedAt = (limit: number, blocks: readonly Block[]): readonly Block[] =>
  blocks
    .filter(({ start }) => start < limit)
    .map((block) => {
      return { ...block, end: Math.min(block.end, limit), textEnd: Math.min(block.textEnd, limit) };
    });

/** Where a label or a closing tag is indented no further than the outermost item, and the text above it ends. */
function labelBelow(source: string, { kind, textStart, textEnd }: Block, top: Block) {
  if (kind !== "item" && kind !== "paragraph") return null;
  const lines = linesOf(source, { start: textStart, end: textEnd });
  const at = lines.findIndex(
    (line, index) =>
      index > 0 &&
      indentOf(source, line.start) <= indentOf(source, top.start) &&
      (closingTag.test(line.text) || readLabels(line).length > 0),
  );
  const [above, label] = [lines[at - 1], lines[at]];
  if (!above || !label) return null;
  const place = { start: label.start, end: textEnd, textStart: label.start, textEnd };
  return { end: above.end, below: { kind: "paragraph", level: 0, depth: 0, ...place } as const };
}
