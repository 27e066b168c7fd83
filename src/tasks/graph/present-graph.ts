import type { TaskList } from "../document/task-list.ts";
import { claimElsewhere, isFree } from "../workflow/claims/claim-elsewhere.ts";
import type { WorkGraph } from "./work-graph.ts";

/** The graph in its form for programs: everything by the tasks' numbers. */
export function presentGraph(list: TaskList, graph: WorkGraph) {
  const { title, nodes, edges, cycleEdges, conflicts, waves, critical, minutesLeft, problems } = graph;
  const number = (index: number): string => nodes[index]?.task.number ?? "";
  return {
    title,
    waves: waves
      .map((wave) => wave.filter(({ isHeld }) => !isHeld).map(({ task }) => task.number))
      .filter((wave) => wave.length > 0),
    waiting: waves.flatMap((wave) => wave.filter(({ isHeld }) => isHeld).map(({ task }) => task.number)),
    criticalPath: critical.tasks.map(number),
    criticalMinutes: critical.minutes,
    minutesLeft,
    tasks: nodes.map(({ task, status, wave, isHeld, minutes, isCritical, paths }) => ({
      number: task.number,
      title: task.title,
      status,
      wave: isHeld ? null : wave,
      waiting: isHeld,
      ready: isFree(list, task),
      estimateMinutes: minutes,
      critical: isCritical,
      owner: task.owner,
      claim: claimElsewhere(list, task),
      files: paths,
    })),
    edges: edges.map(({ from, to }) => ({ from: number(from), to: number(to) })),
    conflicts: conflicts.map(({ from, to, path }) => ({ from: number(from), to: number(to), file: path })),
    problems: problems.map(({ kind, index, name, message }) => ({
      kind,
      number: number(index),
      name,
      message,
    })),
    cycles: cycleEdges.map(({ from, to, cycle }) => ({
      from: number(from),
      to: number(to),
      path: cycle.map(number),
    })),
  };
}
