import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createHashPool, PATIENCE_MS } from "../../src/services/hash-pool.ts";
import type { HashProcess, HashReply } from "../../src/services/hash-process.ts";
import { startHashProcess } from "../../src/services/hash-process.ts";

const TASK = { password: "correct horse", cost: 4 };

interface FakeProcess extends HashProcess {
  /** Replies to the task in progress. @param milliseconds the duration that it reports */
  reply(milliseconds: number): void;
  readonly ended: Promise<void>;
}

function createFakeProcess(): FakeProcess {
  let task = Promise.withResolvers<HashReply>();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  return {
    run() {
      begun.resolve();
      task = Promise.withResolvers<HashReply>();
      return Promise.race([task.promise, end.promise.then(() => undefined)]);
    },
    end: async () => end.resolve(),
    reply: (milliseconds) => void begun.promise.then(() => task.resolve({ result: "hash", milliseconds })),
    ended: end.promise,
  };
}

function createFakePool(size: number, options: { idleMs?: number } = {}) {
  const processes: FakeProcess[] = [];
  const start = () => {
    const created = createFakeProcess();
    processes.push(created);
    return created;
  };
  return { processes, pool: createHashPool(size, { ...options, start }) };
}

function raise(error: Error): never {
  throw error;
}

const refusalsAmong = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));

describe.each([1, 2, 4, 8])("a hash pool with %i processes", (size) => {
  test("starts processes only for work, and never more than its size", async () => {
    const { pool, processes } = createFakePool(size);
    expect(processes).toHaveLength(0);
    const first = pool.run(TASK);
    expect(processes).toHaveLength(1);
    const others = Array.from({ length: 20 }, () => pool.run(TASK));
    expect(processes).toHaveLength(size);
    const all = Promise.allSettled([first, ...others]);
    await pool.close();
    expect(refusalsAmong(await all)).toEqual(Array(21).fill("service-unavailable"));
  });

  test("refuses a task that would wait longer than 5 s at the measured rate", async () => {
    const { pool, processes } = createFakePool(size);
    const first = pool.run(TASK);
    processes[0]?.reply(1_000);
    await first;
    // At a second each, every process computes five in five seconds, in addition to the one in progress.
    const accepted = Array.from({ length: size * 6 }, () => pool.run(TASK));
    const excess = await Promise.allSettled(Array.from({ length: 3 }, () => pool.run(TASK)));
    expect(refusalsAmong(excess)).toEqual(Array(3).fill("service-unavailable"));
    const rest = Promise.allSettled(accepted);
    await pool.close();
    expect(refusalsAmong(await rest)).toHaveLength(size * 6);
  });

  test("computes and compares hashes in real processes", async () => {
    const pool = createHashPool(size);
    onTestFinished(() => pool.close());
    // Only one task waits, so none is refused even on a busy machine.
    const hashes = await Promise.all(Array.from({ length: size + 1 }, () => pool.run(TASK)));
    expect(new Set(hashes).size).toBe(size + 1);
    const [passwordHash = ""] = hashes.map(String);
    const matches = ["correct horse", "wrong horse"].map((password) => pool.run({ password, passwordHash }));
    expect(await Promise.all(matches)).toEqual([true, false]);
  });
});

test("a queue that was filled before the rate is known is cut to 5 s of work, and the newest tasks are refused", async () => {
  const { pool, processes } = createFakePool(1);
  const order: string[] = [];
  const jobs = Array.from({ length: 10 }, (_, index) =>
    pool.run(TASK).then(
      () => order.push(`done ${index}`),
      () => order.push(`refused ${index}`),
    ),
  );
  processes[0]?.reply(1_000);
  await Promise.all([jobs[0], ...jobs.slice(7)]);
  expect(order.toSorted()).toEqual(["done 0", "refused 7", "refused 8", "refused 9"]);
  await pool.close();
  await Promise.all(jobs);
});

test("a hashing process that dies is replaced, and another process computes its task", async () => {
  const { pool, processes } = createFakePool(1);
  const hash = pool.run(TASK);
  await processes[0]?.end();
  await expect.poll(() => processes.length).toBe(2);
  processes[1]?.reply(1);
  expect(await hash).toBe("hash");
  await pool.close();
});

test("a task is refused as service-unavailable if the system can't start a process for it", async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  const pool = createHashPool(1);
  process.execPath = "/nowhere/node";
  await expect(pool.run(TASK)).rejects.toMatchObject({ code: "service-unavailable" });
  process.execPath = execPath;
  expect(await pool.run(TASK)).toMatch(/^\$2b\$04\$/);
  await pool.close();
});

test("each task gets an answer if a hashing process that died can't be replaced", async () => {
  const [dying, working] = [createFakeProcess(), createFakeProcess()];
  const starts = [() => dying, () => raise(new Error("out of memory")), () => working];
  const pool = createHashPool(1, { start: () => (starts.shift() ?? createFakeProcess)() });
  const jobs = Promise.allSettled([pool.run(TASK), pool.run(TASK)]);
  await dying.end();
  working.reply(1);
  expect(await jobs).toMatchObject([{ status: "rejected" }, { status: "fulfilled", value: "hash" }]);
  await pool.close();
});

test("a task whose hashing process dies after the task has waited for 5 s is refused, and no process is started for it", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, processes } = createFakePool(1);
  const hash = pool.run(TASK);
  vi.advanceTimersByTime(PATIENCE_MS + 1);
  await processes[0]?.end();
  await expect(hash).rejects.toMatchObject({ code: "service-unavailable" });
  await pool.close();
  expect(processes).toHaveLength(1);
});

test("killing real hashing processes under load loses no task", async () => {
  const processes: HashProcess[] = [];
  const start = () => {
    const started = startHashProcess();
    processes.push(started);
    return started;
  };
  const pool = createHashPool(1, { start });
  onTestFinished(() => pool.close());
  const hashes = Promise.all(Array.from({ length: 10 }, () => pool.run(TASK)));
  for (const index of [0, 1, 2]) {
    await expect.poll(() => processes.length).toBeGreaterThan(index);
    await processes[index]?.end();
  }
  expect(new Set(await hashes).size).toBe(10);
  // A process that was killed while idle is replaced too.
  for (const process of processes) await process.end();
  expect(await pool.run(TASK)).toMatch(/^\$2b\$04\$/);
});

test("an idle hashing process ends, and the next task starts a new one", async () => {
  const { pool, processes } = createFakePool(1, { idleMs: 1 });
  const first = pool.run(TASK);
  processes[0]?.reply(1);
  await first;
  await processes[0]?.ended;
  const second = pool.run(TASK);
  await expect.poll(() => processes.length).toBe(2);
  processes[1]?.reply(1);
  expect(await second).toBe("hash");
  await pool.close();
});

test("an invalid stored hash fails its task and doesn't end the process", async () => {
  const pool = createHashPool(1);
  onTestFinished(() => pool.close());
  for (const passwordHash of [`$2z$04$${"x".repeat(53)}`, "x".repeat(60)]) {
    await expect(pool.run({ password: "correct horse", passwordHash })).rejects.toThrow(
      /Invalid salt|no known family/,
    );
  }
  expect(await pool.run(TASK)).toMatch(/^\$2b\$04\$/);
});
