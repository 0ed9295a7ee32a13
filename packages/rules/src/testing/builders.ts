import type { CampaignId, EnvironmentId, MemberId, SegmentId, TenantId } from '@loyalty/kernel';
import type { EvaluateContext, EvaluateDecision, EvaluateProcessed } from '../decision.ts';
import type { Account, Campaign, EvaluateRequest, ReceiptLine, Snapshot } from '../model.ts';

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

export const receipt = (given: Partial<EvaluateRequest> = {}): EvaluateRequest => ({
  transactionRef: 'till-7-receipt-1',
  memberRef: 'customer-1',
  amountCents: 15_000,
  storeRef: null,
  currency: null,
  occurredAt: null,
  products: [],
  ...given,
});

/** An active campaign of 10 points without any condition. */
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
  segmentIds: new Set(),
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

/** A known, active member in an environment with these campaigns. */
export const context = (
  campaigns: readonly Campaign[],
  given: Partial<EvaluateContext> = {},
): EvaluateContext => ({
  snapshot: snapshot(campaigns),
  account: account(),
  nowMs,
  newId: (kind, n = 0) => `new-${kind}-${n.toString()}`,
  ...given,
});

/** The decision as one that was processed; throws on a refusal. */
export const processed = (decision: EvaluateDecision): EvaluateProcessed => {
  if (decision.outcome === 'refused') throw new Error(`refused: ${decision.code}`);
  return decision;
};
