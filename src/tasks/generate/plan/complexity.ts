import type { Complexity } from "../../document/task-list.ts";
import type { Draft } from "./draft.ts";

const hard =
  /\b(?:real[- ]?time|websockets?|offline|synchroni[sz]|sync(?:s|ed)?\b|conflict|concurren|transaction|atomic|encrypt|oauth|payments?|checkout|billing|subscription|migrat|algorithm|machine learning|embedding|recommendation|search engine|full[- ]text|streaming|parser|scheduler|distributed|cluster|multi[- ]tenant|row[- ]level security|rls|merge|rebase|wasm|webassembly|compiler|pathfinding|animation engine|state machine|ai generation|llm|fine[- ]tun|vector|permission|rbac|reconcil|rollback|backfill)\b/gi;

const easyDeliverables = new Set(["model", "document"]);

/** Judged by what a task touches: how many steps and files, how many tasks it builds on, and whether its matter is hard. */
export function complexityOf(draft: Draft, dependencies: number): Complexity {
  const hardness = new Set(
    [...`${draft.title} ${draft.words}`.matchAll(hard)].map(([word]) => word.toLowerCase()),
  ).size;
  const points =
    Math.min(hardness, 3) +
    (draft.steps.length > 7 ? 2 : draft.steps.length > 4 ? 1 : 0) +
    (draft.files.length > 2 ? 1 : 0) +
    (dependencies > 2 ? 1 : 0) +
    (draft.deliverable === "integration" || draft.deliverable === "setup" ? 1 : 0) +
    (easyDeliverables.has(draft.deliverable) ? -1 : 0);
  if (points >= 4) return "High";
  return points >= 1 ||
    (["screen", "job", "endpoint", "test", "quality"].includes(draft.deliverable) && draft.steps.length > 3)
    ? "Medium"
    : "Low";
}
