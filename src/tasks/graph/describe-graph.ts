import { paint, statusMark } from "../cli/terminal/paint.ts";
import { table } from "../cli/terminal/table.ts";
import { formatMinutes, plural } from "../cli/terminal/words.ts";
import { waveTitle } from "./graph-words.ts";
import type { Node, WorkGraph } from "./work-graph.ts";
import { shortenPath } from "./work-graph.ts";

/** The waves and the critical path, for people. */
export function describeGraph(graph: WorkGraph): string {
  const { waves, problems } = graph;
  if (waves.length === 0) return `${paint("bold", graph.title)}: nothing left to do.`;
  const blocks = [
    headerLines(graph),
    ...waves.map((wave, index) => [paint("bold", waveTitle(wave, index)), waveTable(graph, wave)]),
    problems.map(({ message }) => `${paint("red", "!")} ${message}`),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function headerLines({ title, nodes, critical, minutesLeft, waves }: WorkGraph): readonly string[] {
  const left = waves.flat().length;
  const path = shortenPath(critical.tasks.map((index) => nodes[index]?.task.number ?? ""));
  return [
    `${paint("bold", title)}${paint("dim", " · ")}${plural(left, "task")} left in ${plural(waves.length, "wave")}`,
    "",
    `  ${paint("dim", "Effort left".padEnd(15))}${formatMinutes(minutesLeft)}`,
    `  ${paint("dim", "Critical path".padEnd(15))}${formatMinutes(critical.minutes)}: ${path.join(" → ")}`,
  ];
}

function waveTable({ nodes, conflicts, problems }: WorkGraph, wave: readonly Node[]): string {
  const rows = wave.map(({ index, task, status, minutes, elsewhere }) => {
    const conflict = conflicts.find(({ to }) => to === index);
    const isHeld = problems.some((problem) => problem.index === index);
    const why = conflict ? `after ${nodes[conflict.from]?.task.number}: ${conflict.path}` : "";
    return [
      `  ${statusMark(status)} ${task.number}`,
      isHeld ? `${task.title} ${paint("red", "!")}` : task.title,
      minutes === null ? "" : formatMinutes(minutes),
      elsewhere ?? task.owner ?? "",
      paint("dim", why),
    ];
  });
  return table(rows, 1);
}
