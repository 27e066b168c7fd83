import type { RuleName } from "../document/diagnostic.ts";
import type { Task, TaskList } from "../document/task-list.ts";

/** What a rule found, and where. */
interface Finding {
  readonly offset: number;
  readonly message: string;
}

/** One rule of the document: looks through a list and says what is wrong with it. */
export interface Rule {
  readonly name: RuleName;
  readonly find: (list: TaskList) => Iterable<Finding>;
}

/** A rule about each task by itself, reported at its heading; the message is null where nothing is wrong. */
export const taskRule = (name: RuleName, messageFor: (task: Task) => string | null): Rule => ({
  name,
  *find({ tasks }) {
    for (const task of tasks) {
      const message = messageFor(task);
      if (message !== null) yield { offset: task.heading.start, message };
    }
  },
});

/**
 * Neither the task nor its phase says what the task waits for. A field without a value counts as missing, because nobody
 * can tell whether it was forgotten.
 */
export const lacksDependencies = ({ fields, dependencies }: Task): boolean =>
  dependencies.shared.length === 0 &&
  fields.every(
    ({ name, value, line, end }) => name !== "dependencies" || (value.text === "" && end <= line.end),
  );
