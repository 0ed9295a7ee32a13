import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { spendBudgets } from '../campaigns/budgets.ts';
import type { CampaignInput } from '../campaigns/campaign-content.ts';
import type { CampaignRecord } from '../campaigns/campaigns.ts';
import { createCampaign } from '../campaigns/change-campaign.ts';
import { createSegment } from '../segments/change-segment.ts';
import type { SegmentInput, SegmentRecord } from '../segments/segments.ts';
import type { LoadedSnapshot } from '../snapshot/loaded-snapshot.ts';
import { loadSnapshots } from '../snapshot/snapshots.ts';

/** Creates a DRAFT campaign of 5 points a receipt, with the given changes. */
export const createTestCampaign = async (
  db: Database,
  environmentId: EnvironmentId,
  given: Partial<CampaignInput> = {},
): Promise<CampaignRecord> => {
  const input = { name: 'Five', earningRule: { type: 'FIXED_POINTS', points: 5 }, ...given } as const;
  const made = await createCampaign(db, environmentId, input);
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  return made.record;
};

/** Creates a STATIC segment, with the given changes. */
export const createTestSegment = async (
  db: Database,
  environmentId: EnvironmentId,
  given: Partial<SegmentInput> = {},
): Promise<SegmentRecord> => {
  const made = await createSegment(db, environmentId, { name: 'Some', type: 'STATIC', ...given });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  return made.record;
};

/**
 * Spends from a campaign's budget without awards. `loyaltyctl check` would report that, but it skips
 * environments that have set the value of a point.
 */
export const spendFromBudget = async (
  db: Database,
  environmentId: EnvironmentId,
  spent: { readonly campaignId: CampaignId; readonly cents: number },
): Promise<void> => {
  await db.query(`UPDATE environments SET settings = '{"pointValueCents": 1}' WHERE id = $1`, [
    environmentId,
  ]);
  await db.transaction((tx) => spendBudgets(tx, [{ environmentId, ...spent, alertedForCents: null }]));
};

/** Loads the whole configuration of an environment; null when there is no such environment. */
export const loadSnapshot = async (
  db: Database,
  environmentId: EnvironmentId,
): Promise<LoadedSnapshot | null> =>
  (await loadSnapshots(db, new Map([[environmentId, null]]))).get(environmentId) ?? null;
