import type { RawBuilder } from "kysely";
import { sql } from "kysely";
export const unpeeked = (count: number): RawBuilder<number> => sql<number>`CAST(${count} AS bigint)`;
