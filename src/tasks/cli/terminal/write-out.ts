import { writeSync } from "node:fs";
import { isSystemError } from "../../list-file/system-error.ts";

/**
 * Writes a text to standard output or standard error, completely and synchronously: loading Node's streams for one line
 * takes longer than reading the list. A closed pipe, as in `tasks list | head`, is not an error.
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

/** If a non-blocking pipe is full, the rest goes through the stream, which waits for it. */
function writeWhenReady(to: "stdout" | "stderr", rest: Uint8Array): void {
  const stream = process[to];
  stream.on("error", (error) => {
    if (!isSystemError(error, "EPIPE")) throw error;
  });
  stream.write(rest);
}
