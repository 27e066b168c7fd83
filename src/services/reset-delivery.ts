import type { ResetRequests } from "./reset-requests.ts";

/** Other processes leave messages too, and only the store knows. */
const POLL_MS = 5_000;

/** Delivers messages for as long as the process serves. */
export interface ResetDelivery {
  /** Looks for messages now. */
  wake(): void;
  /** Ends the attempts under way, whose messages wait for the next start. */
  stop(): Promise<void>;
}

/** @param onError receives the reason why the store could not be asked; it will be asked again */
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
