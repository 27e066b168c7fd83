import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { createSqliteQueries } from "../../src/database/sqlite-queries.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A store of notes whose writer can't roll back while `isBroken`. */
function createStore() {
  const path = join(temporaryFolder(), "notes.db");
  const writer = new SqliteDatabase(path);
  writer.pragma("journal_mode = WAL");
  writer.exec("CREATE TABLE notes (text TEXT)");
  const reader = new SqliteDatabase(path);
  onTestFinished(() => {
    for (const handle of [reader, writer]) handle.close();
  });
  const state = { isBroken: false };
  const exec = writer.exec.bind(writer);
  writer.exec = (text) => {
    if (state.isBroken && text === "ROLLBACK") {
      throw new SqliteDatabase.SqliteError("disk I/O error", "SQLITE_IOERR");
    }
    return exec(text);
  };
  const log = { sync: async () => {}, assertIntact: () => {} };
  return { state, ...createSqliteQueries({ writer, reader, assertInPlace: () => {}, log }) };
}

test("a failed ROLLBACK doesn't hide the transaction's error, and no later write joins that transaction", async () => {
  const { state, queries, transaction } = createStore();
  const write = (text: string) => queries.run(sql`INSERT INTO notes (text) VALUES (${text})`);
  state.isBroken = true;
  const failing = transaction(async ({ run }) => {
    await run(sql`INSERT INTO notes (text) VALUES ('abandoned')`);
    throw new Error("the original error");
  });
  await expect(failing).rejects.toThrow("the original error");
  await expect(write("too early")).rejects.toMatchObject({ code: "service-unavailable" });
  state.isBroken = false;
  await write("one");
  await transaction(({ run }) => run(sql`INSERT INTO notes (text) VALUES ('two')`));
  expect(await queries.all(sql`SELECT text FROM notes`)).toEqual([{ text: "one" }, { text: "two" }]);
});
