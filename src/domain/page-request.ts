/** A window on a list: `page` counts from 1. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

export const LARGEST_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 20;
/** Keeps the offset an exact integer that every engine takes. */
export const LARGEST_PAGE = 2 ** 40;

/**
 * Reads the two query values of a paginated list: what is no whole number falls back to the default, what is out
 * of range is clamped.
 */
export function readPageRequest(page: unknown, perPage: unknown): PageRequest {
  return {
    page: clampedInteger(page, 1, LARGEST_PAGE),
    perPage: clampedInteger(perPage, DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE),
  };
}

export const countPages = (total: number, perPage: number): number => Math.ceil(total / perPage);

function clampedInteger(value: unknown, fallback: number, largest: number): number {
  if (typeof value !== "string" || !/^[+-]?\d+$/.test(value)) return fallback;
  return Math.min(Math.max(Number(value), 1), largest);
}
