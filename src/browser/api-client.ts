/** An unsuccessful answer. Status 0 means that there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    super(`the API answered ${status}`);
    this.status = status;
    this.body = typeof body === "object" && body !== null ? { ...body } : {};
    // The header may hold a date instead, but this server's answers never do.
    this.retryAfterSeconds = /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined;
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Calls an API of this server.
 *
 * @returns the JSON of the answer, unchecked; undefined for an empty answer
 * @throws {ApiError}
 */
export type CallApi = <Answer = void>(method: Method, path: string, body?: object) => Promise<Answer>;

interface ApiClientOptions {
  /** The prefix of all paths. */
  readonly root: string;
  /** The `Authorization` header of the next call, if it needs one. */
  readonly authorize?: () => string | undefined;
  /** Called for every 401 before the caller sees it. */
  readonly onUnauthenticated: (error: ApiError) => void;
}

export function createApiClient({ root, authorize, onUnauthenticated }: ApiClientOptions): CallApi {
  return async function callApi<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
    const authorization = authorize?.();
    const response = await send(root + path, {
      method,
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(authorization !== undefined && { Authorization: authorization }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = parse(await response.text());
    if (response.ok) return answer as Answer;
    const error = new ApiError(response.status, answer, response.headers.get("Retry-After"));
    if (error.status === 401) onUnauthenticated(error);
    throw error;
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new ApiError(0, undefined);
  }
}

/** A proxy in between may answer with something other than the API's JSON. */
function parse(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
