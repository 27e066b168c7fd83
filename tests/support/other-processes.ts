import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_AGAIN_MS = 20;

/** Whether a process is running. A zombie has ended and only waits for its parent. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    // Without /proc, only the signal shows whether the process exists.
    return (error as NodeJS.ErrnoException).code === "ENOENT" && existsSync("/proc/self") === false;
  }
}

/** Waits until a process has ended. */
export async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await pause(LOOK_AGAIN_MS);
}

/** Waits for a file that another process writes. @returns its text */
export async function untilWritten(path: string): Promise<string> {
  while (!existsSync(path) || readFileSync(path, "utf8") === "") await pause(LOOK_AGAIN_MS);
  return readFileSync(path, "utf8");
}
