/** A number as written in a text. */
export interface Amount {
  readonly value: number;
  /** A single spelling for each unit (`second`, `MB`, `%`); null if none was written. */
  readonly unit: string | null;
}

/** A number with a unit or a limit. */
export interface QuantityInText extends Amount {
  /** As written, with its unit and the words of its limit: `up to 500 characters`. */
  readonly text: string;
  readonly bound: "max" | "min" | "exact" | "range" | null;
}

interface Unit {
  readonly name: string;
  /** Amounts of one measure can be compared. */
  readonly measure: string | null;
  readonly factor: number;
  readonly words: string;
}

/** A unit a line: its name, its words, and the measure and factor by which it can be compared with others. */
const units: readonly Unit[] = String.raw`
millisecond   ms|msecs?|milliseconds?|millisekunden?|milisegundos?|밀리초|毫秒|ミリ秒   time 0.001
second        s|secs?|seconds?|sekunden?|segundos?|secondes?|secondi|seconden|초(?!과)|秒   time 1
minute        mins?|minutes?|minuten?|minutos?|minuti|minut|분|分钟|分   time 60
hour          h|hrs?|hours?|stunden?|std|horas?|heures?|ore|uur|godzin\p{L}*|시간|小时|時間   time 3600
day           days?|tagen?|tage?|d[ií]as?|jours?|giorni|(?:werk)?dagen|dni|일|天|日   time 86400
week          weeks?|wochen?|semanas?|semaines?|settimane|weken|주|周|週間   time 604800
month         months?|monaten?|monate?|mes(?:es)?|mois|mesi|maanden?|개월|个月|か月|ヶ月   time 2592000
year          years?|jahren?|jahre?|años?|anos?|ans?|anni|jaar|년|年   time 31536000
byte          bytes?|B   size 1
kB            [kK]i?[bB]|kilobytes?   size 1e3
MB            Mi?B|megabytes?|mb   size 1e6
GB            Gi?B|gigabytes?|gb   size 1e9
TB            Ti?B|terabytes?   size 1e12
%             %|percent|per cent|prozent|por ciento|pour ?cent|procent|퍼센트
pixel         px|pixels?   length 1
frame/second  fps|frames per second
dpi           dpi|ppi
kbit/second   [kM]bps|[kM]bit/s
character     characters?|chars?|zeichen|caracteres|caractères|caratteri|tekens|znaków|자|글자|字符|字|文字
word          words?|wörter|palabras|mots|단어
digit         digits?|stellen|dígitos|chiffres|자리
bit           bits?
time          times?|attempts?|tries|retries|versuchen?|mal|intentos|veces|tentatives|fois|keer|회|번|次|回
point         points?|punkte|puntos|점|分数
EUR           €|EUR|euros?
USD           \$|USD|dollars?
GBP           £|GBP
KRW           ₩|KRW|원
JPY           ¥|JPY|円`
  .trim()
  .split("\n")
  .map((line) => {
    const [name = "", words = "", comparedBy = ""] = line.split(/ {2,}/);
    const [measure = "", factor] = comparedBy.split(" ");
    return { name, words, measure: measure || null, factor: Number(factor ?? 1) };
  });

const number = String.raw`\d{1,3}(?: \d{3})+(?![\d.,]*\d)|\d+(?:[,.’'\u00A0\u202F]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?`;
const scale = String.raw`(?:\s?(?:k|K|M|million(?:s|en|es)?|thousand|billion|만|千|万))(?![\p{L}\d])`;
const unitWords = units.map(({ words }) => words).join("|");
/** A unit in Latin letters must end with its word; in other scripts, particles may follow. */
const unitForm = String.raw`(?:[\s\u2010\u2011-]?(?:(?:${unitWords})(?![\p{Script=Latin}\d])))`;
const currency = "[€$£₩¥]";

