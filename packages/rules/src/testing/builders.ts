import type { ReceiptLine } from '@loyalty/contracts';
import type { CampaignId, EnvironmentId, MemberId, SegmentId, TenantId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import type { MemberEvent } from '../earning/activity.ts';
import type { DecisionContext, Refused } from '../earning/decision.ts';
import {
  type EarningInputs,
  emptyEarningInputs,
  type MemberCount,
  type MemberCountKind,
  noCount,
} from '../earning/earning-inputs.ts';
import type { Account } from '../member.ts';
import type { Snapshot } from '../snapshot.ts';
import { noPurchases } from '../statistics/purchase-statistics.ts';

export { evaluateRequest as receipt } from '@loyalty/contracts/testing';

/** 2026-03-10T12:00:00Z, the time of every test record. */
export const nowMs = 1_773_144_000_000;

export const segmentId = (name: string): SegmentId => name as SegmentId;

export const line = (given: Partial<ReceiptLine> = {}): ReceiptLine => ({
  sku: 'milk-1l',
  quantity: 1,
  unitPriceCents: 1_999,
  categories: ['dairy'],
  ...given,
});

/** A custom event with no rules of its own lifecycle type. */
export const event = (given: Partial<MemberEvent> = {}): MemberEvent => ({
  eventKey: 'app.opened',
  lifecycleType: 'CUSTOM',
  payload: {},
  hasReferrer: false,
  ...given,
});

/** An active campaign of 10 points without conditions. */
export const campaign = (given: Partial<Campaign> = {}): Campaign => ({
  id: 'campaign-1' as CampaignId,
  name: 'Ten points',
  state: 'ACTIVE',
  earningRule: { type: 'FIXED_POINTS', points: 10 },
  redemptionRule: null,
  targetSegmentIds: [],
  storeIds: [],
  startAtMs: null,
  endAtMs: null,
  minSpendCents: null,
  maxBudgetCents: null,
  currency: null,
  ...given,
});

export const snapshot = (campaigns: readonly Campaign[], given: Partial<Snapshot> = {}): Snapshot => ({
  environmentId: 1 as EnvironmentId,
  tenantId: 'tenant-1' as TenantId,
  mode: 'test',
  version: 1,
  secret: new Uint8Array(32),
  campaigns,
  pointValueCents: 1,
  currency: 'ZAR',
  pointsExpiry: { type: 'NONE' },
  refunds: { refundPoints: 'PRO_RATA', refundGraceDays: 30, unrecoveredPoints: 'FORGIVE' },
  tiers: [],
  segmentIds: new Set(),
  idleCampaigns: [],
  eventDefinitions: new Map(),
  exclusiveFrom: new Map(),
  ...given,
});

export const account = (given: Partial<Account> = {}): Account => ({
  memberId: 'member-known' as MemberId,
  state: 'active',
  pointsBalance: 100,
  lifetimePoints: 400,
  ledgerSeq: 7,
  lastActivityAtMs: null,
  ...given,
});

/** The inputs of a new member, except for the given ones. */
export const inputs = (given: Partial<EarningInputs> = {}): EarningInputs => ({
  ...emptyEarningInputs,
  ...given,
});

/** Inputs with these counts for the member, under any campaign, and these shared counts. */
export const counted = (
  ofMember: Partial<Record<MemberCountKind, number | MemberCount>>,
  shared: Readonly<Record<string, number>> = {},
): EarningInputs =>
  inputs({
    memberCount: (_campaignId, kind) => {
      const count = ofMember[kind];
      return typeof count === 'number' ? { count, completed: 0 } : (count ?? noCount);
    },
    sharedCount: (_campaignId, scope) => shared[scope] ?? 0,
  });

/** A known, active member in an environment with these campaigns. */
export const context = (
  campaigns: readonly Campaign[],
  given: Partial<DecisionContext> = {},
): DecisionContext => ({
  snapshot: snapshot(campaigns),
  account: account(),
  inputs: emptyEarningInputs,
  purchases: () => noPurchases,
  nowMs,
  newId: (kind, n = 0) => `new-${kind}-${n.toString()}`,
  draw: () => new Uint8Array(32),
  ...given,
});

/** Returns the decision as a processed one; throws on a refusal. */
export const processed = <Processed extends object>(decision: Processed | Refused): Processed => {
  if ('code' in decision) throw new Error(`refused: ${decision.code}`);
  return decision;
};
