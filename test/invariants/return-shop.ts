import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import { openImport } from '@loyalty/tables/imports';
import type { Scope } from '@loyalty/tables/members';
import { createTenant } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import type { PlainLimits } from './plain-limits.ts';
import {
  bigBasket,
  laterDays,
  laterPointsOfWine,
  pairOfBottles,
  pointsOfMany,
  pointsOfPair,
  pointsOfWine,
  rollingDays,
  wineDays,
} from './plain-receipts.ts';

/** The programmes from which members bring something along. */
const sources = ['1', '2', '3', '4'] as const;

const ofWine = { field: 'sku', op: 'eq', value: 'wine' } as const;

const offers = [
  {
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    redemptionRule: { pointsPerRand: 1, onInsufficientBalance: 'CAP' },
  },
  {
    earningRule: {
      type: 'SPEND_PERCENTAGE',
      percentage: 2,
      pointsExpiry: { type: 'ROLLING', days: rollingDays },
    },
  },
  { earningRule: { type: 'PRODUCT_PURCHASE', points: pointsOfWine, skus: ['wine'] } },
  { earningRule: { type: 'FIXED_POINTS', points: 4 }, minSpend: bigBasket },
  {
    earningRule: {
      type: 'PRODUCT_PURCHASE',
      points: laterPointsOfWine,
      skus: ['wine'],
      pendingDays: wineDays,
    },
  },
  {
    earningRule: {
      type: 'SPEND_PERCENTAGE',
      percentage: 5,
      pendingDays: laterDays,
      pointsExpiry: { type: 'ROLLING', days: rollingDays },
    },
  },
  {
    earningRule: {
      type: 'PURCHASE_REWARD',
      everyQuantity: pairOfBottles,
      maxTimes: 10,
      reward: { points: pointsOfPair },
    },
    earnOn: { lines: ofWine },
  },
  {
    earningRule: { type: 'FIXED_POINTS', points: pointsOfMany },
    conditions: { lines: ofWine, field: 'quantity', op: 'gte', value: pairOfBottles },
  },
  { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 10 }, earnOn: { lines: ofWine } },
  // Five receipts complete no card.
  { earningRule: { type: 'STAMP_CARD', stampsRequired: 10, rewardOnCompletion: { points: 1 } } },
] as const;

export interface ReturnShop extends Scope {
  /** The ids in the order of activation. */
  readonly campaignIds: readonly string[];
}

/** Makes a tenant with ten campaigns, and with an open import for each of {@link sources}. */
export const makeReturnShop = async (
  db: Database,
  { ofCampaigns, caps }: PlainLimits,
): Promise<ReturnShop> => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: 'Returns' });
  const scope = { tenantId, environmentId: environmentIds.live };
  const memberPointsCaps = Object.keys(caps).length === 0 ? null : caps;
  const pointsExpiry = { type: 'NONE' } as const;
  await setSettings(db, scope.environmentId, { pointsExpiry, memberPointsCaps, voidWithinMinutes: null });
  for (const source of sources)
    await openImport(db, scope.environmentId, { source, signedUp: false, createdBy: 'a test' });
  const campaignIds: string[] = [];
  for (const [at, offer] of offers.entries()) {
    const ofMember = (ofCampaigns[at] ?? []).map((limit) => ({ per: 'MEMBER', ...limit }));
    const made = await createCampaign(db, scope.environmentId, { name: 'Some', limits: ofMember, ...offer });
    if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
    await transitionCampaign(db, scope.environmentId, { campaignId: made.record.id, action: 'activate' });
    campaignIds.push(made.record.id);
  }
  return { ...scope, campaignIds };
};

/** Sets whether points that a return misses are deducted later, or forgiven. */
export const setUnrecovered = async (
  db: Database,
  { environmentId }: Scope,
  isLater: boolean,
): Promise<void> => {
  await setSettings(db, environmentId, { unrecoveredPoints: isLater ? 'DEDUCT_LATER' : 'FORGIVE' });
};

export const secretOf = async (db: Database, environmentId: EnvironmentId): Promise<Buffer> => {
  const rows = await db.query<{ secret: Buffer }>('SELECT secret FROM environments WHERE id = $1', [
    environmentId,
  ]);
  return onlyRow(rows, 'an environment').secret;
};
