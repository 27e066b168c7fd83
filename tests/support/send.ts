export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, string>;
}

/** One request on a connection of its own, as a proxy in front would send it. */
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
