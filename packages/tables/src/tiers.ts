/** The announced tiers of members, the inputs of their decision, and re-tiering. */

export {
  countMemberRange,
  countMembersUpTo,
  lockLostRewards,
  type LockedTierMember,
  lockTierMembers,
  type MemberIdRange,
  readMemberRange,
  readOlderSteps,
  readTierMovers,
  readTierStates,
  type TierState,
  type TierSteps,
  type TierWrite,
  writeTiers,
} from './tiers/announced-tiers.ts';
export {
  finishRetiering,
  readPendingRetierings,
  readRetiering,
  readRetieringRequest,
  readSilentEnvironments,
  readTierVersions,
  requestRetiering,
  type RetierCursor,
  retierJobName,
} from './tiers/retierings.ts';
