import type { Endpoint } from "../prd/prd.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import type { Context, EndpointOwner } from "./context.ts";
import { deliverableOf } from "./deliverable-of.ts";
import { endpointWords, segmentsOf } from "./endpoint-words.ts";
export function ownerOfEndpoint(endpoint: Endpoint, context: Context): EndpointOwner {
  const { prd, weights, wordsOf } = context;
  const bare = endpoint.path.replace(/\/$/, "");
  const naming = prd.requirements.find((requirement) => hasPath(wordsOf(requirement), endpoint));
  if (naming !== undefined) {
    const isDefinition =
      !/\b(?:fetch|call|request|consume|via|poll)/i.test(naming.text.split(bare)[0] ?? "") &&
      hasPath(`${naming.title ?? ""} ${naming.text}`, endpoint);
    return { requirement: naming, area: naming.area, defines: isDefinition, calls: !isDefinition };
  }
  const pathWords = weights.known(endpointWords(bare));
  const purposeWords = meaningfulWords(endpoint.purpose ?? "");
  const purposes = prd.requirements.map((requirement) =>
    weights.similarity(purposeWords, meaningfulWords(wordsOf(requirement))),
  );
  const isTold = purposes.some((similarity) => similarity >= 0.6);
  const scored = prd.requirements.map((requirement, index) => {
    const whole = meaningfulWords(wordsOf(requirement));
    const lead = meaningfulWords(`${requirement.title ?? ""} ${requirement.text}`);
    const byPath =
      0.5 * weights.similarity(pathWords, whole) +
      0.5 * weights.similarity(pathWords, lead) +
      ([...verbsOf(endpoint)].some((verb) => lead.has(verb)) ? 0.1 : 0);
    const byPurpose = 0.7 * (purposes[index] ?? 0) + 0.3 * byPath;
    // `Book a slot` tells more than `/appointments`, which many requirements speak of.
    return { requirement, score: isTold ? byPurpose : Math.max(byPath, byPurpose) };
  });
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  const isEndpoint = /\bendpoint\b/i.test(best?.requirement.text ?? "");
  if (best === undefined || best.score < (isEndpoint ? 0.35 : 0.4))
    return { requirement: null, area: nearestArea(endpoint, context), defines: false, calls: false };
  return {
    requirement: best.requirement,
    area: best.requirement.area,
    defines: isEndpoint && best.requirement.details.length === 0,
    calls: deliverableOf(best.requirement.text) === "screen",
  };
}

/** `DELETE /me` is rather about deleting an account than about what an account holds. */
const verbsOf = ({ method }: Endpoint): ReadonlySet<string> =>
  meaningfulWords(
    { GET: "view show display list", POST: "create add", DELETE: "delete remove" }[method] ??
      "edit update change",
  );

/** The area whose heading and requirements share most of the path's words, so that an endpoint stands with its matter. */
function nearestArea({ path, purpose }: Endpoint, { prd, weights, wordsOf }: Context): string | null {
  const words = new Set([
    ...endpointWords(`/${segmentsOf(path)[0] ?? ""}`),
    ...endpointWords(path),
    ...meaningfulWords(purpose ?? ""),
  ]);
  const [best] = prd.requirements
    .map((requirement) => ({
      area: requirement.area,
      score: weights.similarity(words, meaningfulWords(`${requirement.area ?? ""} ${wordsOf(requirement)}`)),
    }))
    .toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score === 0 ? null : best.area;
}

const hasPath = (text: string, { method, path }: Endpoint): boolean =>
  new RegExp(`\\b${method}\\b[\`\\s|:*]*${path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w/])`).test(
    text,
  );

/** For each requirement the endpoints that it calls. */
export function calledEndpoints(
  endpoints: readonly { endpoint: Endpoint; owner: EndpointOwner }[],
): ReadonlyMap<string, readonly string[]> {
  const called = new Map<string, readonly string[]>();
  for (const { endpoint, owner } of endpoints) {
    if (!owner.calls || owner.requirement === null) continue;
    const { id } = owner.requirement;
    called.set(id, [...(called.get(id) ?? []), `${endpoint.method} ${endpoint.path}`]);
  }
  return called;
}
