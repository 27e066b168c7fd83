import { expect, test } from "vitest";
import { allOf, list, sql } from "../../src/database/sql.ts";

test("list adds its values to a statement as parameters", () => {
  const { texts, values } = sql`SELECT id FROM users WHERE id IN (${list(["a", "b"])}) LIMIT ${1}`;
  expect(texts).toEqual(["SELECT id FROM users WHERE id IN (", ", ", ") LIMIT ", ""]);
  expect(values).toEqual(["a", "b", 1]);
});

test("list and allOf refuse to be empty, because only one of the engines would accept the statement", () => {
  expect(() => sql`SELECT id FROM users WHERE id IN (${list([])})`).toThrow("at least one part");
  expect(() => allOf([])).toThrow("at least one part");
});
