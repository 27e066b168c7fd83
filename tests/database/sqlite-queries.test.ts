import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { list, sql } from "../../src/database/sql.ts";
import { createSqliteQueries } from "../../src/database/sqlite-queries.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A store of notes whose writer can't roll back while `isBroken`. */
function createStore() {
  const path = join(temporaryFolder(), "notes.db");
  const writer = new SqliteDatabase(path, { timeout: 0 });
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
  const log = { sync: async () => {}, assertIntact: () => {}, close: async () => {} };
  return { path, state, ...createSqliteQueries({ writer, reader, assertInPlace: () => {}, log }) };
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

test("a write that waits for its turn for 5 seconds is refused and never made, and later ones take their turns", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { queries, transaction } = createStore();
  const write = (text: string) => queries.run(sql`INSERT INTO notes (text) VALUES (${text})`);
  const gate = Promise.withResolvers<void>();
  const long = transaction(async ({ run }) => {
    await run(sql`INSERT INTO notes (text) VALUES ('long')`);
    await gate.promise;
  });
  const refused = expect(write("refused")).rejects.toMatchObject({
    code: "service-unavailable",
    detail: "the database is busy",
  });
  await vi.advanceTimersByTimeAsync(4_000);
  const later = write("later");
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  gate.resolve();
  await Promise.all([long, later]);
  expect(await queries.all(sql`SELECT text FROM notes`)).toEqual([{ text: "long" }, { text: "later" }]);
});

test("a write that waits for another process's lock is refused after 5 seconds, even if the clock is set back", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { path, queries } = createStore();
  const other = new SqliteDatabase(path);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  const refused = expect(queries.run(sql`INSERT INTO notes (text) VALUES ('late')`)).rejects.toMatchObject({
    code: "service-unavailable",
  });
  vi.setSystemTime(Date.now() - 60 * 60 * 1_000);
  await vi.advanceTimersByTimeAsync(6_000);
  await refused;
});

test("a statement after the end of its transaction throws and is not executed", async () => {
  const { queries, transaction } = createStore();
  const ended = await transaction(async (inside) => inside);
  const late = async () => ended.run(sql`INSERT INTO notes (text) VALUES ('late')`);
  await expect(late()).rejects.toThrow("the transaction of this statement has ended");
  expect(await queries.all(sql`SELECT text FROM notes`)).toEqual([]);
});

test("statements work after more different ones than are kept prepared", async () => {
  const { queries } = createStore();
  await queries.run(sql`INSERT INTO notes (text) VALUES (${"1"})`);
  for (let length = 1; length <= 600; length++) {
    const texts = Array.from({ length }, (_, index) => String(index + 1));
    const found = await queries.all(sql`SELECT text FROM notes WHERE text IN (${list(texts)})`);
    expect(found).toEqual([{ text: "1" }]);
  }
  await queries.run(sql`INSERT INTO notes (text) VALUES (${"2"})`);
  expect(await queries.all(sql`SELECT text FROM notes`)).toEqual([{ text: "1" }, { text: "2" }]);
});
