import type { RuleName } from "../document/diagnostic.ts";
import type { Task, TaskList } from "../document/task-list.ts";

/** A rule's message and its place. */
interface Finding {
  readonly offset: number;
  readonly message: string;
}

/** A rule of the format, which finds problems in a list. */
export interface Rule {
  readonly name: RuleName;
  readonly find: (list: TaskList) => Iterable<Finding>;
}

/** A rule about single tasks, reported at the task's heading; the message is null if there is no problem. */
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
 * Whether neither the task nor its phase states dependencies. A field without a value counts as missing, because it may
 * have been forgotten.
 */
export const lacksDependencies = ({ fields, dependencies }: Task): boolean =>
  dependencies.shared.length === 0 &&
  fields.every(
    ({ name, value, line, end }) => name !== "dependencies" || (value.text === "" && end <= line.end),
  );
