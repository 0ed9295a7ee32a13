import type { EnvironmentId } from '@loyalty/kernel';
import { rangeOfTier, type LifetimePointsRange } from '@loyalty/rules';
import type { Database, Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { writeTransaction } from '../write-transaction.ts';
import { lockTiers } from './tiers.ts';

export type DeleteTierResult =
  | { readonly outcome: 'deleted' | 'not-found' }
  /** Answer 409 TIER_HAS_MEMBERS with the count as its context. */
  | { readonly outcome: 'has-members'; readonly memberCount: number };

export interface TierDeletion {
  readonly tierId: string;
  /** True: also when there are members in the tier. */
  readonly isForced: boolean;
  /** Counts the environment's members with lifetime points in the range. */
  readonly countMembers: (tx: Transaction, range: LifetimePointsRange) => Promise<number>;
}

/** Deletes a tier in which nobody is, or any when forced (D55): its members are then in the next lower one. */
export const deleteTier = (
  db: Database,
  environmentId: EnvironmentId,
  { tierId, isForced, countMembers }: TierDeletion,
): Promise<DeleteTierResult> =>
  writeTransaction(db, async (tx) => {
    const range = rangeOfTier(await lockTiers(tx, environmentId), tierId);
    if (range === null) return { outcome: 'not-found' };
    const memberCount = isForced ? 0 : await countMembers(tx, range);
    if (memberCount > 0) return { outcome: 'has-members', memberCount };
    await tx.query('DELETE FROM tiers WHERE environment_id = $1 AND id = $2', [environmentId, tierId]);
    await raiseConfigVersion(tx, environmentId);
    return { outcome: 'deleted' };
  });
