import type { RuleName } from "../document/diagnostic.ts";
import type { TaskList } from "../document/task-list.ts";

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
