/** The result of the work, or the fallback if the work takes longer than this. */
export async function inTime<Result, Fallback>(
  work: Promise<Result>,
  milliseconds: number,
  fallback: Fallback,
): Promise<Result | Fallback> {
  const late = Promise.withResolvers<Fallback>();
  const timer = setTimeout(late.resolve, milliseconds, fallback);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
