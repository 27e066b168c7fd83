import type { IncomingMessage, Server } from "node:http";
import type { Logger } from "pino";

/**
 * Logs one warning if a request came through a proxy and the server trusts none. Such a server sees every client at the
 * proxy's address, so all clients share one count of failed logins and registrations.
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
