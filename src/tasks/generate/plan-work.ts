import { arrange } from "./plan/arrange.ts";
import { buildDrafts } from "./plan/build-drafts.ts";
import type { PlannedPhase } from "./plan/draft.ts";
import type { Prd } from "./prd/prd.ts";
/** Plans the work that a PRD calls for. The same PRD always gives the same plan. */
export const planWork = (prd: Prd): readonly PlannedPhase[] => arrange(buildDrafts(prd), prd.models);
