import type { SegmentId, TierId } from '@loyalty/kernel';
import { campaignConditionsCanHold, unmetCondition } from '../campaigns/campaign-conditions.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { type Activity, eventActivity, receiptActivity } from '../earning/activity.ts';
import { noPurchases, type PurchaseTotals } from '../statistics/purchase-statistics.ts';
import { account, campaign, context, event, inputs, nowMs, receipt, snapshot } from '../testing/builders.ts';
import { plainFinding } from '../testing/findings.ts';
import { chance, type Dice, pick, seededDice, several, someOf } from '../testing/dice.ts';

const idOf = (n: number): string => `0198c0de-0000-7000-8000-0000000000a${n.toString()}`;
const [silver, gold, gone] = [1, 2, 3].map(idOf) as [TierId, TierId, TierId];
const [fans, locals, cleared] = [4, 5, 6].map(idOf) as [SegmentId, SegmentId, SegmentId];
const today = Math.floor(nowMs / 86_400_000);

const tierOf = (id: TierId, minLifetimePoints: number) => ({
  id,
  minLifetimePoints,
  createdAtMs: 0,
  thresholdsSetAtMs: 0,
  freeRewards: [],
});
/** The tiers are not in the order of their thresholds. */
const tiers = [tierOf(gold, 600), tierOf(silver, 100)];

interface Member {
  readonly lifetimePoints?: number;
  readonly segmentIds?: readonly SegmentId[];
  readonly purchases?: PurchaseTotals;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly occurredAtMs?: number;
}

const contextOf = ({ lifetimePoints, segmentIds = [], purchases = noPurchases }: Member) =>
  context([], {
    snapshot: snapshot([], { tiers, segmentIds: new Set([fans, locals]) }),
    account: lifetimePoints === undefined ? null : account({ lifetimePoints }),
    inputs: inputs({ segmentIds: new Set(segmentIds) }),
    purchases: () => purchases,
  });

const onReceipt = (member: Member): Activity =>
  receiptActivity(contextOf(member), receipt({ occurredAt: member.occurredAtMs ?? null }));

const onEvent = (member: Member): Activity =>
  eventActivity(contextOf(member), event({ payload: member.payload ?? {} }), member.occurredAtMs ?? null);

const forEvents = { type: 'SIGNUP_BONUS', points: 1 } as const;
const ofReceipts = (conditions: Campaign['conditions']) => campaign(conditions && { conditions });
const ofEvents = (conditions: Campaign['conditions']) =>
  campaign({ earningRule: forEvents, ...(conditions && { conditions }) });

const holds = (judged: Campaign, activity: Activity): boolean => {
  const reason = unmetCondition(judged, activity, plainFinding(judged, activity));
  expect([null, 'CONDITION_NOT_MET']).toContain(reason);
  return reason === null;
};

/** Tells whether the conditions hold for a member, and expects the same of receipts and of events. */
const holdsFor = (conditions: object, member: Member): boolean => {
  const tree = conditions as Record<string, unknown>;
  const held = holds(ofReceipts(tree), onReceipt(member));
  expect(holds(ofEvents(tree), onEvent(member))).toBe(held);
  return held;
};

