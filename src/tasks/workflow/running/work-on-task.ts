import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { runAssistant } from "../../assistants/run-assistant.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Task } from "../../document/task-list.ts";
import { readListText } from "../../list-file/list-text.ts";
import { pickTask } from "../../list-file/open-list.ts";
import { projectRoot } from "../../list-file/paths.ts";
import { isRefusal } from "../../refusal.ts";
import { failuresInWords } from "../verifying/criterion.ts";
import type { Proof } from "../verifying/proof.ts";
import { failedIn, recordProof } from "../verifying/proof.ts";
import { runCriteria } from "../verifying/run-criteria.ts";
import { putBackChanges, putBackNow } from "./list-guard.ts";
import { prdTexts, taskPrompt } from "./task-prompt.ts";

interface WorkOptions {
  /** As `--with` takes it. */
  readonly assistant: string;
  readonly owner: string;
  readonly attempts: number;
  readonly assistantSeconds: number;
  /** `--timeout`, for the command of each criterion. */
  readonly timeout?: string;
  readonly json?: boolean;
  /** Reports progress. */
  readonly onProgress: (line: string) => void;
}

/** The result of working on a task. */
export type WorkResult = Verdict & { readonly attempts: number };

type Verdict =
  | { readonly outcome: "complete" }
  /** No command can prove that the task is done, so a person has to check it. */
  | { readonly outcome: "review"; readonly reason: string }
  | { readonly outcome: "failed"; readonly reason: string };

/**
 * Has an assistant do a task that is In Progress, then runs the criteria that the task had before. Ticks and records
 * those that pass, and completes the task if nothing is left open.
 * @throws Refusal if the assistant's program does not exist, or the list can't be written.
 */
export async function workOnTask(file: string, number: string, options: WorkOptions): Promise<WorkResult> {
  const { attempts, onProgress } = options;
  const criteria = criteriaIn(pickTask(readTaskList(readListText(file)), number));
  let failures: Failures | null = null;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    onProgress(`Task ${number}: attempt ${attempt} of ${attempts}`);
    const result = await attemptTask(file, number, failures?.details ?? null, criteria, options);
    if ("outcome" in result) return { ...result, attempts: attempt };
    failures = result;
    onProgress(`Task ${number}: ${failures.reason}`);
  }
  return { outcome: "failed", attempts, reason: failures?.reason ?? "" };
}

/** Why an attempt failed, if another attempt may succeed. */
interface Failures {
  readonly reason: string;
  /** Includes the end of the commands' output. */
  readonly details: string;
}

async function attemptTask(
  file: string,
  number: string,
  failures: string | null,
  criteria: readonly string[],
  options: WorkOptions,
): Promise<Verdict | Failures> {
  const before = readListText(file);
  const list = readTaskList(before);
  const task = pickTask(list, number);
  // A process that an earlier attempt left behind may have changed them after that attempt.
  if (!isDeepStrictEqual(criteriaIn(task), criteria)) return { outcome: "failed", reason: changedCriteria };
  const requirements = prdTexts({ path: file, list }, task);
  const prompt = taskPrompt({ list, task, requirements, failures });
  const ifInterrupted = `Task ${number} stays In Progress with ${options.owner}`;
  const error = await runOn(file, before, prompt, { ...options, ifInterrupted });
  const touched = await changesBy(file, before, options);
  if (touched !== null) return { outcome: "failed", reason: touched };
  if (error !== null) return { reason: error, details: error };
  const proof = await runCriteria(file, task, { ...options, ifInterrupted, yes: true });
  // The commands ran the assistant's code, so compare the list again.
  const later = await changesBy(file, before, options);
  if (later !== null) return { outcome: "failed", reason: later };
  const verdict = await record(file, proof).catch(takenElsewhere);
  return (
    verdict ?? { reason: `failed: ${failuresInWords(failedIn(proof))}`, details: failuresWithOutput(proof) }
  );
}

const criteriaIn = ({ verification }: Task): readonly string[] => verification.map(({ text }) => text);

/** Why nothing more was run for a task. */
export const changedCriteria =
  "its criteria were changed while tasks run was under way; look at them, then tasks unblock it";

/** The folder that an assistant works in: the root of the list's repository, or the folder of the list. */
export const folderFor = (file: string): string => projectRoot(dirname(file));

/** Runs the assistant. Returns why it failed, or null if it succeeded. */
async function runOn(
  file: string,
  before: string,
  prompt: string,
  { assistant, assistantSeconds, owner, ifInterrupted }: WorkOptions & { readonly ifInterrupted: string },
): Promise<string | null> {
  const putBack = (): void => putBackNow(file, before, owner);
  // An interruption ends this process, and must not leave the assistant's changes in the list.
  process.once("exit", putBack);
  try {
    await runAssistant(prompt, {
      assistant,
      timeoutSeconds: assistantSeconds,
      folder: folderFor(file),
      keepsEnd: true,
      ifInterrupted,
    });
    return null;
  } catch (error) {
    if (isRefusal(error) && error.exitCode === 1) return error.message;
    throw error;
  } finally {
    process.off("exit", putBack);
  }
}

/**
 * Reverts the changes to the list since the assistant began. Who made them can't be told, apart from work of other named
 * owners. Returns why the task failed because of them, or null.
 */
async function changesBy(
  file: string,
  before: string,
  { owner, onProgress }: WorkOptions,
): Promise<string | null> {
  const { changed, copy } = await putBackChanges(file, before, owner);
  if (copy !== null) onProgress(`The list with the changes that were put back is kept as ${copy}`);
  if (changed.length === 0) return null;
  return `the assistant changed the list (${changed.join(", ")}), or somebody else did meanwhile; it was put back, and no command was run after that`;
}

const boxesOf = ({ verification }: Task) => verification.map(({ text, checked }) => ({ text, checked }));

/** Ticks the criteria that passed, and completes the task if none is left; null if a command failed. */
async function record(file: string, proof: Proof): Promise<Verdict | null> {
  const hasFailed = failedIn(proof).length > 0;
  const boxes = boxesOf(proof.task);
  const { from, task } = await recordProof({ list: file }, "run", proof, (_, current, positions) => {
    const { verification } = current;
    const isTicked = verification.every(({ checked }, index) => checked || positions.includes(index));
    return !hasFailed && verification.length > 0 && isTicked && isDeepStrictEqual(boxesOf(current), boxes);
  });
  if (hasFailed) return null;
  if (from.status.value === "Complete")
    return { outcome: "review", reason: "it was completed by somebody else while its commands ran" };
  if (task.status.value === "Complete") return { outcome: "complete" };
  if (!isDeepStrictEqual(boxesOf(from), boxes)) return { outcome: "failed", reason: changedCriteria };
  const open = task.verification.filter(({ checked }) => !checked).map(({ text }) => `"${text}"`);
  const reason = open.length > 0 ? `no command shows ${open.join(", ")}` : "it has no criteria";
  return { outcome: "review", reason };
}

/** Another worktree may take the task by force while the assistant works: the run goes on with the next task. */
function takenElsewhere(error: unknown): Verdict {
  if (!isRefusal(error) || error.code !== "claimed-elsewhere") throw error;
  return { outcome: "review", reason: error.message };
}

/** For the next attempt: each command that failed, and the end of its output. */
const failuresWithOutput = (proof: Proof): string =>
  failedIn(proof)
    .map((criterion) => [failuresInWords([criterion]), criterion.output ?? ""].join("\n"))
    .join("\n\n");
