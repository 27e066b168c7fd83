const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const minute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** `Jan 31, 2026` in the reader's time zone, from an ISO 8601 timestamp. */
export const formatDay = (timestamp: string): string => day.format(new Date(timestamp));

/** `Jan 31, 2026, 1:00 PM` in the reader's time zone, from an ISO 8601 timestamp. */
export const formatMinute = (timestamp: string): string => minute.format(new Date(timestamp));
