import type { AuditTrail } from "../domain/audit.ts";
import { claimedEmail } from "../domain/email.ts";
import type { Store } from "../repositories/store.ts";
import type { Attempts } from "./attempts.ts";
import { noteEvent } from "./audit.ts";
import { createIdAt } from "./create-id.ts";
import { findResetOwner, issueReset } from "./password-resets.ts";
import type { Sealer } from "./sealer.ts";
import { createSealer } from "./sealer.ts";
import type { Webhook } from "./webhook.ts";
import { postToWebhook } from "./webhook.ts";

/** The time for which a delivery is retried. */
const LIFETIME_MS = 10 * 60 * 1000;
const FIRST_PAUSE_MS = 5_000;
const PAUSE_GROWTH = 1.5;
/** Longer than any attempt. If a message is still claimed after this time, the process of the attempt has ended. */
const LONGEST_CLAIM_MS = 15_000;
const MOST_AT_A_TIME = 8;

/** The receiver of reset links, and their address. */
export interface ResetWebhook extends Webhook {
  /** The page that a link opens. */
  readonly page: string;
}

export type ResetRequests = ReturnType<typeof createResetRequests>;

/** The log fields of a message. */
export interface DeliveryReport {
  readonly id: string;
  readonly event: "delivered" | "failed" | "given up" | "unreadable";
  readonly attempt: number;
  readonly why?: string | undefined;
}

interface ResetRequestDeps {
  readonly store: Store;
  readonly attempts: Attempts;
  readonly webhook: ResetWebhook;
  readonly onReport: (report: DeliveryReport) => void;
  /** Called when a new message is stored. */
  readonly onStored: () => void;
}

interface ResetEvent {
  readonly token: string;
  /** It is the same at every attempt. */
  readonly body: string;
}

/** The content of a row: first the request, then the event. */
type Content = { readonly email: string } | ResetEvent;

/** Requests for a reset link by users who have forgotten their password. */
export function createResetRequests(deps: ResetRequestDeps) {
  const { store, attempts, webhook, onStored } = deps;
  const sealer = createSealer<Content>(webhook.secret, "groundwork reset messages");

  return {
    /**
     * Stores a request, unless there are too many. The account of its email is looked up later, so that the answer takes
     * the same time with or without one.
     *
     * @param email as the client sent it, of any type
     */
    async request(email: unknown, trail: AuditTrail): Promise<void> {
      const account = claimedEmail(email);
      const accountId = (await store.users.find({ email: account }))?.id;
      if (!(await attempts.forget(account, trail.address))) return;
      const now = new Date();
      const id = createIdAt(now);
      await store.transaction(async (repositories) => {
        await repositories.resetMessages.insert({
          id,
          sealed: sealer.seal(id, { email: account }),
          attempts: 0,
          dueAt: now,
          expiresAt: new Date(now.getTime() + LIFETIME_MS),
        });
        await noteEvent(repositories, trail, "reset-request", accountId);
      });
      onStored();
    },

    deliverDue: createDelivery(deps, sealer),
  };
}

function createDelivery({ store, webhook, onReport }: ResetRequestDeps, sealer: Sealer<Content>) {
  const { resetMessages } = store;

  async function deliver(id: string, signal: AbortSignal): Promise<unknown> {
    const now = new Date();
    const message = await resetMessages.claim(id, now, new Date(now.getTime() + LONGEST_CLAIM_MS));
    if (message === undefined) return undefined;
    const { attempts, expiresAt } = message;
    const attempt = attempts + 1;
    const end = (event: DeliveryReport["event"], why?: string) => {
      onReport({ id, attempt, event, why });
      return resetMessages.delete({ id });
    };
    const content = sealer.open(id, message.sealed);
    if (content === undefined) return end("unreadable");
    if (expiresAt <= now) return end("given up");
    const event = await prepare(id, content);
    if (event === undefined) return resetMessages.delete({ id });
    const failure = await postToWebhook(webhook, event.body, { signal });
    if (failure === undefined) return end("delivered");
    if (signal.aborted) return resetMessages.update({ id }, { dueAt: now });
    const dueAt = new Date(Date.now() + FIRST_PAUSE_MS * PAUSE_GROWTH ** attempts);
    if (dueAt >= expiresAt) return end("given up", failure);
    onReport({ id, attempt, event: "failed", why: failure });
    return resetMessages.update({ id }, { attempts: attempt, dueAt });
  }

  /** @returns undefined if the email has no account, or the token was used or ended by a change of the account */
  async function prepare(id: string, content: Content): Promise<ResetEvent | undefined> {
    if ("email" in content) return issue(id, content.email);
    return (await findResetOwner(store, content.token)) === undefined ? undefined : content;
  }

  /** Turns a request into the body to send, in one transaction with the token: another process finds both or neither. */
  const issue = (id: string, email: string): Promise<ResetEvent | undefined> =>
    store.transaction(async (repositories) => {
      const found = await repositories.users.find({ email });
      if (found?.isActive !== true) return undefined;
      const { user, token, expiresAt } = await issueReset(repositories, found.id);
      const body = JSON.stringify({
        id,
        event: "password-reset",
        user: { id: user.id, email: user.email, name: user.name },
        token,
        link: `${webhook.page}#token=${token}`,
        expires_at: expiresAt.toISOString(),
      });
      await repositories.resetMessages.update({ id }, { sealed: sealer.seal(id, { token, body }) });
      return { token, body };
    });

  /**
   * Makes one attempt for each message that is due.
   *
   * @param signal aborts the running attempts, which then do not count
   * @returns when the next message is due; undefined if no message is left
   */
  return async function deliverDue(signal: AbortSignal): Promise<Date | undefined> {
    const due = await resetMessages.listDue(new Date(), MOST_AT_A_TIME);
    const outcomes = await Promise.allSettled(due.map(({ id }) => deliver(id, signal)));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    return resetMessages.findNextDue();
  };
}
