import { expect, onTestFinished, test } from "vitest";
import type { Queries } from "../../src/database/queries.ts";
import { createQueries } from "../../src/database/queries.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { createStore } from "../../src/repositories/store.ts";
import { createAccounts } from "../../src/services/accounts.ts";
import { createPasswordResets, findResetOwner, issueReset } from "../../src/services/password-resets.ts";
import { createPasswords } from "../../src/services/passwords.ts";
import { openTestStore } from "../support/open-test-store.ts";

test("a reset whose failed logins can't be cleared changes nothing, and its token stays valid", async () => {
  const database = await openTestStore();
  let isFailing = true;
  const failing = (queries: Queries) =>
    createQueries((statement) => {
      if (isFailing && statement.texts[0]?.startsWith("DELETE FROM rate_limit_counts"))
        throw new DomainError("service-unavailable");
      return queries.execute(statement);
    });
  const store = createStore({
    ...database,
    queries: failing(database.queries),
    transaction: (work) => database.transaction((queries) => work(failing(queries))),
  });
  const passwords = createPasswords(4, 1);
  onTestFinished(() => passwords.close());
  const accounts = createAccounts(store, passwords);
  const resets = createPasswordResets(store, accounts);
  const { id, passwordHash } = await accounts.register({
    email: "ada@example.com",
    name: "Ada",
    password: "correct horse",
  });
  const { token } = await store.transaction((transaction) => issueReset(transaction, id));

  await expect(resets.reset(token, "battery staple", {})).rejects.toThrow("service-unavailable");
  expect((await store.users.find({ id }))?.passwordHash).toBe(passwordHash);
  expect(await findResetOwner(store, token)).toBe(id);

  isFailing = false;
  await resets.reset(token, "battery staple", {});
  expect(await findResetOwner(store, token)).toBeUndefined();
});
