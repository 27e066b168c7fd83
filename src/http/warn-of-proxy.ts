import type { IncomingMessage, Server } from "node:http";
import type { Logger } from "pino";

/**
 * Logs one warning when a request shows that a proxy is in front of a server that trusts none: such a server takes
 * the proxy's address for every client's, so that their failed logins and registrations share one count.
 */
export function warnOfProxy(http: Server, logger: Logger): void {
  http.on("request", function inspect({ headers }: IncomingMessage) {
    if (headers["x-forwarded-for"] === undefined && headers.forwarded === undefined) return;
    http.off("request", inspect);
    logger.warn(
      "TRUST_PROXY is 0, but a request came with a forwarded header: behind a proxy, set TRUST_PROXY to the number of proxies, or all clients share its rate limits",
    );
  });
}
