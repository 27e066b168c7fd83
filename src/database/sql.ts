/** A parameter of a statement. The engine's adapter converts times and flags. */
export type Value = string | number | boolean | Date | null;

/**
 * A statement or a part of one: its text, split at the places of its values. Only the functions below create one, and
 * none of them accepts arbitrary text at run time.
 */
export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly Value[];

  constructor(texts: readonly string[], values: readonly Value[]) {
    this.texts = texts;
    this.values = values;
  }
}

export const isSql = (part: unknown): part is Sql => part instanceof Sql;

/**
 * A statement or a part of one: `` sql`SELECT name FROM users WHERE id = ${id}` ``. A value becomes a parameter and a
 * part is inserted, so no value becomes text, and the values always have the order of the text.
 */
export function sql(texts: TemplateStringsArray, ...inserted: readonly (Value | Sql)[]): Sql {
  const cut: string[] = [];
  const values: Value[] = [];
  let text = texts[0] ?? "";
  for (let at = 0; at < inserted.length; at++) {
    const part = inserted[at] ?? null;
    const [first, ...others] = isSql(part) ? part.texts : ["", ""];
    text += first;
    for (const next of others) {
      cut.push(text);
      text = next;
    }
    if (isSql(part)) values.push(...part.values);
    else values.push(part);
    text += texts[at + 1];
  }
  cut.push(text);
  return new Sql(cut, values);
}

/** The parts with commas between them; values become parameters. @param parts at least one */
export const list = (parts: readonly (Value | Sql)[]): Sql => join(parts, ", ");

/** @param conditions at least one */
export const allOf = (conditions: readonly Sql[]): Sql => join(conditions, " AND ");

function join(parts: readonly (Value | Sql)[], between: string): Sql {
  // PostgreSQL refuses `IN ()`, and SQLite does not.
  if (parts.length === 0) throw new Error("a list in a statement needs at least one part");
  const texts = ["", ...parts.slice(1).map(() => between), ""];
  return sql(texts as unknown as TemplateStringsArray, ...parts);
}

/** SQLite reads a bare LIMIT parameter to plan, and so plans at each run, which takes longer than the run. */
export const unpeeked = (count: number): Sql => sql`CAST(${count} AS bigint)`;

/**
 * Ends a SELECT and locks its rows, so that no other transaction changes them until this one ends. Weaker than FOR
 * UPDATE, so that other transactions can still insert rows that refer to the locked ones. SQLite's adapter leaves it
 * out: a write transaction there locks the whole store.
 */
export const ROW_LOCK = sql`FOR NO KEY UPDATE`;

/** @param text a name of the schema: letters and underscores */
export function nameOf(text: string): Sql {
  if (!/^[a-z_]+$/i.test(text)) throw new Error(`not a name of the schema: ${text}`);
  return new Sql([text], []);
}
