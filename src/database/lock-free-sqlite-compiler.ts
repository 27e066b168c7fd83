import type { SelectModifierNode } from "kysely";
import { SqliteQueryCompiler } from "kysely";

const ROW_LOCKS: ReadonlySet<string | undefined> = new Set([
  "ForUpdate",
  "ForNoKeyUpdate",
  "ForShare",
  "ForKeyShare",
  "NoWait",
  "SkipLocked",
]);

/** Leaves row locks out: SQLite has none and needs none, since a write transaction has the whole store to itself. */
export class LockFreeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!ROW_LOCKS.has(node.modifier)) super.visitSelectModifier(node);
  }
}
