import type { EnvironmentId } from '@loyalty/kernel';
import { rangeOfTier, type LifetimePointsRange } from '@loyalty/rules';
import { type Database, writeTransaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { storeThresholds } from './retierings.ts';
import { listTiers, lockTiers } from './tiers.ts';

export type DeleteTierResult =
  | { readonly outcome: 'deleted' | 'not-found' }
  /** Respond with 409 TIER_HAS_MEMBERS and the count as its context. */
  | ({ readonly outcome: 'has-members' } & TierMembers);

/** The number of a tier's members, as far as they were counted. */
export interface TierMembers {
  readonly memberCount: number;
  /** False: there may be more of them. */
  readonly isWhole: boolean;
}

export interface TierDeletion {
  readonly tierId: string;
  /** True: deletes the tier even if it has members. */
  readonly isForced: boolean;
  /** Counts the environment's members with lifetime points in the range, within a bounded time. */
  readonly countMembers: (range: LifetimePointsRange) => Promise<TierMembers>;
}

const nobody: TierMembers = { memberCount: 0, isWhole: true };

/**
 * Deletes a tier without members, or any tier when forced (D55): its members then have the next lower one. They are counted before
 * anything is locked, because that takes a while. Members who enter meanwhile are moved too. If the count was incomplete, the tier
 * does not count as empty.
 */
export const deleteTier = async (
  db: Database,
  environmentId: EnvironmentId,
  { tierId, isForced, countMembers }: TierDeletion,
): Promise<DeleteTierResult> => {
  const range = rangeOfTier(await listTiers(db, environmentId), tierId);
  if (range === null) return { outcome: 'not-found' };
  const members = isForced ? nobody : await countMembers(range);
  if (members.memberCount > 0 || !members.isWhole) return { outcome: 'has-members', ...members };
  return writeTransaction(db, async (tx) => {
    await lockTiers(tx, environmentId);
    const deleted = await tx.query('DELETE FROM tiers WHERE environment_id = $1 AND id = $2 RETURNING id', [
      environmentId,
      tierId,
    ]);
    if (deleted.length === 0) return { outcome: 'not-found' };
    await storeThresholds(tx, environmentId, []);
    await raiseConfigVersion(tx, environmentId, 'tiers');
    return { outcome: 'deleted' };
  });
};
