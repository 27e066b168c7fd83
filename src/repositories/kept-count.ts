import type { Expression } from "kysely";
import { sql } from "kysely";
import type { RowCountName } from "../database/schema.ts";

/** A number of rows that the engine keeps count of, as part of a statement. */
export const keptCount = (name: RowCountName): Expression<number> =>
  sql<number>`(SELECT CAST(sum(total) AS bigint) FROM row_counts WHERE name = ${sql.lit(name)})`;
