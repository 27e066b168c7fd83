import type { ResetRequests } from "./reset-requests.ts";

/** Other processes store messages too, so the store has to be polled. */
const POLL_MS = 5_000;

/** Delivers messages while the server runs. */
export interface ResetDelivery {
  /** Looks for messages now. */
  wake(): void;
  /** Aborts the running attempts. Their messages are delivered after the next start. */
  stop(): Promise<void>;
}

/** @param onError receives the error if the store can't be read; it is read again later */
export function startResetDelivery(
  deliverDue: ResetRequests["deliverDue"],
  onError: (error: unknown) => void,
): ResetDelivery {
  const stopping = new AbortController();
  let wakeUp = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = await deliverDue(stopping.signal).catch((error: unknown) => {
        onError(error);
        return undefined;
      });
      await sleepUntil(next);
    }
  }

  async function sleepUntil(next: Date | undefined): Promise<void> {
    const pause = Math.min(POLL_MS, (next?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now());
    const timer = setTimeout(() => wakeUp.resolve(), Math.max(0, pause)).unref();
    await wakeUp.promise;
    clearTimeout(timer);
    wakeUp = Promise.withResolvers<void>();
  }

  const running = run();
  return {
    wake: () => wakeUp.resolve(),
    async stop() {
      stopping.abort();
      wakeUp.resolve();
      await running;
    },
  };
}
