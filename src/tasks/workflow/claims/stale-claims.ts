import type { Claim } from "./claim.ts";
import { ClaimExaminer } from "./claim-elsewhere.ts";
import type { ClaimsFile } from "./claims-file.ts";
import { lockClaims, readClaims } from "./claims-file.ts";

const isStale = ({ state, since }: Claim, before: Date): boolean =>
  state === "in progress" && Date.parse(since) < before.getTime();

/** This working tree's claims on tasks in progress that are older than a time. */
export const ownStaleClaims = (file: ClaimsFile, before: Date): readonly Claim[] =>
  readClaims(file).filter((claim) => isStale(claim, before) && claim.worktree === file.worktree.id);

/** The same for the other working trees, if the claims still hold. */
export function staleClaimsElsewhere(
  file: ClaimsFile,
  before: Date,
  claims = readClaims(file),
): readonly Claim[] {
  const examiner = new ClaimExaminer(file);
  const isElsewhere = ({ worktree }: Claim): boolean => worktree !== file.worktree.id;
  return claims.filter(
    (claim) =>
      isStale(claim, before) && isElsewhere(claim) && examiner.examine(claim)?.state === "in progress",
  );
}

/**
 * Ends the claims of other working trees that are older than a time. Their lists are not changed.
 * @throws Refusal if the claims can't be written.
 */
export async function endStaleClaimsElsewhere(file: ClaimsFile, before: Date): Promise<readonly Claim[]> {
  if (staleClaimsElsewhere(file, before).length === 0) return [];
  const locked = await lockClaims(file);
  try {
    const claims = readClaims(file);
    const ended = staleClaimsElsewhere(file, before, claims);
    locked.write(claims.filter((claim) => !ended.includes(claim)));
    return ended;
  } finally {
    locked.release();
  }
}
