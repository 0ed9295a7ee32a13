import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { changeEntity, type ChangeDecision } from '../change-entity.ts';
import type { ChangeResult, InvalidContent } from '../entity-result.ts';
import { findCampaignFaults } from './exclusive-campaigns.ts';
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
import { storeThresholds } from './retierings.ts';
import { duplicateThreshold, lockTiers, type DuplicateThreshold } from './tiers.ts';

export type UpdateTierResult = ChangeResult<TierRecord, InvalidContent | DuplicateThreshold>;

export interface TierChange {
  readonly tierId: string;
  readonly patch: TierPatch;
}

/** Changes a tier (interface 4.4, D54). An update without a change writes nothing. */
export const updateTier = (
  db: Database,
  environmentId: EnvironmentId,
  { tierId, patch }: TierChange,
): Promise<UpdateTierResult> =>
  changeEntity(db, environmentId, {
    kind: 'tiers',
    mayGrow: false,
    lock: async (tx) => tierAmong(await lockTiers(tx, environmentId), tierId),
    decide: (current, tx) => decideUpdate(tx, environmentId, { current, patch }),
    store: async (tx, content, { tier: { id, minLifetimePoints } }) => {
      const stored = await storeTier(tx, environmentId, { ...content, id });
      if (content.minLifetimePoints !== minLifetimePoints)
        await storeThresholds(tx, environmentId, patch.grantFreeRewards === true ? [id] : []);
      return stored;
    },
  });

interface TierAmongOthers {
  readonly tier: TierRecord;
  readonly others: readonly TierRecord[];
}

const tierAmong = (tiers: readonly TierRecord[], tierId: string): TierAmongOthers | null => {
  const tier = tiers.find(({ id }) => id === tierId.toLowerCase());
  return tier === undefined ? null : { tier, others: tiers.filter((other) => other !== tier) };
};

const decideUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { current: { tier, others }, patch }: { readonly current: TierAmongOthers; readonly patch: TierPatch },
): Promise<ChangeDecision<TierContent, TierRecord, InvalidContent | DuplicateThreshold>> => {
  const before = tierContentOf(tier);
  const content = applyTierPatch(before, patch);
  if (isDeepStrictEqual(content, before)) return { keep: tier };
  const faults = await findCampaignFaults(tx, environmentId, { before, after: content });
  if (faults.length > 0) return { refuse: { outcome: 'invalid', faults } };
  const isTaken = others.some(({ minLifetimePoints }) => minLifetimePoints === content.minLifetimePoints);
  return isTaken ? { refuse: duplicateThreshold } : { store: content };
};

const storeTier = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  tier: TierContent & Pick<TierRecord, 'id'>,
): Promise<TierRecord> => {
  const rows = await tx.query<TierRow>(
    `UPDATE tiers AS t
        SET name = $3, min_lifetime_points = $4, benefits = $5, sort_order = $6, badge_url = $7, updated_at = now(),
            threshold_set_at = CASE WHEN t.min_lifetime_points = $4 THEN t.threshold_set_at ELSE now() END
      WHERE t.environment_id = $1 AND t.id = $2
     RETURNING ${tierColumns}`,
    [environmentId, tier.id, ...tierContentValues(tier)],
  );
  return tierRecordOf(onlyRow(rows, 'tiers'));
};
