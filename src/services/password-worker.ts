import bcrypt from "bcryptjs";

/** What the pool's threads do: the synchronous forms, since a thread of its own is what keeps them off the event loop. */
export const hash = ({ password, cost }: { password: string; cost: number }): string =>
  bcrypt.hashSync(password, cost);

export const verify = ({ password, passwordHash }: { password: string; passwordHash: string }): boolean =>
  bcrypt.compareSync(password, passwordHash);
