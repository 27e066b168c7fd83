import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import { DomainError } from "../domain/errors.ts";

/** Makes commits durable without blocking the event loop. */
export interface LogSync {
  /**
   * Resolves once everything committed before the call is on the disk. Calls made during a sync share the next one.
   *
   * @throws {DomainError} `service-unavailable`
   */
  sync(): Promise<void>;
  /** @throws {DomainError} `service-unavailable` after a failed sync */
  assertIntact(): void;
  close(): Promise<void>;
}

/**
 * @param path of the write-ahead log, which exists while a connection is open
 * @param options.syncFile syncs an open file
 */
export function createLogSync(path: string, { syncFile = promisify(fdatasync) } = {}): LogSync {
  const descriptor = openSync(path, "r+");
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  let failure: unknown;

  async function runNext(): Promise<void> {
    await running;
    running = syncFile(descriptor);
    next = undefined;
    await running;
  }

  function assertIntact(): void {
    // The kernel reports lost writes only once. A later sync would succeed although the log now has a hole, and
    // recovery stops at the hole. Only a restart helps: it copies the log into the database.
    if (failure !== undefined) {
      throw new DomainError("service-unavailable", { detail: `${path} can't be synced`, cause: failure });
    }
  }

  return {
    assertIntact,
    async sync() {
      // A sync that is already running may not cover this commit.
      next ??= runNext();
      await next.catch((error: unknown) => {
        failure ??= error;
      });
      assertIntact();
    },
    async close() {
      await (next ?? running).catch(() => {});
      closeSync(descriptor);
    },
  };
}
