import type { SelectQueryBuilder } from "kysely";
import type { Schema } from "../database/schema.ts";

/** How many rows a query finds; engines differ in the type they count with. */
export async function countRows<Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { total } = await query.select((table) => table.fn.countAll().as("total")).executeTakeFirstOrThrow();
  return Number(total);
}
