import { letters } from "./letters.ts";

const idLabels: ReadonlySet<string> = new Set([
  ...["id", "ref", "key", "task id", "task-id", "ticket", "ticket id", "issue id"],
  ...["编号", "編號", "번호", "идентификатор", "kennung", "identifiant", "identificador"],
]);

/** Whether a label gives the task an id. */
export const isIdLabel = (label: string): boolean => idLabels.has(label.trim().toLowerCase());

/** In lower case, and without the `i` and `u` flags: see letters.ts. */
const estimateLabel =
  /^(?:.*[ (])?(?:est\.?|estimates?|estimated|estimation|effort|duration|time|hours|size|eta|aufwand|dauer|schätzung|durée|estimación|duración|esfuerzo|tiempo|esforço|duração|stima|durata|оценка|длительность|время|срок|трудо.*)(?:[ )].*)?$|时间|時間|工时|工時|工期|预估|预计|估算|見積|시간|기간|공수/;

/** Words that make a line an estimate or an id instead of a step even if they are not bold. */
const plainOwnLabel =
  /^(?:estimate[ds]?|estimated (?:time|effort|duration)|(?:time|effort) estimate|effort|duration|(?:task )?id)$/;

/** Whether a label that is not bold and the value after it state the task's estimate or its id. */
export const isPlainOwnLabel = (label: string, value: string): boolean =>
  plainOwnLabel.test(label.toLowerCase()) &&
  (isIdLabel(label) ? /^\S+$/.test(value) : readEstimate(label, value) !== null);

const minutesByUnit: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|mins?|minut(?:e|es|en|os?|i)|мин.*|分钟|分鐘|分|분)$/, 1],
  [/^(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|час.*|ч|小时|小時|時間|시간)$/, 60],
  [/^(?:d|days?|tage?n?|jours?|d[ií]as?|giorn[oi]|дн.*|день|天|日|일)$/, 8 * 60],
  [/^(?:w|wks?|weeks?|wochen?|semaines?|semanas?|settiman[ae]|недел.*|周|週|주)$/, 5 * 8 * 60],
];

/** `2 hours`, `1.5h`, `1-2 days`: the last number before the unit is the upper end. */
const amount = new RegExp(String.raw`(?<number>\d+(?:[.,]\d+)?)\s*[-+]?\s*(?<unit>[${letters}]+)`, "g");

/**
 * The minutes that a field such as Estimate or Duration states: for a range, its upper end; a day is 8 hours. Null for
 * other labels and for a size without a unit of time.
 */
export function readEstimate(label: string, value: string): number | null {
  if (!/\d/.test(value) || !estimateLabel.test(label.toLowerCase())) return null;
  const words = value.replace(/[(（].*$/s, "").toLowerCase();
  let sum = 0;
  let before = { unit: Number.POSITIVE_INFINITY, end: 0 };
  for (const { groups, index, 0: text } of words.matchAll(amount)) {
    const unit = minutesByUnit.find(([pattern]) => pattern.test(groups?.["unit"] ?? ""))?.[1];
    if (unit === undefined) continue;
    const minutes = Number(groups?.["number"]?.replace(",", ".")) * unit;
    // In `1 hour 30 minutes`, the parts add up; in `30 minutes - 1 hour`, the larger one counts.
    const addsUp = sum > 0 && unit < before.unit && /^[\s,]*(?:and\s)?$/.test(words.slice(before.end, index));
    sum = addsUp ? sum + minutes : Math.max(sum, minutes);
    before = { unit, end: index + text.length };
  }
  return sum > 0 ? Math.round(sum) : null;
}
