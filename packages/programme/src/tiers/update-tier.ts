import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { writeTransaction } from '../write-transaction.ts';
import { applyTierPatch, type TierPatch } from './tier-content.ts';
import {
  tierColumns,
  tierContentOf,
  tierContentValues,
  tierRecordOf,
  type TierContent,
  type TierRecord,
  type TierRow,
} from './tier-record.ts';
import { duplicateThreshold, lockTiers, type DuplicateThreshold } from './tiers.ts';

export type UpdateTierResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly tier: TierRecord }
  | { readonly outcome: 'not-found' }
  | DuplicateThreshold;

export interface TierChange {
  readonly tierId: string;
  readonly patch: TierPatch;
}

/** Changes a tier (interface 4.4, D54). A change of nothing writes nothing. */
export const updateTier = (
  db: Database,
  environmentId: EnvironmentId,
  { tierId, patch }: TierChange,
): Promise<UpdateTierResult> =>
  writeTransaction(db, async (tx) => {
    const decision = decideUpdate(await lockTiers(tx, environmentId), tierId, patch);
    if (decision.outcome !== 'changed') return decision;
    const tier = await storeTier(tx, environmentId, decision);
    await raiseConfigVersion(tx, environmentId);
    return { outcome: 'changed', tier };
  });

type UpdateDecision =
  | Exclude<UpdateTierResult, { outcome: 'changed' | 'unchanged' }>
  | { readonly outcome: 'unchanged'; readonly tier: TierRecord }
  | { readonly outcome: 'changed'; readonly tier: TierRecord; readonly content: TierContent };

const decideUpdate = (tiers: readonly TierRecord[], tierId: string, patch: TierPatch): UpdateDecision => {
  const tier = tiers.find(({ id }) => id === tierId.toLowerCase());
  if (tier === undefined) return { outcome: 'not-found' };
  const before = tierContentOf(tier);
  const content = applyTierPatch(before, patch);
  if (isDeepStrictEqual(content, before)) return { outcome: 'unchanged', tier };
  const isTaken = tiers.some(
    ({ id, minLifetimePoints }) => id !== tier.id && minLifetimePoints === content.minLifetimePoints,
  );
  return isTaken ? duplicateThreshold : { outcome: 'changed', tier, content };
};

const storeTier = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { tier, content }: { readonly tier: TierRecord; readonly content: TierContent },
): Promise<TierRecord> => {
  const rows = await tx.query<TierRow>(
    `UPDATE tiers AS t
        SET name = $3, min_lifetime_points = $4, benefits = $5, sort_order = $6, badge_url = $7, updated_at = now()
      WHERE t.environment_id = $1 AND t.id = $2
     RETURNING ${tierColumns}`,
    [environmentId, tier.id, ...tierContentValues(content)],
  );
  return tierRecordOf(onlyRow(rows, 'tiers'));
};
