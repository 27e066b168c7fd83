/** A well-formed id that no row has. */
export const UNKNOWN_ID = "01890000-0000-7000-8000-000000000000";

/** An id that the server has made. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A time in an answer. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