describe('a tier', () => {
  it.each<[string, unknown, readonly boolean[]]>([
    // Of somebody unknown, with 99, 100, 599 and 600 points.
    ['eq', silver, [false, false, true, true, false]],
    ['eq', silver.toUpperCase(), [false, false, true, true, false]],
    ['eq', null, [true, true, false, false, false]],
    ['neq', gold, [true, true, true, true, false]],
    ['neq', null, [false, false, true, true, true]],
    ['in', [gold, null], [true, true, false, false, true]],
    ['not_in', [silver, null], [false, false, false, false, true]],
    ['gte', silver, [false, false, true, true, true]],
    ['gte', gold, [false, false, false, false, true]],
  ])('%s %j is that of the points before', (op, value, expected) => {
    const found = [undefined, 99, 100, 599, 600].map((points) =>
      holdsFor({ field: 'tier_id', op, value }, points === undefined ? {} : { lifetimePoints: points }),
    );
    expect(found).toEqual(expected);
  });

  it.each<[string, unknown, boolean]>([
    ['eq', gone, false],
    ['in', [gone], false],
    ['gte', gone, false],
    ['neq', gone, true],
    ['not_in', [gone], true],
  ])('▲ that was deleted holds for nobody: %s %j is %s', (op, value, expected) => {
    for (const lifetimePoints of [0, 100, 10_000])
      expect(holdsFor({ field: 'tier_id', op, value }, { lifetimePoints })).toBe(expected);
  });
});

describe('a segment', () => {
  it.each<[string, unknown, readonly boolean[]]>([
    // In none, in one, in the other, in both.
    ['eq', fans, [false, true, false, true]],
    ['eq', fans.toUpperCase(), [false, true, false, true]],
    ['neq', fans, [true, false, true, false]],
    ['in', [fans, locals], [false, true, true, true]],
    ['not_in', [fans, locals], [true, false, false, false]],
    ['not_in', [locals, cleared], [true, true, false, false]],
  ])('%s %j goes by all that the member is in', (op, value, expected) => {
    const found = [[], [fans], [locals], [fans, locals]].map((segmentIds) =>
      holdsFor({ field: 'segment_id', op, value }, { segmentIds }),
    );
    expect(found).toEqual(expected);
  });

  it.each<[string, unknown, boolean]>([
    ['eq', cleared, false],
    ['in', [cleared], false],
    ['neq', cleared, true],
    ['not_in', [cleared], true],
  ])('▲ that was deleted has nobody, though its members are not removed yet: %s is %s', (...row) => {
    const [op, value, expected] = row;
    expect(holdsFor({ field: 'segment_id', op, value }, { segmentIds: [cleared] })).toBe(expected);
  });
});

describe('a purchase', () => {
  it.each<[string, number, readonly boolean[]]>([
    // Behind 0, 1 and 5 purchases.
    ['eq', 1, [true, false, false]],
    ['neq', 1, [false, true, true]],
    ['eq', 2, [false, true, false]],
    ['gt', 2, [false, false, true]],
    ['gte', 2, [false, true, true]],
    ['lt', 2, [true, false, false]],
    ['lte', 6, [true, true, true]],
    ['lte', 5, [true, true, false]],
  ])('has the number behind those of before: %s %d', (op, value, expected) => {
    const found = [0, 1, 5].map((count) =>
      holdsFor({ field: 'purchase_number', op, value }, { purchases: { count, lastDay: today } }),
    );
    expect(found).toEqual(expected);
  });

  it.each<[string, number, readonly boolean[]]>([
    // Never, 31 days ago, 30 days ago, today, and on a day to come.
    ['lte', 30, [false, false, true, true, true]],
    ['lt', 30, [false, false, false, true, true]],
    ['gte', 31, [false, true, false, false, false]],
    ['gt', 0, [false, true, true, false, false]],
    ['eq', 0, [false, false, false, true, true]],
    ['neq', 0, [true, true, true, false, false]],
  ])('is so many UTC days after the last one: %s %d', (op, value, expected) => {
    const found = [null, today - 31, today - 30, today, today + 2].map((lastDay) =>
      holdsFor(
        { field: 'days_since_last_txn', op, value },
        { purchases: { count: lastDay === null ? 0 : 1, lastDay } },
      ),
    );
    expect(found).toEqual(expected);
  });

  it('of yesterday, sent today, counts the days to yesterday (D35)', () => {
    const member = {
      purchases: { count: 1, lastDay: today - 31 },
      occurredAtMs: today * 86_400_000 - 1,
    };
    expect(holdsFor({ field: 'days_since_last_txn', op: 'lte', value: 30 }, member)).toBe(true);
  });

  it('is not asked for where no condition does', () => {
    const judged = campaign({ conditions: { field: 'tier_id', op: 'eq', value: null } });
    const unasked = context([], {
      purchases: () => {
        throw new Error('asked');
      },
    });
    const activity = receiptActivity(unasked, receipt());
    expect(holds(judged, activity)).toBe(true);
    expect(holds(campaign(), activity)).toBe(true);
  });
});

