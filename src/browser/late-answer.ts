/** The answer to a call that no longer matters. Forms and lists show nothing of it, not even an error. */
export class LateAnswer extends Error {}

/** Waits for an answer, and throws a `LateAnswer` in its place if it is late by then. */
export async function unlessLate<Answer>(answer: Promise<Answer>, isLate: () => boolean): Promise<Answer> {
  await Promise.allSettled([answer]);
  if (isLate()) throw new LateAnswer();
  return answer;
}

/** Of overlapping calls of a function only the last one counts: answers may arrive in another order. */
export function lastOf<Input extends readonly unknown[], Answer>(
  read: (...input: Input) => Promise<Answer>,
): (...input: Input) => Promise<Answer> {
  let calls = 0;
  return (...input) => {
    calls += 1;
    const own = calls;
    return unlessLate(read(...input), () => own !== calls);
  };
}
