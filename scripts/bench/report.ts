import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem, type } from "node:os";
import type { Result } from "./contest.ts";
import { searchComparisons } from "./contests.ts";
import type { Finding } from "./finding.ts";
import type { Round } from "./load.ts";
import { loadTool } from "./load.ts";
import { versionOf } from "./sides.ts";
import { inThreeDigits, median } from "./statistics.ts";

/** The ratio of one result to another. */
interface Comparison {
  readonly what: string;
  readonly of: string;
  readonly by: string;
  /** The least expected ratio. */
  readonly least?: number;
  /** Beside other results, only the lowest ratio of a group is reported. */
  readonly group?: string;
}

const COMPARISONS: readonly Comparison[] = [
  { what: "`GET /users/me` by bare `node:http`", of: "bearer", by: "bare", least: 0.5 },
  { what: "`GET /users/me` by Fastify with the same on", of: "bearer", by: "fastify", least: 1.4 },
  { what: "`GET /users/me` by the usual Express stack", of: "bearer", by: "express" },
  { what: "`GET /users/me` by Better Auth's session check", of: "bearer", by: "better-auth", least: 12 },
  { what: "`GET /auth/me` by `GET /users/me`", of: "session", by: "bearer", least: 0.8 },
  { what: "`GET /auth/me` by Better Auth's session check", of: "session", by: "better-auth" },
  { what: "first page: 1,000,000 users by 1,000", of: "first-1000000", by: "first-1000", least: 0.77 },
  { what: "last page by first page, 1,000,000 users", of: "last", by: "first-1000000", least: 0.1 },
  { what: "middle page by first page, 1,000,000 users", of: "middle", by: "first-1000000" },
  ...searchComparisons.map((comparison) => ({ ...comparison, least: 0.2, group: comparison.by })),
  { what: "login: 1,000,000 users by 1,000", of: "login-1000000", by: "login-1000", least: 0.77 },
  {
    what: "registration: 1,000,000 users by 1,000",
    of: "registration-1000000",
    by: "registration-1000",
    least: 0.77,
  },
  { what: "`WORKERS=2` by `WORKERS=1`", of: "workers-2", by: "workers-1" },
];

const PACKAGES = [
  "express",
  "better-sqlite3",
  "jsonwebtoken",
  "fastify",
  "@fastify/jwt",
  "better-auth",
  "pino",
] as const;

const SEARCHES: ReadonlySet<string> = new Set(searchComparisons.map(({ of }) => of));
const FIRST_PAGES: ReadonlySet<string> = new Set(searchComparisons.map(({ by }) => by));

const BEGIN = "<!-- npm run bench -->";
const END = "<!-- end of npm run bench -->";

/**
 * The measurements as Markdown: the machine, a line for each result, and the ratios and other findings. Beside other
 * results, only the slowest search of each engine is reported: all of them would be half of the report.
 */
export function describeResults(
  results: readonly Result[],
  findings: readonly Finding[],
  { rounds, seconds }: { rounds: number; seconds: number },
): string {
  const parts = [describeMachine(rounds, seconds)];
  const others = results.filter(({ key }) => !SEARCHES.has(key));
  const isSearchOnly = others.every(({ key }) => FIRST_PAGES.has(key));
  if (results.length > 0) parts.push(table(isSearchOnly ? results : others));
  parts.push(list([...compare(results, isSearchOnly), ...findings]));
  return parts.join("\n\n");
}

/** Replaces the previous report in the document. */
export function writeBetweenMarkers(path: string, text: string): void {
  const document = readFileSync(path, "utf8");
  const [before, rest] = document.split(BEGIN, 2);
  const after = rest?.split(END, 2)[1];
  if (after === undefined) throw new Error(`${path} has no place for the results`);
  writeFileSync(path, `${before}${BEGIN}\n${text}\n${END}${after}`);
}

function describeMachine(rounds: number, seconds: number): string {
  const cores = cpus();
  const machine = `${cores.length} cores (${cores[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}`;
  const versions = PACKAGES.map((name) => `${name} ${versionOf(name)}`).join(", ");
  return `${machine}; Node.js ${process.versions.node}; ${versions}. Load by ${loadTool} on the same machine; ${rounds} rounds or more of ${seconds} s or more, in turn; medians.`;
}

function table(results: readonly Result[]): string {
  const lines = results.map(({ workload, side, rounds, memory }) => {
    const [rate, p50, p99] = (["requestsPerSecond", "p50", "p99"] as const).map((column) =>
      median(rounds.map((round) => round[column])),
    ) as [number, number, number];
    if (rate === 0)
      return `| ${workload} | ${side} | no answer within a round | | | ${Math.round(memory)} MB |`;
    const columns = [
      inThreeDigits(rate),
      `${inThreeDigits(p50)} ms`,
      `${inThreeDigits(p99)} ms`,
      `${Math.round(memory)} MB`,
    ];
    return `| ${[workload, side, ...columns].join(" | ")} |`;
  });
  return [
    "| workload | side | requests/s | p50 | p99 | memory |",
    "| --- | --- | --: | --: | --: | --: |",
    ...lines,
  ].join("\n");
}

function compare(results: readonly Result[], hasWholeGroups: boolean): Finding[] {
  const roundsOf = new Map(results.map(({ key, rounds }) => [key, rounds]));
  const compared = COMPARISONS.flatMap(({ what, of, by, least, group }) => {
    const [ones, others] = [roundsOf.get(of), roundsOf.get(by)];
    if (ones === undefined || others === undefined) return [];
    const shares = ones.map(
      (one, round) => one.requestsPerSecond / (others[round] as Round).requestsPerSecond,
    );
    // A round without an answer gives no ratio.
    if (!shares.every((share) => share > 0 && share < Number.POSITIVE_INFINITY)) return [];
    const ratio = median(shares);
    const rounds = `${inThreeDigits(Math.min(...shares))} to ${inThreeDigits(Math.max(...shares))}`;
    const finding = { what, figure: inThreeDigits(ratio), rounds };
    const judged = { ...finding, goal: `${least} or more`, isMet: ratio >= (least ?? 0) };
    return [{ ratio, group, finding: least === undefined ? finding : judged }];
  });
  const lowestOf = (wanted: string): number =>
    Math.min(...compared.filter(({ group }) => group === wanted).map(({ ratio }) => ratio));
  return compared
    .filter(({ ratio, group }) => hasWholeGroups || group === undefined || ratio === lowestOf(group))
    .map(({ finding }) => finding);
}

function list(findings: readonly Finding[]): string {
  const lines = findings.map(({ what, figure, rounds = "", goal = "", isMet }) => {
    const verdict = isMet === undefined ? "" : isMet ? "yes" : "no";
    return `| ${[what, figure, rounds, goal, verdict].join(" | ")} |`;
  });
  return [
    "| ratio of requests/s | median | rounds | goal | met |",
    "| --- | --: | --: | --- | --- |",
    ...lines,
  ].join("\n");
}
