import { LateAnswer, unlessLate } from "./late-answer.ts";

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
 * @throws {LateAnswer}
 */
export type CallApi = <Answer = void>(method: Method, path: string, body?: object) => Promise<Answer>;

interface ApiClient {
  readonly callApi: CallApi;
  /** Drops the answers to all calls in progress, so that the next user of the page sees none of them. */
  dropAnswers(): void;
}

interface ApiClientOptions {
  /** The prefix of all paths. */
  readonly root: string;
  /** The `Authorization` header of the next call, if it needs one. */
  readonly authorize?: () => string | undefined;
  /** Called for every 401 before the caller sees it. */
  readonly onUnauthenticated: () => void;
}

export function createApiClient({ root, authorize, onUnauthenticated }: ApiClientOptions): ApiClient {
  let drops = 0;

  async function request<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
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
    throw new ApiError(response.status, answer, response.headers.get("Retry-After"));
  }

  async function callApi<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
    const dropsBefore = drops;
    const isLate = () => drops !== dropsBefore;
    try {
      return await unlessLate(request<Answer>(method, path, body), isLate);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) onUnauthenticated();
      throw isLate() ? new LateAnswer() : error;
    }
  }

  function dropAnswers(): void {
    drops += 1;
  }

  return { callApi, dropAnswers };
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
