import type { IncomingMessage } from "node:http";

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