const maxBefore = String.raw`<=?|≤|&lt;=?|up to|at most|max(?:imum|imal(?:ly)?)?\.?(?:(?: \p{L}+){0,2} of)?|no more than|not more than|not exceed(?:ing)?|fewer than|less than|under|below|within|limit(?:ed)? (?:of|to)|bis zu|höchstens|maximal|weniger als|unter|innerhalb(?: von)?|máx(?:imo)?(?: de)?|hasta|como máximo|menos de|au plus|jusqu['’]à|moins de|au maximum|tot|hoogstens|minder dan|binnen|massimo|fino a|meno di|até|no máximo|maks(?:ymalnie)?|do|최대|不超过|最多|最大|小于|не более|до`;
const minBefore = String.raw`>=?|≥|&gt;=?|at least|min(?:imum|imal(?:ly)?)?\.?(?:(?: \p{L}+){0,2} of)?|no (?:less|fewer) than|more than|over|above|exceeds?|mindestens|wenigstens|mehr als|über|mín(?:imo)?(?: de)?|al menos|más de|au moins|plus de|au minimum|minstens|minimaal|meer dan|almeno|più di|pelo menos|mais de|co najmniej|최소|至少|最少|大于|超过|не менее|от`;
const exactBefore = `exactly|exact|equals?|genau|exactamente|exactement|precies|정확히`;
const maxAfter = String.raw`max(?:imum|imal)?\b|or (?:less|fewer)|at most|이하|미만|이내|까지|以下|以内|未満|未满`;
const minAfter = String.raw`min(?:imum|imal)?\b|or more|at least|\+|이상|초과|以上|超`;

