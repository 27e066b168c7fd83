import { fieldNamed } from "./field-names.ts";
import { letters } from "./letters.ts";
import { isPlainOwnLabel } from "./read-estimate.ts";
import { partOf } from "./source-lines.ts";
import type { FieldName, Located } from "./task-list.ts";

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
export function readLabels(line: Located): LabelledText[] {
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

function readLabel(text: Located): LabelledText | null {
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

/** An endpoint such as `POST /api/users` at the start of a text, in backticks or not. */
export const endpointPattern = /^`?(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?<path>\/[^\s`]*)`?/;
