import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Lets requests in flight finish when the process is told to stop. */
export interface GracefulStop {
  hasBegun(): boolean;
  /** Calls back once, after the last answer, at the deadline or at a second signal; `finished` tells whether it was the first. */
  onSignal(close: (finished: boolean) => Promise<void>): void;
}

const IDLE_SWEEP_MS = 50;
/** npm passes on a signal that the terminal has sent to everybody already: within this time it is the same one. */
const SAME_SIGNAL_MS = 250;

interface StopTimes {
  /** How long requests are still taken after the signal, so that a balancer sees first that the server is not ready. */
  readonly delayMs: number;
  /** How long requests in flight may take from then on. */
  readonly timeoutMs: number;
}

export function createGracefulStop(server: Server, { delayMs, timeoutMs }: StopTimes): GracefulStop {
  let begunAt: number | undefined;
  const giveUp = Promise.withResolvers<false>();
  const open = new Set<ServerResponse>();
  const sockets = trackSockets(server);

  // Before the app's own listener, so that every answer begun during the stop is marked.
  server.on("request", (_request, response: ServerResponse) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    if (begunAt !== undefined) response.setHeader("Connection", "close");
  });

  async function stop(): Promise<boolean> {
    await Promise.race([sleep(delayMs), giveUp.promise]);
    for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close");
    const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
    // Keep-alive connections fall idle one by one, and closing the listener does not end them.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    // Browsers open connections ahead of need, which the server counts as busy until they have sent something.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const deadline = setTimeout(() => giveUp.resolve(false), timeoutMs);
    const finished = await Promise.race([closed, giveUp.promise]);
    clearInterval(sweep);
    clearTimeout(deadline);
    server.closeAllConnections();
    // What is cut off is logged before the end of the process is.
    await closed;
    return finished;
  }

  return {
    hasBegun: () => begunAt !== undefined,
    onSignal(close) {
      const onSignal = () => {
        if (begunAt === undefined) {
          begunAt = performance.now();
          void stop().then(close);
        } else if (performance.now() - begunAt > SAME_SIGNAL_MS) giveUp.resolve(false);
      };
      for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, onSignal);
    },
  };
}

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}