/** Letters of scripts that put blanks between words; in other scripts, a number may directly follow a letter. */
const joined = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}`;
const before = String.raw`(?:(?<max>${maxBefore})|(?<min>${minBefore})|(?<exact>${exactBefore}))\s*[:：]?\s*(?:an? |the |eine[mnr]? |de |a )?`;
const quantity = new RegExp(
  String.raw`(?<![${joined}\p{N}_/#§=@-])(?:(?<![${joined}])${before})?(?<sign>${currency}\s?)?(?<![${joined}\p{N}_/.#=@-])(?<value>${number})(?<scale>${scale})?` +
    String.raw`(?:(?<to>\s?(?:–|—|-|to|bis|a|~|〜|and)\s?${currency}?)(?<value2>${number})(?<scale2>${scale})?)?` +
    String.raw`(?<unit>${unitForm})?(?<after>\s?(?:${maxAfter}|${minAfter}))?(?![\p{Script=Latin}\d_]|[.:/-]\d)`,
  "giu",
);
/** A limit per unit of time: `10 requests per minute`, `3/hour`. */
const rate =
  /(?<![\p{L}\p{N}_/.#=@-])(\d[\d,.]*)\s(?:[\p{L}-]+\s){1,2}?(?:(?:per|pro|por|par)\s|\/\s?)\p{L}+/giu;

const ids = /\b[A-Z]{1,12}-?\d[\d.]*\b/g;

export const quotation = /"[^"\n]{0,300}"|“[^”\n]{0,300}”|«[^»\n]{0,300}»|「[^」\n]{0,300}」/g;
export const example = /\((?:e\.g\.|for example|z\. ?B\.|p\. ?ej\.|bijv\.|예:)[^()]{0,300}\)/giu;

/**
 * Text whose numbers are neither limits nor amounts: code, quotations, examples, links, dates, times of day, versions,
 * ids.
 */
const masks = [
  /`[^`]*`/g,
  quotation,
  example,
  /https?:\/\/\S+/g,
  /\b\d{4}-\d{2}(?:-\d{2}\S*)?\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g,
  /\b(?:v|version |phase |week |weeks |woche |wochen |day |days |sprint |step |q|fase |semana |semanas )\d[\d.]*(?:\s?[-–]\s?\d+)?/gi,
  // Numbered items, which are not amounts: `steps 2 to 4`.
  /\b(?:fr|requirements?|sections?|chapters?|tasks?|steps?|stages?|pages?|figures?|tables?|questions?|options?|phases?|weeks?|days?)\s\d+\s?(?:-|–|to|and|bis|a)\s?\d+\b/gi,
  // A version: `Firefox 88+`.
  /\b\p{Lu}[\p{L}.]*\s\d+(?:\.\d+)*\+(?=\s*(?:$|[,.;()/]|and\b|or\b))/gu,
  /#[0-9a-f]{3,8}\b/gi,
  ids,
];

/** The numbers of a text that have a unit or a limit, in order; a range counts as two, one for each end. */
export function quantitiesIn(text: string): readonly QuantityInText[] {
  const visible = masks.reduce(
    (masked, mask) => masked.replaceAll(mask, (found) => "\u0000".repeat(found.length)),
    text,
  );
  const found = [...visible.matchAll(quantity)].flatMap((match) => quantitiesOf(match));
  const rates = [...visible.matchAll(rate)]
    .filter((match) => !found.some((one) => one.text.includes(match[1] ?? "")))
    .map(([whole, value = ""]) => ({
      text: whole,
      value: parseNumber(value),
      unit: null,
      bound: "max" as const,
    }));
  return [...found, ...rates];
}

function quantitiesOf(match: RegExpExecArray): readonly QuantityInText[] {
  const { 0: whole, groups } = match;
  const { sign, value = "", value2, unit: written, after = "" } = groups ?? {};
  const name = unitName((sign ?? written ?? "").trim());
  const isRange = value2 !== undefined;
  const bound = isRange ? ("range" as const) : boundOf(groups ?? {}, after.trim());
  if (name === null && (bound === null || isYear(match) || (isRange && !isSpan(match)))) return [];
  const text = whole.replaceAll("\u0000", "").trim();
  const first = {
    text,
    value: scaled(value, groups?.["scale"] ?? (isRange ? groups?.["scale2"] : undefined)),
    unit: name,
    bound,
  };
  return isRange ? [first, { ...first, value: scaled(value2, groups?.["scale2"]) }] : [first];
}

/** Without a unit, 1900 to 2099 is a year, unless a word follows that it counts. */
const isYear = ({ 0: whole, index, input, groups }: RegExpExecArray): boolean =>
  /^(?:19|20)\d\d$/.test(groups?.["value"] ?? "") && !/^\s\p{L}/u.test(input.slice(index + whole.length));

/** `0 to 100`, `0–100`; `2 and 4` and Spanish `2 a 4` only after a word that begins a range, such as `between`. */
function isSpan({ index, input, groups }: RegExpExecArray): boolean {
  const { to = "", value = "", value2 = "" } = groups ?? {};
  const begun = /(?:between|from|zwischen|entre|tussen|tra|de)\s$/i.test(input.slice(0, index));
  return (begun || !/^\s(?:and|a)\s/i.test(to)) && parseNumber(value) < parseNumber(value2);
}

function boundOf(groups: Record<string, string | undefined>, after: string): QuantityInText["bound"] {
  if (groups["max"] !== undefined || new RegExp(`^(?:${maxAfter})`, "iu").test(after)) return "max";
  if (groups["min"] !== undefined || new RegExp(`^(?:${minAfter})`, "iu").test(after)) return "min";
  return groups["exact"] === undefined ? null : "exact";
}

const exactUnits = units.map((one) => ({ ...one, form: new RegExp(`^(?:${one.words})$`, "u") }));
const looseUnits = units.map((one) => ({ ...one, form: new RegExp(`^(?:${one.words})$`, "iu") }));

/** Whether a word is a unit of time or size, not a thing that is counted: `minutes`. */
export const isMeasure = (word: string): boolean =>
  looseUnits.some(({ measure, form }) => measure !== null && form.test(word));

function unitName(written: string): string | null {
  const word = written.replace(/^[-\u2010\u2011]/, "");
  if (word === "") return null;
  return (
    (exactUnits.find(({ form }) => form.test(word)) ?? looseUnits.find(({ form }) => form.test(word)))
      ?.name ?? null
  );
}

function parseNumber(written: string): number {
  const plain = written.replaceAll(/[’' \u00A0\u202F]/g, "");
  // `1,000` and `1.000` are thousands, `1,5` and `1.5` are not.
  if (/^\d{1,3}(?:[,.]\d{3})+$/.test(plain)) return Number(plain.replaceAll(/[,.]/g, ""));
  const last = Math.max(plain.lastIndexOf(","), plain.lastIndexOf("."));
  return last < 0
    ? Number(plain)
    : Number(`${plain.slice(0, last).replaceAll(/[,.]/g, "")}.${plain.slice(last + 1)}`);
}

const factors: readonly (readonly [RegExp, number])[] = [
  [/^$/, 1],
  [/^(?:k|thousand|千)/i, 1e3],
  [/^(?:만|万)/, 1e4],
  [/^b/i, 1e9],
  // Not `m`: `15m` is 15 minutes.
  [/^(?:M|m.)/, 1e6],
];

function scaled(written: string, by = ""): number {
  return parseNumber(written) * (factors.find(([form]) => form.test(by.trim()))?.[1] ?? 1);
}

const numberWords: ReadonlyMap<string, number> = new Map([
  ...[
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
    "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf",
  ].flatMap((words) => words.split(" ").map((word, value) => [word, value] as const)),
  ...(
    "once 1, twice 2, thrice 3, twenty 20, thirty 30, forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, " +
    "hundred 100, thousand 1000, million 1000000, dozen 12, half 0.5, third 3, fourth 4, fifth 5, sixth 6, seventh 7, " +
    "eighth 8, ninth 9, tenth 10, eleventh 11, twelfth 12"
  )
    .split(", ")
    .map((pair) => [pair.split(" ")[0] ?? "", Number(pair.split(" ")[1])] as const),
]);

/** `twenty-five minutes`, `five hundred`, `the sixth attempt`, `half an hour`, `after an hour`, `einen Tag`; not `third-party`. */
const spelledNumber = new RegExp(
  String.raw`(?<!\p{L})(?:(?<tens>[a-z]+ty)[\s-](?=(?:one|two|three|four|five|six|seven|eight|nine)(?!\p{L})))?` +
    String.raw`(?:(?<word>${[...numberWords.keys()].join("|")})(?!\p{L}|(?<=th|third)-)(?:[\s-](?<scale>hundred|thousand|million)(?!\p{L}))?(?:\san?(?=\s))?(?<unit>${unitForm})?` +
    String.raw`|(?:(?<=(?:after|for|in|than|within)\s)an?|eine[mnrs]?|una|une)(?<one>${unitForm}))`,
  "giu",
);

const anyNumber = new RegExp(
  String.raw`(?<sign>${currency}\s?)?(?<value>${number})(?<scale>${scale})?(?<unit>${unitForm})?`,
  "giu",
);

/** Every number of a text, as digits or as a word, code included. */
export function amountsIn(text: string): readonly Amount[] {
  const plain = text.replaceAll(ids, " ").replaceAll(/(?<=\d)_(?=\d)/g, "");
  const digits = [...plain.matchAll(anyNumber)].map(({ groups }) => ({
    value: scaled(groups?.["value"] ?? "", groups?.["scale"]),
    unit: unitName((groups?.["sign"] ?? groups?.["unit"] ?? "").trim()),
  }));
  const words = [...plain.toLowerCase().matchAll(spelledNumber)].map(({ groups }) => {
    const { tens = "", word = "", scale = "", unit, one } = groups ?? {};
    const [more, value, factor] = [tens, word, scale].map((part) => numberWords.get(part));
    return {
      value: ((more ?? 0) + (value ?? 1)) * (factor ?? 1),
      unit: unitName((unit ?? one ?? "").trim()),
    };
  });
  return [...digits, ...words];
}

/**
 * Whether a text's number is the quantity: the same amount in any spelling of its unit or, for a limit, the next value
 * beyond it (501 for `up to 500`, 7 for `at least 8`).
 */
export function isSameAmount(
  amount: Amount,
  { value, unit: name, bound }: Pick<QuantityInText, "value" | "unit" | "bound">,
): boolean {
  const [one, other] = [measureOf(amount.unit), measureOf(name)];
  if (one === undefined || other === undefined || (one.measure ?? other.measure) === null) {
    const written = one === undefined ? [value, ...bareForms(value, other)] : [value];
    return (
      written.some((form) => isNear(amount.value, form, toleranceOf(form === value ? undefined : other))) ||
      (bound !== null && isOtherSide(amount.value, value))
    );
  }
  if (one.measure !== other.measure) return false;
  const limit = (value * other.factor) / one.factor;
  if (isNear(amount.value, limit, one === other ? exact : Math.max(...[one, other].map(toleranceOf))))
    return true;
  // A day beyond 24 hours is not the next value; a minute is.
  return bound !== null && one.factor <= other.factor && isOtherSide(amount.value, limit);
}

/** How code writes a quantity without its unit: 0.8 for 80%, seconds, milliseconds and bytes. */
function bareForms(value: number, unit: Unit | undefined): readonly number[] {
  if (unit?.name === "%") return value < 100 ? [value / 100] : [];
  const base = value * (unit?.factor ?? 0);
  const forms = unit?.measure === "time" ? [base, base * 1000] : unit?.measure === "size" ? [base] : [];
  // 60 can be anything; 3600 is an hour.
  return forms.filter((form) => form >= 100);
}

const exact = 1e-9;

/** 5 MB is 5,000,000 or 5,242,880 bytes; a year is 365 days or 12 months of 30. */
function toleranceOf(unit: Unit | undefined): number {
  if (unit?.measure === "size") return 0.08;
  return unit?.name === "month" || unit?.name === "year" ? 0.015 : exact;
}

const isNear = (one: number, other: number, tolerance: number): boolean =>
  Math.abs(one / other - 1) < tolerance || one === other;

const measureOf = (name: string | null): Unit | undefined => units.find((one) => one.name === name);

/** Whether two numbers differ by one step in the last written digit of either. */
function isOtherSide(amount: number, limit: number): boolean {
  const distance = Math.abs(amount - limit);
  const steps = [1, 0.1, 0.01, 0.001];
  return steps.some((step) => Math.abs(distance - step) < step / 1e6);
}
