/** One numbered step of the schema. A released step is never edited: a change is a new step. */
export interface Migration {
  readonly version: number;
  readonly sqlite: string;
  readonly postgres: string;
}
