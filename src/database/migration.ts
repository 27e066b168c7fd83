/** One numbered step of the schema. A step that has been released is never edited: a new one follows it. */
export interface Migration {
  readonly version: number;
  readonly sqlite: string;
  readonly postgres: string;
}
