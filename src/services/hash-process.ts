import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { DomainError } from "../domain/errors.ts";

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
 *
 * @throws {DomainError} `service-unavailable` if the system can't start one
 */
export function startHashProcess() {
  // In development the script is not compiled.
  const script = new URL(`./hash-worker${extname(import.meta.filename)}`, import.meta.url);
  const child = fork(script, { env: {}, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.on("error", () => {});
  if (child.pid === undefined) {
    throw new DomainError("service-unavailable", { detail: "no hashing process can be started" });
  }
  const ended = once(child, "exit");

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
