import type { AssistantOptions } from "../../assistants/run-assistant.ts";
import { runAssistant } from "../../assistants/run-assistant.ts";
import type { Diagnostic } from "../../document/diagnostic.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import { ruleRefusal } from "../../refusal.ts";
import { plural } from "../../terminal/plural.ts";
import { startSpinner } from "../../terminal/spinner.ts";
import { listInAnswer } from "./list-in-answer.ts";
import { repairRequest } from "./repair-request.ts";

const repairRounds = 3;

/** How a list is judged: all that lint finds, and which of that keeps the list from being written. */
export interface Judge {
  readonly findingsOf: (text: string) => readonly Diagnostic[];
  /** Goes back to the assistant while rounds are left. */
  readonly isToMend: (finding: Diagnostic) => boolean;
  /** A list that still has one after the last round is not written. */
  readonly isFatal: (finding: Diagnostic) => boolean;
}

export interface AssistantList {
  readonly text: string;
  /** What lint still warns of. */
  readonly warnings: readonly Diagnostic[];
  /** How many answers it took. */
  readonly answers: number;
}

/**
 * Lets an assistant write the list. What lint finds goes back with what to do about it, for up to three rounds; an
 * answer that did not change ends it earlier.
 * @throws Refusal where the program fails, or its last list can't be written.
 */
export async function askAssistant(
  brief: string,
  judge: Judge,
  options: AssistantOptions,
): Promise<AssistantList> {
  let request = brief;
  let previous: string | null = null;
  for (let round = 0; ; round += 1) {
    const answer = await ask(request, round, options);
    const text = listInAnswer(answer);
    const findings = judge.findingsOf(text);
    const isLast = round === repairRounds || text === previous || !findings.some(judge.isToMend);
    if (isLast) {
      requireWritable(text, answer, findings.filter(judge.isFatal), round + 1);
      return { text, warnings: findings, answers: round + 1 };
    }
    request = repairRequest(brief, text, findings);
    previous = text;
  }
}

async function ask(request: string, round: number, options: AssistantOptions): Promise<string> {
  const spinner = startSpinner(
    round === 0
      ? "The assistant writes the list"
      : `The assistant mends the list, round ${round} of ${repairRounds}`,
  );
  try {
    return await runAssistant(request, options);
  } finally {
    spinner.stop();
  }
}

function requireWritable(text: string, answer: string, fatal: readonly Diagnostic[], answers: number): void {
  if (readTaskList(text).tasks.length === 0)
    throw ruleRefusal("no-list", `The assistant's answer is not a task list. It begins: ${excerpt(answer)}`);
  const [first] = fatal;
  if (first === undefined) return;
  throw ruleRefusal(
    "list-fails-lint",
    `The list was not written: after ${plural(answers, "round")} it still has ${plural(fatal.length, "finding")} that must be mended. The first: line ${first.line}, ${first.rule}: ${first.message}`,
  );
}

function excerpt(answer: string): string {
  const text = answer.trim().replaceAll(/\s+/g, " ");
  return text === "" ? "(nothing)" : `"${text.slice(0, 160)}${text.length > 160 ? "…" : ""}"`;
}
