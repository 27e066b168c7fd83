export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, string>;
}

/** Sends one request on a new connection, like a proxy. */
export async function send(
  server: { readonly origin: string },
  method: string,
  path: string,
  { body, ...headers }: Record<string, unknown> = {},
): Promise<Answer> {
  const response = await fetch(server.origin + path, {
    method,
    headers: { Connection: "close", ...(headers as Record<string, string>) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}
