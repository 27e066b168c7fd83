import { openList } from "../../workflow/open-list.ts";
import { askText, choose, chooseSome } from "../terminal/ask.ts";
import type { PlaceOptions } from "./new-task-place.ts";
import { workablePhases } from "./new-task-place.ts";
import type { FieldOptions } from "./shared.ts";

/** On a terminal, asks for the values missing from `tasks add`. */
export async function askForMissing<Options extends FieldOptions & PlaceOptions & { readonly list?: string }>(
  title: string | undefined,
  options: Options,
): Promise<{ title: string; options: Options }> {
  // Criteria on the command line mean that the user knows the options, so questions would only get in the way.
  if (title !== undefined && options.verify !== undefined) return { title, options };
  const { list } = openList(options.list);
  const name = title ?? (await askText("What does the task deliver?", needed));
  const phases = workablePhases(list).map(({ number, title: phase }) => ({
    value: String(number),
    label: phase ? `${number}  ${phase}` : String(number),
  }));
  const isPlaced = [options.phase, options.phaseTitle, options.before, options.after].some(
    (value) => value !== undefined,
  );
  const phase = isPlaced || phases.length < 2 ? options.phase : await choose("Which phase?", phases);
  const complexity = options.complexity ?? (await choose("How complex is it?", complexities));
  const tasks = list.tasks.map((task) => ({ value: task.number, label: `${task.number}  ${task.title}` }));
  const depends = options.depends ?? (await chooseSome("What does it depend on?", tasks));
  const verify = options.verify ?? (await askForCriteria());
  return {
    title: name,
    options: { ...options, ...(phase === undefined ? {} : { phase }), complexity, depends, verify },
  };
}

const complexities = [
  { value: "Low", label: "Low     one file, clear (about 30 min)" },
  { value: "Medium", label: "Medium  several files, some decisions (about 2 h)" },
  { value: "High", label: "High    complex logic, integration (4 h or more)" },
];

async function askForCriteria(): Promise<readonly string[]> {
  const criteria = [await askText("How is it checked? (a result one can see)", needed)];
  for (;;) {
    const another = await askText("And what else? (Enter: nothing)", () => undefined);
    if (another === "") return criteria;
    criteria.push(another);
  }
}

const needed = (text: string): string | undefined => (text === "" ? "This is needed." : undefined);
