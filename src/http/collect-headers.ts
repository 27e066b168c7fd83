import type { IncomingMessage, ServerResponse } from "node:http";

type HeaderMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Runs a middleware once against a response that only records headers. For headers that are the same on every answer,
 * this is cheaper than computing them for each request.
 */
export function collectHeaders(middleware: HeaderMiddleware): readonly (readonly [string, string])[] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
    getHeader: (name: string) => headers.get(name),
  };
  middleware(
    { method: "GET", headers: {} } as IncomingMessage,
    response as unknown as ServerResponse,
    () => {},
  );
  return [...headers];
}
