import type { SegmentId, TierId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { campaign } from './builders.ts';
import { chance, type Dice, optional } from './dice.ts';
import { makeTree } from './make-conditions.ts';
import type { TestConfiguration } from './make-configuration.ts';
import type { Step } from './make-steps.ts';

const idOf = (n: number): string => `0198c0de-0000-7000-8000-00000000000${n.toString()}`;
const silver = idOf(1) as TierId;
const gold = idOf(2) as TierId;
const deletedTier = idOf(3);
const fans = idOf(4) as SegmentId;
const locals = idOf(5) as SegmentId;
const deletedSegment = idOf(6);

/** Tiers, segments, and conditions that ask for them, for purchases and, of events, for payloads. */
export const withMembers = (dice: Dice, configuration: TestConfiguration): TestConfiguration => ({
  ...configuration,
  tiers: [
    { id: silver, minLifetimePoints: 100 },
    { id: gold, minLifetimePoints: 600 },
  ],
  segmentIds: [...configuration.segmentIds, fans, locals],
  campaigns: configuration.campaigns.map((one) => ({
    ...one,
    ...optional(dice, 85, () => ({ conditions: makeTree(dice, leavesOf(one), 2) })),
  })),
});

/** Some receipts are returned wholly, before the next step. */
export const withReturns = (dice: Dice, steps: readonly Step[]): Step[] =>
  steps.map((step) =>
    step.kind === 'receipt' && chance(dice, 30) ? { ...step, comesBack: true as const } : step,
  );

const memberLeaves: readonly object[] = [
  { field: 'tier_id', op: 'eq', value: silver.toUpperCase() },
  { field: 'tier_id', op: 'eq', value: null },
  { field: 'tier_id', op: 'neq', value: gold },
  { field: 'tier_id', op: 'gte', value: silver },
  { field: 'tier_id', op: 'gte', value: deletedTier },
  { field: 'tier_id', op: 'not_in', value: [deletedTier, null] },
  { field: 'segment_id', op: 'eq', value: fans },
  { field: 'segment_id', op: 'not_in', value: [fans, locals] },
  { field: 'segment_id', op: 'in', value: [locals, deletedSegment] },
  { field: 'segment_id', op: 'neq', value: deletedSegment },
  { field: 'purchase_number', op: 'eq', value: 1 },
  { field: 'purchase_number', op: 'gte', value: 3 },
  { field: 'purchase_number', op: 'lte', value: 2 },
  { field: 'days_since_last_txn', op: 'eq', value: 0 },
  { field: 'days_since_last_txn', op: 'neq', value: 0 },
];

const eventLeaves: readonly object[] = [
  { field: 'payload.km', op: 'gte', value: 10 },
  { field: 'payload.ride.city', op: 'eq', value: 'durban' },
  { field: 'payload.ride.city', op: 'not_in', value: ['durban', 'cape town'] },
  { field: 'payload.tags', op: 'contains', value: 'eco' },
  { field: 'payload.tags.1', op: 'exists', value: true },
  { field: 'payload.mood', op: 'neq', value: true },
];

const leavesOf = (given: Partial<Campaign>): readonly object[] =>
  canFireOnReceipts(campaign(given).earningRule) ? memberLeaves : [...memberLeaves, ...eventLeaves];
