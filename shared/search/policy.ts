/**
 * Which entry of a full bucket gives way to a new position. Named for study; the first is the default.
 *
 * - `depth+age`: the least worth, remaining depth less eight plies per generation of age.
 * - `always`: the slot that the key names, whatever it holds.
 * - `depth`: the shallowest, and only for a deeper or equal newcomer; old entries are never cleared out.
 * - `two-tier`: three slots as `depth` (but older generations give way), the fourth as `always`.
 */
export const replacementPolicies = ['depth+age', 'always', 'depth', 'two-tier'] as const;
export type ReplacementPolicy = (typeof replacementPolicies)[number];
