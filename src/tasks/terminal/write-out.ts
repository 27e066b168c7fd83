import { writeSync } from "node:fs";
import { isSystemError } from "../file/system-error.ts";

/**
 * Writes a text to standard output or standard error, all of it and synchronously: to load Node's streams for one
 * line takes longer than to read the list. Quiet where nobody reads any more: `tasks list | head` closes the pipe.
 */
export function writeOut(to: "stdout" | "stderr", text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(to === "stdout" ? 1 : 2, rest));
  } catch (error) {
    if (isSystemError(error, "EAGAIN")) writeWhenReady(to, rest);
    else if (!isSystemError(error, "EPIPE")) throw error;
  }
}

/** A pipe that does not wait and is full: what is left goes through the stream, which comes back to it. */
function writeWhenReady(to: "stdout" | "stderr", rest: Uint8Array): void {
  const stream = process[to];
  stream.on("error", (error) => {
    if (!isSystemError(error, "EPIPE")) throw error;
  });
  stream.write(rest);
}
