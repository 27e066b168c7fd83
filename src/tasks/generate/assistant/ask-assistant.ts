import type { Diagnostic } from "../../document/diagnostic.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { TaskList } from "../../document/task-list.ts";
import { lintList } from "../../lint/lint-list.ts";
import { ruleRefusal } from "../../refusal.ts";
import { plural } from "../../terminal/plural.ts";
import { startSpinner } from "../../terminal/spinner.ts";
import { coverRequirements } from "../coverage.ts";
import type { OpenedPrd } from "../open-prd.ts";
import { listInAnswer } from "./list-in-answer.ts";
import { promptFor, repairPromptFor } from "./prompt.ts";
import { runCommand } from "./run-command.ts";

const repairRounds = 3;

export interface AssistantOptions {
  readonly command: string;
  readonly timeoutSeconds: number;
  readonly prdName: string;
  readonly created: string;
}

export interface AssistantList {
  readonly text: string;
  /** What lint still warns of. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Lets an assistant's command write the list. What lint says of it goes back, for up to three rounds.
 * @throws Refusal where the command fails, or its list still has errors after the last round.
 */
export async function askAssistant(opened: OpenedPrd, options: AssistantOptions): Promise<AssistantList> {
  const prompt = promptFor({ prd: opened.source, prdName: options.prdName, created: options.created });
  let request = prompt;
  for (let round = 0; ; round += 1) {
    const answer = await ask(request, round, options);
    const text = listInAnswer(answer);
    const list = readTaskList(text);
    const found = diagnose(list, opened);
    if (found.length === 0) return { text, warnings: [] };
    if (round === repairRounds) return settle(text, list, answer, found);
    request = repairPromptFor(prompt, text, found);
  }
}

async function ask(
  request: string,
  round: number,
  { command, timeoutSeconds }: AssistantOptions,
): Promise<string> {
  const spinner = startSpinner(
    round === 0
      ? "The assistant writes the list"
      : `The assistant mends the list, round ${round} of ${repairRounds}`,
  );
  try {
    return await runCommand(command, request, { timeoutSeconds });
  } finally {
    spinner.stop();
  }
}

function diagnose(list: TaskList, { prd }: OpenedPrd): readonly Diagnostic[] {
  return lintList(list, coverRequirements(prd, list)).filter(({ rule }) => rule !== "prd-name");
}

function settle(text: string, list: TaskList, answer: string, found: readonly Diagnostic[]): AssistantList {
  if (list.tasks.length === 0)
    throw ruleRefusal("no-list", `The assistant's answer is no task list; it begins: ${excerpt(answer)}`);
  const errors = found.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return { text, warnings: found };
  throw ruleRefusal(
    "list-fails-lint",
    `After ${plural(repairRounds, "round")} of repair the list still has ${plural(errors.length, "error")} and was not written; the first: line ${first.line}, ${first.rule}: ${first.message}`,
  );
}

function excerpt(answer: string): string {
  const text = answer.trim().replaceAll(/\s+/g, " ");
  return text === "" ? "(nothing)" : `"${text.slice(0, 160)}${text.length > 160 ? "…" : ""}"`;
}
