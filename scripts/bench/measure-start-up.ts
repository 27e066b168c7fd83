import type { Finding } from "./finding.ts";
import { startGroundwork } from "./sides.ts";
import { inThreeDigits, median } from "./statistics.ts";
import type { Stores } from "./stores.ts";
import { LARGE } from "./stores.ts";

const ROUNDS = 7;
const MOST = 1.2;

/** Measures how much a large store adds to the start-up time, by starting with and without it in turn. */
export async function measureStartUp(folder: string, stores: Stores): Promise<Finding[]> {
  const [empty, large] = [await stores(0), await stores(LARGE)];
  const pairs: { empty: number; large: number }[] = [];
  // The first round only loads both files and the program into the page cache.
  for (let round = 0; round <= ROUNDS; round++) {
    pairs.push({ empty: await timeStart(folder, empty), large: await timeStart(folder, large) });
  }
  const ratios = pairs.slice(1).map((pair) => pair.large / pair.empty);
  const [before, after] = [median(pairs.map((pair) => pair.empty)), median(pairs.map((pair) => pair.large))];
  return [
    {
      what: `time to start: ${LARGE.toLocaleString("en")} users (${inThreeDigits(after)} ms) by none (${inThreeDigits(before)} ms)`,
      figure: inThreeDigits(median(ratios)),
      rounds: `${inThreeDigits(Math.min(...ratios))} to ${inThreeDigits(Math.max(...ratios))}`,
      goal: `${MOST} or less`,
      isMet: median(ratios) <= MOST,
    },
  ];
}

async function timeStart(folder: string, database: string): Promise<number> {
  const server = await startGroundwork(folder, database);
  await server.stop();
  return server.startMs;
}
