import cluster from "node:cluster";
import { ConfigError } from "../config.ts";
import { DatabaseError } from "../database/database.ts";
import { MetricsPortError } from "../metrics/serve-metrics.ts";

/** What a worker tells the primary where it can't start: it is logged once, however many workers there are. */
export interface FailureMessage {
  readonly failure: string;
}

/** Ends this process for a reason that an operator can mend, in one line. */
export function fail(message: string): void {
  if (cluster.worker === undefined) {
    process.stderr.write(`groundwork: ${message}\n`);
    process.exit(1);
  }
  cluster.worker.send({ failure: message } satisfies FailureMessage, () => process.exit(1));
}

const isForOperator = (error: unknown): error is Error =>
  [ConfigError, DatabaseError, MetricsPortError].some((kind) => error instanceof kind);

/** @throws anything an operator can't fix: a fault of ours keeps its stack */
export function failOnKnown(error: unknown): void {
  if (!isForOperator(error)) throw error;
  fail(error.message);
}
