import {
  readMemberCounters,
  readMembershipsByKey,
  type MemberCounter,
  type Memberships,
  type OwnedId,
} from '@loyalty/accounts';
import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import { countingCampaigns, targetedSegments, type Snapshot } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';
import type { EarnRequest } from './earn-request.ts';

/** The rows of a batch's members besides their accounts. */
export interface MemberRows {
  readonly memberCounters: readonly MemberCounter[];
  readonly memberships: readonly Memberships[];
}

/** The member rows that the ACTIVE campaigns of some configurations need. */
export interface WantedRows {
  /** Campaigns that keep a count for each member. */
  readonly counting: readonly OwnedId[];
  /** Segments that are targeted. */
  readonly targeted: readonly OwnedId[];
}

/** Returns the member rows that these configurations need. */
export const wantedRowsOf = (snapshots: readonly Snapshot[]): WantedRows => ({
  counting: snapshots.flatMap((snapshot) => ownedBy(snapshot, countingCampaigns(snapshot))),
  targeted: snapshots.flatMap((snapshot) => ownedBy(snapshot, targetedSegments(snapshot))),
});

const ownedBy = ({ environmentId }: Snapshot, ids: readonly string[]): OwnedId[] =>
  ids.map((id) => ({ environmentId, id }));

/** True when what was read includes what is needed. */
export const isCoveredBy = (read: WantedRows, needed: WantedRows): boolean =>
  isAmong(needed.counting, read.counting) && isAmong(needed.targeted, read.targeted);

const isAmong = (needed: readonly OwnedId[], read: readonly OwnedId[]): boolean => {
  if (needed.length === 0) return true;
  const ids = new Set(read.map(({ id }) => id));
  return needed.every(({ id }) => ids.has(id));
};

const nothing: readonly never[] = [];

/** Reads the rows of the members of those environments whose rules look at them, and of these only what the rules look at. */
export const readMemberRows = async (
  db: Queryable,
  requests: readonly EarnRequest[],
  { counting, targeted }: WantedRows,
): Promise<MemberRows> => {
  const [memberCounters, memberships] = await awaitAll([
    counting.length === 0
      ? Promise.resolve(nothing)
      : readMemberCounters(db, membersOf(requests, counting), counting),
    targeted.length === 0
      ? Promise.resolve(nothing)
      : readMembershipsByKey(db, membersOf(requests, targeted), targeted),
  ]);
  return { memberCounters, memberships };
};

const membersOf = (requests: readonly EarnRequest[], ids: readonly OwnedId[]): readonly EarnRequest[] => {
  const concerned = new Set<EnvironmentId>(ids.map(({ environmentId }) => environmentId));
  return requests.filter(({ environmentId }) => concerned.has(environmentId));
};
