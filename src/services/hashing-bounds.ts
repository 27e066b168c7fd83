import { DomainError } from "../domain/errors.ts";

/** The account and client that a password is hashed for. */
interface HashingClient {
  /** The account's email, as stored. */
  readonly account: string;
  /** The network that counts as one client; undefined for a request of the server itself. */
  readonly network: string | undefined;
}

export type HashingBounds = ReturnType<typeof createHashingBounds>;

const MOST_OF_ONE_ACCOUNT = 4;
const MOST_OF_ONE_NETWORK = 16;
const MOST_WAITING_FOR_ONE_ACCOUNT = 64;
const PATIENCE_MS = 5_000;

/**
 * Prevents one account or network from taking all hashing capacity.
 *
 * @param processes the number of server processes that share the bounds
 */
export function createHashingBounds(processes = 1) {
  const running: HashingClient[] = [];
  /** First come, first served, except for tasks whose account or network is at its limit. */
  const queue: { readonly client: HashingClient; readonly start: () => void }[] = [];

  const mayStart = ({ account, network }: HashingClient): boolean =>
    running.filter((one) => one.account === account).length < share(MOST_OF_ONE_ACCOUNT, processes) &&
    (network === undefined ||
      running.filter((one) => one.network === network).length < share(MOST_OF_ONE_NETWORK, processes));

  async function takeTurn(client: HashingClient, deadline: number): Promise<void> {
    if (mayStart(client)) return void running.push(client);
    const sameAccount = queue.filter((waiting) => waiting.client.account === client.account);
    if (sameAccount.length >= MOST_WAITING_FOR_ONE_ACCOUNT) throw new DomainError("too-many-requests");
    const turn = Promise.withResolvers<void>();
    const waiting = { client, start: turn.resolve };
    queue.push(waiting);
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiting), 1);
      turn.reject(new DomainError("too-many-requests"));
    }, deadline - performance.now());
    await turn.promise.finally(() => clearTimeout(timer));
  }

  function endTurn(client: HashingClient): void {
    running.splice(running.indexOf(client), 1);
    for (const waiting of queue.filter((one) => concernsSame(one.client, client))) {
      if (!mayStart(waiting.client)) continue;
      queue.splice(queue.indexOf(waiting), 1);
      running.push(waiting.client);
      waiting.start();
    }
  }

  return {
    /**
     * Runs the work in its turn: immediately, or after earlier work for the same account or network.
     *
     * @param work receives the time until which it may wait for something else, on the clock of `performance.now`
     * @throws {DomainError} `too-many-requests` if too many are waiting already, or the turn does not come in time
     */
    async run<Result>(client: HashingClient, work: (deadline: number) => Promise<Result>): Promise<Result> {
      const deadline = performance.now() + PATIENCE_MS;
      await takeTurn(client, deadline);
      try {
        return await work(deadline);
      } finally {
        endTurn(client);
      }
    },
  };
}

const share = (bound: number, processes: number): number => Math.max(1, Math.floor(bound / processes));

const concernsSame = (one: HashingClient, other: HashingClient): boolean =>
  one.account === other.account || one.network === other.network;
