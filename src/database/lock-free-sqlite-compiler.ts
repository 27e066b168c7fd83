import { SqliteQueryCompiler } from "kysely";

/** Leaves row locks out: SQLite has none and needs none, since a write transaction has the whole store to itself. */
export class LockFreeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(): void {}
}
