import fc from 'fast-check';
import type { TierId } from '@loyalty/kernel';
import { type SegmentField, segmentFields } from '@loyalty/rules/segments';
import type { TierThreshold } from '@loyalty/rules/tiers';
import type { GivenMember } from './judged-members.ts';

export const today = 20_000;
export const dayMs = 86_400_000;
const most = Number.MAX_SAFE_INTEGER;
export const tierIds = ['a', 'b', 'c'].map((end) => `0198c0de-3333-7000-8000-00000000000${end}` as TierId);

const edges = [7, 30, 90, 365].flatMap((days) => [today - days - 1, today - days, today - days + 1]);
const days = fc.oneof(
  fc.constantFrom(...edges, today, today + 1),
  fc.integer({ min: today - 400, max: today }),
);
const purchases = fc.array(
  fc.record({
    day: days,
    cents: fc.oneof(fc.constantFrom(-7, 0, 1, 100, -100), fc.integer({ min: -50_000, max: 100_000 })),
    txns: fc.constantFrom(1, 1, 1, 0, -1),
  }),
  { maxLength: 6 },
);
const points = fc.oneof(fc.constantFrom(0, 1, 99, 100, 101, 1_000, most), fc.nat(2_000));

/** Members whose days are near the edges of windows. */
export const members: fc.Arbitrary<GivenMember> = fc.record({
  state: fc.constantFrom('active', 'active', 'active', 'suspended', 'anonymized'),
  pointsBalance: points,
  lifetimePoints: points,
  // At midnight, and one millisecond before.
  enrolledAt: fc
    .tuple(days, fc.constantFrom(0, 1, dayMs - 1, dayMs / 2))
    .map(([day, ms]) => new Date(day * dayMs + ms)),
  purchases: fc.oneof(
    { arbitrary: purchases, weight: 9 },
    { arbitrary: days.map((day) => [{ day, cents: most, txns: 3 }]), weight: 1 },
  ),
});

const numbers = fc.oneof(
  fc.constantFrom(
    -100,
    -7,
    -3,
    -1,
    0,
    1,
    2,
    3,
    6,
    7,
    8,
    29,
    30,
    31,
    100,
    365,
    3_002_399_751_580_330,
    most,
    -most,
  ),
  fc.integer({ min: -60_000, max: 120_000 }),
);
const anyOp = fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte');
const numberFields = (Object.keys(segmentFields) as SegmentField[]).filter(
  (field) => segmentFields[field].kind === 'number',
);
const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.record({ field: fc.constantFrom(...numberFields), op: anyOp, value: numbers }) },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constant('tier_id'),
      op: fc.constantFrom('eq', 'neq'),
      value: fc.constantFrom(
        ...tierIds,
        tierIds[0]?.toUpperCase(),
        '0198c0de-3333-7000-8000-00000000dead',
        null,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constant('state'),
      op: fc.constantFrom('eq', 'neq'),
      value: fc.constantFrom('active', 'suspended', 'anonymized'),
    }),
  },
);
/** Rules as they are stored. */
export const { tree: storedRules } = fc.letrec((tie) => ({
  tree: fc.record({
    operator: fc.constantFrom('AND', 'OR'),
    conditions: fc.array(fc.oneof({ maxDepth: 3 }, { arbitrary: leaf, weight: 3 }, tie('tree')), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
}));

/** No tiers, one from 0, two with one threshold, and others in any order. */
export const tiers: fc.Arbitrary<TierThreshold[]> = fc
  .array(fc.constantFrom(0, 1, 100, 100, 1_000, most), { maxLength: 3 })
  .map((from) => tierIds.slice(0, from.length).map((id, at) => ({ id, minLifetimePoints: from[at] ?? 0 })));
