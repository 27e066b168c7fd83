import type { Load, Round } from "./load.ts";
import { runLoad } from "./load.ts";
import type { SideProcess } from "./side-process.ts";

const WARM_UP_SECONDS = 2;
/** A process is slower at the start of its turn, because its memory has left the CPU's caches. */
const LEAD_IN_SECONDS = 1;

/** One side with one workload. */
export interface Entrant {
  /** The name in ratios. */
  readonly key: string;
  readonly workload: string;
  readonly side: string;
  readonly process: SideProcess;
  readonly load: Load;
}

/** An entrant's rounds, and the memory of its process after the last one, in megabytes. */
export interface Result extends Omit<Entrant, "process" | "load"> {
  readonly rounds: readonly Round[];
  readonly memory: number;
}

export interface ContestSettings {
  readonly folder: string;
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
}

/**
 * Measures all entrants in turn, round after round, so that other load on the machine affects all of them equally. The
 * ratios compare neighbouring rounds.
 */
export async function runContest(
  entrants: readonly Entrant[],
  { folder, connections, seconds, rounds }: ContestSettings,
): Promise<Result[]> {
  const results = entrants.map(({ process, load, ...names }) => ({
    ...names,
    process,
    load,
    rounds: [] as Round[],
  }));
  for (const { process, load } of results) {
    await runLoad(load, { origin: process.origin, folder, connections, seconds: WARM_UP_SECONDS });
  }
  for (let round = 1; round <= rounds; round++) {
    for (const { process, load, ...result } of results) {
      const target = { origin: process.origin, folder, connections };
      await runLoad(load, { ...target, seconds: LEAD_IN_SECONDS });
      result.rounds.push(await runLoad(load, { ...target, seconds }));
    }
    console.log(`round ${round} of ${rounds}: ${entrants[0]?.workload}${entrants.length > 1 ? ", …" : ""}`);
  }
  return results.map(({ process, load: _, ...result }) => ({ ...result, memory: process.memory() }));
}
