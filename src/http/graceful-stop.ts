import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const IDLE_SWEEP_MS = 50;

interface StopTimes {
  /** How long requests are accepted after the signal, so that load balancers first see that the server is not ready. */
  readonly delayMs: number;
  /** The time limit for requests in flight after that. */
  readonly timeoutMs: number;
}

/** Lets requests in flight finish before the process stops. */
export function createGracefulStop(server: Server, { delayMs, timeoutMs }: StopTimes) {
  let hasBegun = false;
  const ended = Promise.withResolvers<boolean>();
  const giveUp = Promise.withResolvers<false>();
  const open = new Set<ServerResponse>();
  const sockets = trackSockets(server);

  async function stop(): Promise<boolean> {
    await Promise.race([sleep(delayMs), giveUp.promise]);
    for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close");
    const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
    // Keep-alive connections become idle one by one, and closing the listener does not close them.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    // Browsers open connections in advance. The server counts them as busy until they send something.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const deadline = setTimeout(() => giveUp.resolve(false), timeoutMs);
    const finished = await Promise.race([closed, giveUp.promise]);
    clearInterval(sweep);
    clearTimeout(deadline);
    server.closeAllConnections();
    // Aborted requests are logged before the end of the process is logged.
    await closed;
    return finished;
  }

  return {
    /** To be called before an answer begins, so that every one begun during the stop is marked. */
    watch(response: ServerResponse): void {
      open.add(response);
      response.on("close", () => open.delete(response));
      if (hasBegun) response.setHeader("Connection", "close");
    },
    /** Stops accepting connections. Only the first call counts. */
    begin(): void {
      if (hasBegun) return;
      hasBegun = true;
      ended.resolve(stop());
    },
    hasBegun: () => hasBegun,
    /** Stops waiting for open requests. */
    giveUp: () => giveUp.resolve(false),
    /** Resolves after the last answer (true), or at the deadline or after giving up (false). */
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
