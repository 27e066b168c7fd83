import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Client } from "@modelcontextprotocol/client";
import { afterEach, expect, test } from "vitest";
import { listOf } from "../../../support/list-of.ts";
import { program } from "../../../support/machine.ts";
import { connectMcp, patient } from "../../../support/mcp-client.ts";
import { runJson, runTasks, writeFile } from "../../../support/tasks-command.ts";
import { describeWith } from "../../../support/test-with.ts";
import {
  addWorktree,
  commit,
  createRepository,
  environment,
  git,
  listIn,
  mergeBranch,
} from "../../../support/worktrees.ts";

const WORKERS = 12;
/** WORKER_TASKS=200 for the full test. */
const TASKS = Number(process.env["WORKER_TASKS"] ?? 48);

/** Two phases, so that the first has to be merged before the second can start. */
const tasks = Array.from({ length: TASKS }, (_, index) => {
  const half = Math.floor(TASKS / 2);
  return index < half
    ? { number: `1.${index + 1}` }
    : { number: `2.${index - half + 1}`, depends: "Phase 1" };
});

const open: Client[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

interface Worker {
  readonly name: string;
  readonly root: string;
  readonly client: Client;
}

/** Starts one process for each worker, because one for each command would take longer than its work. */
async function startWorker(name: string, root: string): Promise<Worker> {
  const client = await connectMcp({ cwd: root });
  open.push(client);
  return { name, root, client };
}

const commitWork = async (root: string, message: string): Promise<void> => {
  for (const args of [
    ["add", "-A"],
    ["commit", "-q", "-m", message],
  ])
    await promisify(execFile)("git", args, { cwd: root, env: environment });
};

/** The task that a worker gets; null if none is ready. */
async function take({ client, name }: Worker): Promise<string | null> {
  const result = await client.callTool({ name: "start", arguments: { as: name } }, patient);
  const { text } = result.content[0] as { text: string };
  if (!result.isError) return JSON.parse(text).task?.number ?? null;
  expect(text).toContain("Nothing is ready to start");
  return null;
}

/** Does and commits one task after another, until none is ready or the maximum is reached. */
async function work(worker: Worker, most = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const done: string[] = [];
  while (done.length < most) {
    const number = await take(worker);
    if (number === null) break;
    writeFile(worker.root, `done/${number}`, `${worker.name}\n`);
    const result = await worker.client.callTool(
      { name: "complete", arguments: { number, verified: true } },
      patient,
    );
    expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
    await commitWork(worker.root, `Task ${number}`);
    done.push(number);
  }
  return done;
}

/** Merges every branch with the driver, and fast-forwards the remaining worktrees to the result. */
function mergeAll(main: string, branches: readonly string[], roots: readonly string[]): void {
  for (const branch of branches) expect(mergeBranch(main, branch)).toBe(0);
  for (const root of roots) git(root, "merge", "-q", "--ff-only", "main");
}

describeWith([program("git")], "many workers", () => {
  test("twelve workers in twelve worktrees do each task once, and their branches merge without a conflict", {
    timeout: 120_000 + TASKS * 5000,
  }, async () => {
    const main = createRepository(listOf(tasks));
    expect(await runTasks(["init", "--merge"], { cwd: main })).toMatchObject({ exitCode: 0 });
    commit(main, "Merge lists by task");
    const names = Array.from({ length: WORKERS }, (_, index) => `worker-${index + 1}`);
    const workers = await Promise.all(names.map((name) => startWorker(name, addWorktree(main, name))));
    const [last, ...others] = workers.toReversed();
    if (!last) throw new Error("There are no workers");

    /** One worker commits two tasks, starts a third, and disappears with its worktree while the others continue. */
    const workAndVanish = async (): Promise<{ done: readonly string[]; left: string | null }> => {
      const done = await work(last, 2);
      const left = await take(last);
      await last.client.close();
      git(main, "worktree", "remove", "--force", last.root);
      return { done, left };
    };
    const [{ done, left }, ...first] = await Promise.all([
      workAndVanish(),
      ...others.map((worker) => work(worker)),
    ]);
    // Another worker can take the task that it had started.
    const rest = await work(others[0] ?? last);
    mergeAll(
      main,
      names,
      others.map(({ root }) => root),
    );
    const second = await Promise.all(others.map((worker) => work(worker)));
    mergeAll(main, names, []);

    const all = [...done, ...first.flat(), ...rest, ...second.flat()];
    expect(all.toSorted()).toEqual(tasks.map(({ number }) => number).toSorted());
    if (left !== null) expect([...first.flat(), ...rest]).toContain(left);
    expect(listIn(main)).not.toContain("<<<<<<<");
    const { json } = await runJson(["progress"], { cwd: main });
    expect(json).toMatchObject({ total: TASKS, complete: TASKS, status: "Complete" });
    expect(await runTasks(["audit"], { cwd: main })).toMatchObject({ exitCode: 0 });
    expect(await runTasks(["lint"], { cwd: main })).toMatchObject({ exitCode: 0 });
  });
});
