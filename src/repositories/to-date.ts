/** A time as either engine gives it: ISO 8601 text or a Date. */
export const toDate = (value: string | Date): Date => new Date(value);

export const toOptionalDate = (value: string | Date | null): Date | null =>
  value === null ? null : new Date(value);
