/** The answer to a call that no longer matters. Forms and lists show nothing of it, not even an error. */
export class LateAnswer extends Error {}

/** Waits for an answer, and throws a `LateAnswer` in its place if it is late by then. */
export async function inTime<Answer>(answer: Promise<Answer>, isLate: () => boolean): Promise<Answer> {
  await Promise.allSettled([answer]);
  if (isLate()) throw new LateAnswer();
  return answer;
}