it.each<[string, string, unknown, boolean]>([
  ['payload.rating', 'gte', 4, true],
  ['payload.rating', 'gt', 4, false],
  ['payload.rating', 'gte', '4', false],
  ['payload.shop.city', 'eq', 'Paarl', true],
  ['payload.shop.city', 'not_in', ['Durban', 'Paarl'], false],
  ['payload.shop.city', 'not_in', ['Durban'], true],
  ['payload.tags', 'contains', 'new', true],
  ['payload.tags.0', 'eq', 'new', true],
  ['payload.tags.length', 'exists', true, false],
  ['payload.note', 'eq', null, true],
  ['payload.missing', 'eq', null, false],
  ['payload.missing', 'neq', null, true],
  ['payload.missing', 'in', [null], false],
  ['payload.missing', 'not_in', [null], true],
  ['payload.missing', 'exists', false, true],
])('of an event %s %s %j is %s (D233)', (...[field, op, value, expected]) => {
  const payload = { rating: 4, shop: { city: 'Paarl' }, tags: ['new'], note: null };
  expect(holds(ofEvents({ field, op, value }), onEvent({ payload }))).toBe(expected);
});

const leaves: readonly object[] = [
  ...['eq', 'neq', 'gte'].map((op) => ({ field: 'tier_id', op, value: silver })),
  { field: 'tier_id', op: 'in', value: [gold, gone, null] },
  ...['eq', 'neq'].map((op) => ({ field: 'segment_id', op, value: fans })),
  ...['eq', 'gt', 'lt'].map((op) => ({ field: 'purchase_number', op, value: 2 })),
  ...['gte', 'lt', 'neq'].map((op) => ({ field: 'days_since_last_txn', op, value: 7 })),
  { field: 'weekday', op: 'eq', value: 'TUE' },
  { field: 'weekday', op: 'eq', value: 'SUN' },
];

const drawnTree = (dice: Dice, levels: number): Record<string, unknown> =>
  levels === 0 || chance(dice, 30)
    ? { ...pick(dice, leaves) }
    : {
        operator: pick(dice, ['AND', 'OR']),
        conditions: several(dice, [1, 3], () => drawnTree(dice, levels - 1)),
      };

const drawnMember = (dice: Dice, segmentIds: readonly SegmentId[]): Member => ({
  lifetimePoints: pick(dice, [0, 100, 600]),
  segmentIds,
  purchases: { count: dice(0, 3), lastDay: pick(dice, [null, today, today - 8]) },
});

it('▲ what a batch may change is taken for true: a tree then holds wherever it holds later in the batch', () => {
  const seen = { held: 0, wider: 0, never: 0 };
  const narrower: number[] = [];
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const dice = seededDice(seed);
    const judged = ofReceipts(drawnTree(dice, 4));
    // Memberships do not change within a batch.
    const segmentIds = someOf(dice, [fans, locals]);
    const mayHold = campaignConditionsCanHold(judged, onReceipt(drawnMember(dice, segmentIds)));
    for (let later = 0; later < 5; later += 1) {
      const held = holds(judged, onReceipt(drawnMember(dice, segmentIds)));
      if (held && !mayHold) narrower.push(seed);
      seen.held += Number(held);
      seen.wider += Number(mayHold && !held);
      seen.never += Number(!mayHold);
    }
  }
  expect(narrower).toEqual([]);
  expect(Object.values(seen).every((count) => count > 1_000)).toBe(true);
});
