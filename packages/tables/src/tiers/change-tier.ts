import { randomId, type EnvironmentId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import type { CreateResult, InvalidContent } from '../entity-result.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findExceeded } from '../limits/find-exceeded.ts';
import { growingWrite } from '../limits/growing-write.ts';
import { findCampaignFaults } from './exclusive-campaigns.ts';
import { applyTierPatch, blankTier, type TierInput } from './tier-content.ts';
import {
  tierColumns,
  tierContentValues,
  tierRecordOf,
  type TierContent,
  type TierRecord,
  type TierRow,
} from './tier-record.ts';
import { storeThresholds } from './retierings.ts';
import { duplicateThreshold, lockTiers, type DuplicateThreshold } from './tiers.ts';

export type CreateTierResult = CreateResult<TierRecord, InvalidContent | DuplicateThreshold | LimitExceeded>;

/** Creates a tier (interface 4.4, D54). If the environment does not exist, nothing is written. */
export const createTier = (
  db: Database,
  environmentId: EnvironmentId,
  input: TierInput,
): Promise<CreateTierResult> =>
  growingWrite(db, environmentId, async (tx) => {
    const content = applyTierPatch(blankTier(input), input);
    const faults = await findCampaignFaults(tx, environmentId, { before: null, after: content });
    if (faults.length > 0) return { outcome: 'invalid', faults };
    const tiers = await lockTiers(tx, environmentId);
    if (tiers.some(({ minLifetimePoints }) => minLifetimePoints === content.minLifetimePoints))
      return duplicateThreshold;
    const exceeded = await findExceeded(tx, environmentId, 'tiers');
    if (exceeded !== null) return exceeded;
    const record = await insertTier(tx, environmentId, content);
    if (record === null) return duplicateThreshold;
    await storeThresholds(tx, environmentId, input.grantFreeRewards === true ? [record.id] : []);
    await raiseConfigVersion(tx, environmentId, 'tiers');
    return { outcome: 'created', record };
  });

/** Returns null when another tier has the same threshold. */
const insertTier = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  content: TierContent,
): Promise<TierRecord | null> => {
  const [row] = await tx.query<TierRow>(
    `INSERT INTO tiers AS t (environment_id, id, name, min_lifetime_points, benefits, sort_order, badge_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (environment_id, min_lifetime_points) DO NOTHING
     RETURNING ${tierColumns}`,
    [environmentId, randomId(), ...tierContentValues(content)],
  );
  return row === undefined ? null : tierRecordOf(row);
};
