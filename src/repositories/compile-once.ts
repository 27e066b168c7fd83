import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** A query with one parameter after another, in the order in which its text names them. */
type Run<Parameters extends readonly unknown[], Result> = (...parameters: Parameters) => Promise<Result>;

/**
 * Builds and compiles a query at its first use and only puts in its parameters from then on. For the few reads that
 * nearly every request makes: compiling them costs more than running them.
 *
 * @param build makes the query; each parameter has to become exactly one of its values, in the same order
 * @returns the query's first row
 */
export function compileOnce<Parameters extends readonly unknown[], Row>(
  queries: Kysely<Schema>,
  build: (...parameters: Parameters) => Compilable<Row>,
): Run<Parameters, Row | undefined> {
  const run = compileListOnce(queries, build);
  return async (...parameters) => (await run(...parameters))[0];
}

/** As `compileOnce`, with all rows. */
export function compileListOnce<Parameters extends readonly unknown[], Row>(
  queries: Kysely<Schema>,
  build: (...parameters: Parameters) => Compilable<Row>,
): Run<Parameters, Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (...parameters) => {
    compiled ??= build(...parameters).compile();
    const { rows } = await queries.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
