import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Lets requests in flight finish when the process is told to stop. */
export interface GracefulStop {
  /** Stops taking new connections. Only the first call counts. */
  begin(): void;
  hasBegun(): boolean;
  /** Stops waiting for open requests. */
  giveUp(): void;
  /** Resolves after the last answer (true), or at the deadline or after giving up (false). */
  readonly ended: Promise<boolean>;
}

const IDLE_SWEEP_MS = 50;

interface StopTimes {
  /** How long requests are still taken after the signal, so that a load balancer first sees that it is not ready. */
  readonly delayMs: number;
  /** How long requests in flight may take from then on. */
  readonly timeoutMs: number;
}

export function createGracefulStop(server: Server, { delayMs, timeoutMs }: StopTimes): GracefulStop {
  let hasBegun = false;
  const ended = Promise.withResolvers<boolean>();
  const giveUp = Promise.withResolvers<false>();
  const open = new Set<ServerResponse>();
  const sockets = trackSockets(server);

  // Before the app's own listener, so that every answer begun during the stop is marked.
  server.on("request", (_request, response: ServerResponse) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    if (hasBegun) response.setHeader("Connection", "close");
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
    // Requests that are cut off are logged before the end of the process is.
    await closed;
    return finished;
  }

  return {
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      ended.resolve(stop());
    },
    hasBegun: () => hasBegun,
    giveUp: () => giveUp.resolve(false),
    ended: ended.promise,
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
