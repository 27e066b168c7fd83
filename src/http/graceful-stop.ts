import type { Server, ServerResponse } from "node:http";

/** Lets requests in flight finish when the process is told to stop. */
export interface GracefulStop {
  hasBegun(): boolean;
  /** Calls back once, after the last answer or at the deadline; `finished` tells which. */
  onSignal(close: (finished: boolean) => Promise<void>): void;
}

const IDLE_SWEEP_MS = 50;

/** @param timeoutMs how long requests in flight may take from the signal on */
export function createGracefulStop(server: Server, timeoutMs: number): GracefulStop {
  let begun = false;
  const open = new Set<ServerResponse>();

  // Before the app's own listener, so that every answer begun during the stop is marked.
  server.on("request", (_request, response: ServerResponse) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    if (begun) response.setHeader("Connection", "close");
  });

  async function stop(): Promise<boolean> {
    begun = true;
    for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close");
    const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
    // Keep-alive connections fall idle one by one, and closing the listener does not end them.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const deadline = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
    const finished = await Promise.race([closed, deadline]);
    clearInterval(sweep);
    server.closeAllConnections();
    return finished;
  }

  return {
    hasBegun: () => begun,
    onSignal(close) {
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        process.on(signal, () => {
          if (!begun) void stop().then(close);
        });
      }
    },
  };
}
