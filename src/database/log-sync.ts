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
  /** The last sync: the one that runs, or the one that runs after it. */
  let last = Promise.resolve();
  let isNextWaiting = false;
  let failure: unknown;
  let isClosed = false;

  async function syncNow(): Promise<void> {
    isNextWaiting = false;
    try {
      await syncFile(descriptor);
    } catch (error) {
      failure ??= error;
    }
  }

  /** @throws {DomainError} `service-unavailable` after a failed sync */
  function assertIntact(): void {
    // The kernel reports lost writes only once. A later sync would succeed although the log now has a hole, and
    // recovery stops at the hole. Only a restart helps: it copies the log into the database.
    if (failure !== undefined) throw unavailable("can't be synced", failure);
  }

  const unavailable = (problem: string, cause?: unknown) =>
    new DomainError("service-unavailable", { detail: `${path} ${problem}`, cause });

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
      if (!isNextWaiting) last = last.then(syncNow);
      isNextWaiting = true;
      const synced = last.then(() => true);
      if (!(await inTime(synced, patienceMs, false))) throw unavailable("is not synced in time");
      assertIntact();
    },
    async close(): Promise<void> {
      isClosed = true;
      await last;
      closeSync(descriptor);
    },
  };
}
