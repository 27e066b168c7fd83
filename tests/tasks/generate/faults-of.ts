import type { TaskList } from "../../../src/tasks/document/task-list.ts";

/** Faults in a drafted list that a strict reviewer would object to, each with its task. */
export function faultsOf({ tasks }: TaskList): readonly string[] {
  const titles = tasks.map(({ title }) => title.toLowerCase());
  return tasks.flatMap(({ number, title, steps, verification }, index) => {
    const texts = [title, ...steps.map(({ text }) => text), ...verification.map(({ text }) => text)];
    const faults = [
      ...(titles.indexOf(title.toLowerCase()) === index ? [] : ["has the title of another task"]),
      ...(/\band more$|…$|[:：,]$/u.test(title) ? ["has a title that breaks off"] : []),
      ...(steps.length === 0 ? ["has no step"] : []),
      ...texts.filter((text) => isOpen(text)).map((text) => `leaves a bracket or code span open: ${text}`),
      ...texts.filter((text) => text.trim() === "").map(() => "has an empty line"),
    ];
    return faults.map((fault) => `${number} "${title}" ${fault}`);
  });
}

const isOpen = (text: string): boolean => text.split("`").length % 2 === 0;
