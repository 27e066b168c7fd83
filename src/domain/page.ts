/** A window on a list: `page` counts from 1. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

export const LARGEST_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 20;
/** Keeps the offset an exact integer that every engine takes. */
export const LARGEST_PAGE = 2 ** 40;

export const countPages = (total: number, perPage: number): number => Math.ceil(total / perPage);

/** Part of a list, and how long the whole list is. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}
