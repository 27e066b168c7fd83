import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import { DomainError } from "../domain/errors.ts";
import { inTime } from "../in-time.ts";

/** A busy disk may need seconds for a large import. A disk that hangs must not keep requests waiting forever. */
const PATIENCE_MS = 30_000;

export type LogSync = ReturnType<typeof createLogSync>;

/**
 * Makes commits durable without blocking the event loop.
 *
 * @param path of the write-ahead log, which exists while a connection is open
 * @param options.syncFile syncs an open file
 */
export function createLogSync(
  path: string,
  { syncFile = promisify(fdatasync), patienceMs = PATIENCE_MS } = {},
) {
  const descriptor = openSync(path, "r+");
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  let failure: unknown;
  let isClosed = false;

  async function runNext(): Promise<void> {
    await running;
    running = syncFile(descriptor);
    next = undefined;
    await running;
  }

  /** @throws {DomainError} `service-unavailable` after a failed sync */
  function assertIntact(): void {
    // The kernel reports lost writes only once. A later sync would succeed although the log now has a hole, and
    // recovery stops at the hole. Only a restart helps: it copies the log into the database.
    if (failure !== undefined) throw unavailable("can't be synced", failure);
  }

  const unavailable = (problem: string, cause?: unknown) =>
    new DomainError("service-unavailable", { detail: `${path} ${problem}`, cause });

  async function waitFor(sync: Promise<void>): Promise<void> {
    const ended = sync.catch((error: unknown) => {
      failure ??= error;
    });
    const isInTime = await inTime(
      ended.then(() => true),
      patienceMs,
      false,
    );
    if (!isInTime) throw unavailable("is not synced in time");
  }

  return {
    assertIntact,
    /**
     * Resolves once everything committed before the call is on the disk. Calls made during a sync share the next one.
     *
     * @throws {DomainError} `service-unavailable` if the sync fails or takes too long, or the log is closed
     */
    async sync(): Promise<void> {
      // By now the descriptor may be another file's.
      if (isClosed) throw unavailable("is closed");
      // A sync that is already running may not cover this commit.
      next ??= runNext();
      await waitFor(next);
      assertIntact();
    },
    async close(): Promise<void> {
      isClosed = true;
      await (next ?? running).catch(() => {});
      closeSync(descriptor);
    },
  };
}
