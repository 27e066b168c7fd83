import { paint, statusMark } from "../terminal/paint.ts";
import { table } from "../terminal/table.ts";
import { formatMinutes, inBlocks, plural } from "../terminal/words.ts";
import type { Node, WorkGraph } from "./work-graph.ts";
import { pathInWords } from "./work-graph.ts";

/** The waves and the critical path, for people. */
export function describeGraph(graph: WorkGraph): string {
  const { waves, problems } = graph;
  if (waves.length === 0) return `${paint("bold", graph.title)}: nothing left to do.`;
  return inBlocks([
    headerLines(graph),
    ...waves.map((wave, index) => [paint("bold", waveTitle(wave, index)), waveTable(graph, wave)]),
    problems.map(({ message }) => `${paint("red", "!")} ${message}`),
  ]);
}

function headerLines({ title, critical, minutesLeft, waves }: WorkGraph): readonly string[] {
  const path = pathInWords(critical.nodes);
  return [
    `${paint("bold", title)}${paint("dim", " · ")}${leftInWords(waves)}`,
    "",
    `  ${paint("dim", "Effort left".padEnd(15))}${formatMinutes(minutesLeft)}`,
    `  ${paint("dim", "Critical path".padEnd(15))}${formatMinutes(critical.minutes)}: ${path}`,
  ];
}

/** `3 tasks left in 2 waves`, or `3 tasks left: 2 in 1 wave, 1 waiting for something outside the list`. */
function leftInWords(waves: WorkGraph["waves"]): string {
  const held = waves.filter(isHeld);
  const free = waves.slice(0, waves.length - held.length);
  const left = `${plural(waves.flat().length, "task")} left`;
  const inFree = `in ${plural(free.length, "wave")}`;
  if (held.length === 0) return `${left} ${inFree}`;
  const parts = free.length > 0 ? [`${free.flat().length} ${inFree}`] : [];
  return `${left}: ${[...parts, `${held.flat().length} waiting for something outside the list`].join(", ")}`;
}

const isHeld = (wave: readonly Node[]): boolean => wave.some((node) => node.isHeld);

function waveTable({ links, problems }: WorkGraph, wave: readonly Node[]): string {
  const rows = wave.map((node) => {
    const { task, minutes, elsewhere } = node;
    const conflict = links.find(({ kind, to }) => kind === "conflict" && to === node);
    const hasProblem = problems.some((problem) => problem.node === node);
    return [
      `  ${statusMark(task.status.value)} ${task.number}`,
      hasProblem ? `${task.title} ${paint("red", "!")}` : task.title,
      minutes === null ? "" : formatMinutes(minutes),
      elsewhere ?? task.owner ?? "",
      paint("dim", conflict ? `after ${conflict.from.task.number}: ${conflict.label}` : ""),
    ];
  });
  return table(rows, 1);
}

/** `Wave 2 · 3 tasks · 4 h`: a wave takes as long as its longest task. */
function waveTitle(wave: readonly Node[], index: number): string {
  const longest = wave.reduce((most, { minutes }) => Math.max(most, minutes ?? 0), 0);
  const name = isHeld(wave) ? "Waiting for something outside the list" : `Wave ${index + 1}`;
  const parts = [name, plural(wave.length, "task"), longest > 0 ? formatMinutes(longest) : ""];
  return parts.filter(Boolean).join(" · ");
}

/** The tasks in groups: those that are Complete, and each wave. */
export const groupsOf = ({ nodes, waves }: WorkGraph) => {
  const done = nodes.filter(({ wave }) => wave === null);
  const complete = { name: "done", title: `Complete · ${plural(done.length, "task")}`, nodes: done };
  const open = waves.map((wave, index) => ({
    name: `wave${index + 1}`,
    title: waveTitle(wave, index),
    nodes: wave,
  }));
  return done.length > 0 ? [complete, ...open] : open;
};

const longestLabel = 80;

/** A text cut to the length of a label, counted in grapheme clusters. */
export function cutLabel(text: string): string {
  const characters = text.length <= longestLabel ? [] : [...graphemes.segment(text)];
  if (characters.length <= longestLabel) return text;
  const kept = characters.slice(0, longestLabel - 1).map(({ segment }) => segment);
  return `${kept.join("").trimEnd()}…`;
}

/** `1.2 Title`, and who is working on it elsewhere. */
export function nodeLabel({ task, elsewhere }: Node): string {
  const title = `${task.number} ${cutLabel(plainTitle(task.title))}`.trim();
  return elsewhere === null ? title : `${title} (${elsewhere})`;
}

const graphemes = new Intl.Segmenter();

/** A Markdown text without the marks of emphasis and code, which a picture does not interpret. */
export const plainTitle = (text: string): string =>
  text
    .replace(/(\*\*|__|`)(?=\S)(.*?\S)\1/g, "$2")
    .replace(/(?<![\w*])([*_])(?=\S)(.*?[^\s*_])\1(?![\w*])/g, "$2")
    .trim();
