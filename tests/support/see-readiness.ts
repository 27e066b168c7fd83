import { expect } from "vitest";

/** Waits until `/ready` answers with this status, because it may report a result of up to a second ago. */
export const seeReadiness = (origin: string, status: number): Promise<void> =>
  expect
    .poll(async () => (await fetch(`${origin}/ready`)).status, { timeout: 20_000, interval: 100 })
    .toBe(status);
