import { expect, test, vi } from "vitest";
import { createPasswords } from "../../src/services/passwords.ts";

/** The costs of all comparisons; each step doubles the work. */
const costs: number[] = [];
vi.mock(import("../../src/services/hash-pool.ts"), () => ({
  createHashPool: () => ({
    async run(task) {
      if ("passwordHash" in task) costs.push(Number(task.passwordHash.split("$")[2]));
      return false;
    },
    figures: () => ({ waiting: 0, running: 0 }),
    close: async () => {},
  }),
}));

const workOf = async (password: unknown, passwordHash: string | undefined) => {
  costs.length = 0;
  await createPasswords(12, 1).verify(password, { passwordHash });
  return costs.reduce((work, cost) => work + 2 ** cost, 0);
};

test.each([
  ["a password", "correct horse"],
  ["a password of several Unicode forms", "Zu\u0308rich \u00fc"],
  ["a value that can't be a password", 5],
])(
  "%s takes the same work for an unknown email as for a hash of any cost up to the current one",
  async (_name, password) => {
    const unknown = await workOf(password, undefined);
    for (const cost of ["04", "10", "11", "12"]) {
      expect(await workOf(password, `$2b$${cost}$${"x".repeat(53)}`)).toBe(unknown);
    }
  },
);
