import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";

/** One request of a load. In a body, `[<id>]` is replaced by a unique value. */
export interface LoadRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The requests of a load, which every connection sends in sequence, repeatedly. */
export type Load = readonly LoadRequest[];

/** The result of one round. Times are in milliseconds. */
export interface Round {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

interface Target {
  readonly origin: string;
  /** For files that the tool reads. */
  readonly folder: string;
  readonly connections: number;
  readonly seconds: number;
}

const hasWrk = !("error" in spawnSync("wrk", ["--version"]));

/** The tool that makes the load. wrk is preferred if it is installed, because it uses less CPU. */
export const loadTool = hasWrk ? "wrk" : "autocannon";

/** @throws {Error} if any answer is not 2xx */
export const runLoad = (load: Load, target: Target): Promise<Round> =>
  hasWrk ? runWrk(load, target) : runAutocannon(load, target);

async function runWrk(load: Load, { origin, folder, connections, seconds }: Target): Promise<Round> {
  const script = join(folder, `${randomUUID()}.lua`);
  writeFileSync(script, wrkScript(load));
  try {
    const settings = ["--threads=1", `--connections=${connections}`, `--duration=${seconds}s`];
    const options = [...settings, "--timeout=20s", `--script=${script}`, origin];
    const { stdout } = await promisify(execFile)("wrk", options);
    const line = /^result (.+)$/m.exec(stdout)?.[1];
    if (line === undefined) throw new Error(`wrk gave no result: ${stdout}`);
    const { failed, ...round } = JSON.parse(line) as Round & { failed: Readonly<Record<string, number>> };
    assertNoneFailed(failed, load);
    return round;
  } finally {
    rmSync(script);
  }
}

/** The script for wrk. It builds requests before the load begins, except those that differ each time. */
function wrkScript(load: Load): string {
  const text = (value: string) => `"${value.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;
  const table = (headers: Readonly<Record<string, string>>) =>
    `{${Object.entries(headers).map(([name, value]) => `[${text(name)}]=${text(value)}`)}}`;
  const entries = load.map(
    ({ method, path, headers = {}, body }) =>
      `{${text(method)}, ${text(path)}, ${table(headers)}, ${body === undefined ? "nil" : text(body)}}`,
  );
  return `
    local entries, ready, turn, run = {${entries.join(",\n")}}, {}, 0, ${text(randomUUID())}
    local function format(entry, body) return wrk.format(entry[1], entry[2], entry[3], body) end
    function init()
      for i, entry in ipairs(entries) do ready[i] = format(entry, entry[4]) end
    end
    function request()
      turn = turn + 1
      local i = turn % #entries + 1
      local body = entries[i][4]
      if body == nil or not body:find("[<id>]", 1, true) then return ready[i] end
      return format(entries[i], (body:gsub("%[<id>%]", run .. turn)))
    end
    function done(summary, latency)
      local errors, seconds = summary.errors, summary.duration / 1e6
      io.write(string.format('\\nresult {"requestsPerSecond":%f,"p50":%f,"p99":%f,"failed":' ..
        '{"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}}\\n',
        summary.requests / seconds, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        errors.connect, errors.read, errors.write, errors.status, errors.timeout))
    end
  `;
}

async function runAutocannon(load: Load, { origin, connections, seconds }: Target): Promise<Round> {
  const requests = load.map((request) => ({ ...request }) as autocannon.Request);
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests,
    idReplacement: true,
  });
  assertNoneFailed({ status: result.non2xx, connect: result.errors }, load);
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

function assertNoneFailed(failed: Readonly<Record<string, number>>, [first]: Load): void {
  const kinds = Object.entries(failed).filter(([, count]) => count > 0);
  if (kinds.length === 0) return;
  const counts = kinds.map(([kind, count]) => `${count} by ${kind}`).join(", ");
  throw new Error(`requests such as ${first?.method} ${first?.path} failed: ${counts}`);
}
