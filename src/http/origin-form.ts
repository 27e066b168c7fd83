import type { IncomingMessage } from "node:http";

/**
 * Makes the path of a request's target, which as a proxy writes it is a whole address: `GET http://host/path`. What is
 * neither becomes a path that leads nowhere, since Express would leave a target that it can't read without an answer.
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url: target = "/" } = request;
  if (target.startsWith("/") || target === "*") return;
  const address = URL.parse(target);
  request.url = address === null ? `/${target}` : address.pathname + address.search;
}
