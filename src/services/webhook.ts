import { createHmac } from "node:crypto";

const LONGEST_ATTEMPT_MS = 5_000;

/** Another program that receives events. */
export interface Webhook {
  readonly url: string;
  /** Proves to the receiver that this server is the sender. */
  readonly secret: string;
}

/**
 * Sends a body once. A redirect counts as a failure, because it would send the event to an unconfigured address.
 *
 * @param options.signal aborts the attempt
 * @param options.timeoutMs the time limit
 * @returns why the delivery failed, if it did
 */
export async function postToWebhook(
  { url, secret }: Webhook,
  body: string,
  { signal, timeoutMs = LONGEST_ATTEMPT_MS }: { signal: AbortSignal; timeoutMs?: number },
): Promise<string | undefined> {
  const timestamp = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "Content-Type": "application/json",
        "X-Timestamp": String(timestamp),
        "X-Signature": `sha256=${sign(secret, `${timestamp}.${body}`)}`,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    // The body of the answer is not needed and may be endless.
    await response.body?.cancel();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return describe(error);
  }
}

const sign = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

/**
 * The error's code or name, such as `ECONNREFUSED` or `TimeoutError`, and never the address, which may contain a
 * secret.
 */
function describe(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : name;
}
