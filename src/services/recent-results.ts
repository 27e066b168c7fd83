/**
 * The results of a number of distinct inputs; the oldest one makes room for the next.
 *
 * @param most the number of results kept at a time, which bounds the memory
 */
export function createRecentResults<Result>(most: number) {
  const results = new Map<string, Result>();

  return {
    get: (input: string) => results.get(input),
    set(input: string, result: Result): void {
      results.set(input, result);
      // A map keeps the order of insertion, so its first key is its oldest.
      const [oldest] = results.size > most ? results.keys() : [];
      if (oldest !== undefined) results.delete(oldest);
    },
  };
}
