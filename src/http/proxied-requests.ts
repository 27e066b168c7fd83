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

/**
 * Makes a path of a request's target. A proxy may send a whole address: `GET http://host/path`. Any other target
 * becomes a path without a route, because Express never answers a target that it can't parse.
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url: target = "/" } = request;
  if (target.startsWith("/") || target === "*") return;
  const address = URL.parse(target);
  request.url = address === null ? `/${target}` : address.pathname + address.search;
}
