/** Part of a list, and how long the whole list is. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}
