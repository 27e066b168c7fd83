import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem, type } from "node:os";
import type { Result } from "./contest.ts";
import type { Round } from "./load.ts";
import { loadTool } from "./load.ts";
import { versionOf } from "./sides.ts";

/** One result beside another, as a share of it. */
interface Comparison {
  readonly what: string;
  readonly of: string;
  readonly by: string;
  /** What it should come to. */
  readonly goal?: string;
}

const COMPARISONS: readonly Comparison[] = [
  { what: "`GET /users/me` by bare `node:http`", of: "bearer", by: "bare", goal: "0.50 or more" },
  { what: "`GET /users/me` by Fastify with the same on", of: "bearer", by: "fastify", goal: "1.4 or more" },
  { what: "`GET /users/me` by the usual Express stack", of: "bearer", by: "express" },
  {
    what: "`GET /users/me` by Better Auth's session check",
    of: "bearer",
    by: "better-auth",
    goal: "12 or more",
  },
  { what: "`GET /auth/me` by `GET /users/me`", of: "session", by: "bearer", goal: "0.80 or more" },
  { what: "`GET /auth/me` by Better Auth's session check", of: "session", by: "better-auth" },
  {
    what: "first page: 1,000,000 users by 1,000",
    of: "first-1000000",
    by: "first-1000",
    goal: "0.77 or more",
  },
  { what: "last page by first page, 1,000,000 users", of: "last", by: "first-1000000", goal: "0.10 or more" },
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

const BEGIN = "<!-- npm run bench -->";
const END = "<!-- end of npm run bench -->";

/** The results as Markdown: the machine, a line for each result, and the ratios. */
export function describeResults(results: readonly Result[], seconds: number): string {
  return [describeMachine(results[0]?.rounds.length ?? 0, seconds), table(results), ratios(results)].join(
    "\n\n",
  );
}

/** Puts the text in the place of the last one. */
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
  return `${machine}; Node.js ${process.versions.node}; ${versions}. Load by ${loadTool} on the same machine; ${rounds} rounds of ${seconds} s or more, in turn; medians.`;
}

function table(results: readonly Result[]): string {
  const lines = results.map(({ workload, side, rounds, memory }) => {
    const [rate, p50, p99] = (["requestsPerSecond", "p50", "p99"] as const).map((column) =>
      median(rounds.map((round) => round[column])),
    ) as [number, number, number];
    if (rate === 0)
      return `| ${workload} | ${side} | no answer within a round | | | ${Math.round(memory)} MB |`;
    const columns = [round(rate), `${round(p50)} ms`, `${round(p99)} ms`, `${Math.round(memory)} MB`];
    return `| ${[workload, side, ...columns].join(" | ")} |`;
  });
  return [
    "| workload | side | requests/s | p50 | p99 | memory |",
    "| --- | --- | --: | --: | --: | --: |",
    ...lines,
  ].join("\n");
}

function ratios(results: readonly Result[]): string {
  const roundsOf = new Map(results.map(({ key, rounds }) => [key, rounds]));
  const lines = COMPARISONS.flatMap(({ what, of, by, goal }) => {
    const [ones, others] = [roundsOf.get(of), roundsOf.get(by)];
    if (ones === undefined || others === undefined) return [];
    const shares = ones.map(
      (one, round) => one.requestsPerSecond / (others[round] as Round).requestsPerSecond,
    );
    // A round too short for a single answer compares with nothing.
    if (!shares.every((share) => share > 0 && share < Number.POSITIVE_INFINITY)) return [];
    const range = `${round(Math.min(...shares))} to ${round(Math.max(...shares))}`;
    return [`| ${what} | ${round(median(shares))} | ${range} | ${goal ?? ""} |`];
  });
  if (lines.length === 0) return "";
  return ["| requests/s | ratio | rounds | goal |", "| --- | --: | --: | --- |", ...lines].join("\n");
}

/** The upper one of two in the middle. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Three significant digits are all that such a measurement has. */
const round = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 3, useGrouping: true });
