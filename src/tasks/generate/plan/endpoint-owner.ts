import type { Endpoint } from "../prd/prd.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import type { Context, EndpointOwner } from "./context.ts";
import { deliverableOf } from "./deliverable-of.ts";
export function ownerOfEndpoint(endpoint: Endpoint, context: Context): EndpointOwner {
  const { prd, weights, wordsOf } = context;
  const bare = endpoint.path.replace(/\/$/, "");
  const naming = prd.requirements.find((requirement) => hasPath(wordsOf(requirement), endpoint));
  if (naming !== undefined) {
    const isDefinition =
      !/\b(?:fetch|call|request|consume|via|poll)/i.test(naming.text.split(bare)[0] ?? "") &&
      hasPath(`${naming.title ?? ""} ${naming.text}`, endpoint);
    return { requirement: naming, defines: isDefinition, calls: !isDefinition };
  }
  const pathWords = meaningfulWords(bare.replaceAll(/[/:{}_-]/g, " "));
  const purposeWords = meaningfulWords(endpoint.purpose ?? "");
  const scored = prd.requirements.map((requirement) => {
    const whole = meaningfulWords(wordsOf(requirement));
    const byPath = weights.similarity(pathWords, whole);
    return {
      requirement,
      score: purposeWords.size === 0 ? byPath : 0.7 * weights.similarity(purposeWords, whole) + 0.3 * byPath,
    };
  });
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  const isEndpoint = /\bendpoint\b/i.test(best?.requirement.text ?? "");
  if (best === undefined || best.score < (isEndpoint ? 0.35 : 0.5))
    return { requirement: null, defines: false, calls: false };
  return {
    requirement: best.requirement,
    defines: isEndpoint && best.requirement.details.length === 0,
    calls: deliverableOf(best.requirement.text) === "screen",
  };
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
