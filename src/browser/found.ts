/** Both APIs count the matches of a search up to this. */
const MOST_COUNTED = 500;

/** How many users a search has found. */
export const describeFound = (total: number): string =>
  total < MOST_COUNTED ? `${total} found` : `${MOST_COUNTED} or more found`;
