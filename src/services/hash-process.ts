import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";

/** A password to hash at a cost, or to compare with a hash. */
export type HashTask =
  | { readonly password: string; readonly cost: number }
  | { readonly password: string; readonly passwordHash: string };

export interface HashReply {
  /** The hash, or whether the password matches it. */
  readonly result?: string | boolean;
  /** The message of the error, if hashing failed. */
  readonly fault?: string;
  readonly milliseconds: number;
}

export type HashProcess = ReturnType<typeof startHashProcess>;

/**
 * Starts a process that computes hashes, one at a time. Passwords reach it only through its channel, and none of the
 * server's secrets do.
 */
export function startHashProcess() {
  // In development the script is not compiled.
  const script = new URL(`./hash-worker${extname(import.meta.filename)}`, import.meta.url);
  const child = fork(script, { env: {}, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  // A process that can't be started reports an error and never exits.
  const ended = once(child, "exit").catch(() => {});
  child.on("error", () => {});

  return {
    /** @returns undefined if the process ends before it replies */
    run(task: HashTask): Promise<HashReply | undefined> {
      const reply = Promise.withResolvers<HashReply | undefined>();
      child.once("message", reply.resolve);
      child.send(task, (error) => error && reply.resolve(undefined));
      void ended.then(() => reply.resolve(undefined));
      return reply.promise.finally(() => child.off("message", reply.resolve));
    },
    /** Kills the process and waits for its end. It has no state to lose. */
    async end(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
