import type { AuditEvent, AuditTrail } from "../domain/audit.ts";
import { LONGEST_ADDRESS } from "../domain/session.ts";
import type { Store, Transaction } from "../repositories/store.ts";
import { createId, smallestIdAt } from "./create-id.ts";

const MOST_ENTRIES = 1_000_000;
/** Small, because other writers wait for one batch. */
const ENTRIES_PER_BATCH = 500;

/**
 * Stores an entry in the transaction of the event itself: either both are stored or neither. The event's log line
 * follows the commit.
 *
 * @param trail the origin of the event; without it no entry is stored
 * @param userId the account concerned; undefined if a login matches no account
 */
export async function noteEvent(
  { audit, afterCommit }: Transaction,
  trail: AuditTrail | undefined,
  event: AuditEvent,
  userId: string | undefined,
): Promise<void> {
  if (trail === undefined) return;
  const { caller, address, requestId } = trail;
  afterCommit(() => trail.log?.(event, userId));
  await audit.insert({
    ...createId(),
    event,
    userId: userId ?? null,
    by: caller === undefined || caller.user.id === userId ? null : caller.user.id,
    address: address?.slice(0, LONGEST_ADDRESS) ?? null,
    requestId: requestId ?? null,
  });
}

/**
 * Reads and prunes the entries that `noteEvent` writes.
 *
 * @param keptSeconds the time for which an entry is kept
 * @param options.most the maximum number of entries
 */
export function createAuditLog(
  { audit }: Store,
  keptSeconds: number,
  { most = MOST_ENTRIES, perBatch = ENTRIES_PER_BATCH } = {},
) {
  /**
   * @param limit the number to delete, in batches of separate statements. Each waits until it is on disk, and other
   *   requests are served meanwhile
   */
  async function deleteOldest(limit: number, beforeId?: string): Promise<void> {
    for (let left = limit; left > 0; left -= perBatch) {
      const batch = Math.min(left, perBatch);
      if ((await audit.deleteOldest(batch, beforeId)) < batch) return;
    }
  }

  return {
    listPage: audit.listPage,
    /** Deletes entries that are too old, and the oldest ones in excess of the maximum. */
    async sweep(): Promise<void> {
      await deleteOldest(Number.POSITIVE_INFINITY, smallestIdAt(new Date(Date.now() - keptSeconds * 1000)));
      await deleteOldest((await audit.count()) - most);
    },
  };
}
