import type { EditOptions } from "../editing/edit-list.ts";
import type { FieldOptions } from "./field-options.ts";
import type { PlaceOptions } from "./new-task-place.ts";

/** What `tasks add` can be told. */
export interface AddOptions extends EditOptions, FieldOptions, PlaceOptions {
  readonly method?: string;
  readonly path?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}
