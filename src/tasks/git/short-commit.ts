/** A commit's id as people read it. */
export const shortCommit = (hash: string): string => hash.slice(0, 9);
