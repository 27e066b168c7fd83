import type { EditOptions } from "../editing/edit-list.ts";

/** What `tasks start` and `tasks next` can be told. */
export interface StartOptions extends EditOptions {
  readonly as?: string;
  readonly force?: boolean;
}
