import type { Database } from "../../src/database/database.ts";
import type { Queries } from "../../src/database/queries.ts";
import { createQueries } from "../../src/database/queries.ts";
import { createStore } from "../../src/repositories/store.ts";

/** A store, and the statements that it has executed, without their values. */
export function watchStore(database: Database) {
  const statements: string[] = [];
  const watch = (queries: Queries) =>
    createQueries((statement) => {
      statements.push(statement.texts.join("?"));
      return queries.execute(statement);
    });
  const store = createStore({
    ...database,
    queries: watch(database.queries),
    transaction: (work) => database.transaction((queries) => work(watch(queries))),
  });
  return { store, statements };
}
