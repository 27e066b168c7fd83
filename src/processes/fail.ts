import cluster from "node:cluster";
import { ConfigError } from "../config.ts";
import { DatabaseError } from "../database/database.ts";
import { MetricsPortError } from "../metrics/serve-metrics.ts";

/** A worker's message to the primary that it can't start, which is logged once for all workers. */
export interface FailureMessage {
  readonly failure: string;
}

/** Ends this process with one line about a problem that the operator can solve. */
export function fail(message: string): void {
  if (cluster.worker === undefined) {
    process.stderr.write(`groundwork: ${message}\n`);
    process.exit(1);
  }
  cluster.worker.send({ failure: message } satisfies FailureMessage, () => process.exit(1));
}

const isForOperator = (error: unknown): error is Error =>
  [ConfigError, DatabaseError, MetricsPortError].some((kind) => error instanceof kind);

/** @throws all other errors: a bug keeps its stack */
export function failOnKnown(error: unknown): void {
  if (!isForOperator(error)) throw error;
  fail(error.message);
}
