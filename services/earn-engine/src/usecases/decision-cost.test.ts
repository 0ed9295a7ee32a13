import { headers as names, topics } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import type { Campaign } from '@loyalty/rules/campaigns';
import { streamTopicOf } from '@loyalty/tables/tenants';
import { testCampaign, testSnapshot } from '@loyalty/testkit/engine';
import { memberEvent, receipt } from '../testing/earn-bodies.ts';
import { decisionCostOf, WrittenCounts, writtenExcessOf } from './decision-cost.ts';
import type { EarnBody } from './earn-request.ts';

/** Campaigns that look at 50 fields of an event each. */
const lookingCloser = (count: number): Campaign[] =>
  Array.from({ length: count }, (_, n) =>
    testCampaign({
      id: `c${n.toString()}` as CampaignId,
      earningRule: {
        type: 'EVENT_TRIGGER',
        eventKey: 'app.opened',
        conditions: {
          operator: 'AND',
          conditions: Array.from({ length: 50 }, () => ({ field: 'text', op: 'contains', value: 'never' })),
        },
        reward: { points: 1 },
      },
    }),
  );

const event = (eventKey: string | null, bytes: number): EarnBody =>
  memberEvent({ eventKey, payload: Buffer.alloc(bytes, ' ') });

/** `BatchLimits` of the stream runtime. */
const batch = { costMax: 50_000, recordsMax: 500 };

const costOf = (body: EarnBody, campaigns: readonly Campaign[]) =>
  decisionCostOf(body, testSnapshot({ campaigns }));

test('▲ an event on which 200 campaigns look at 10,000 fields of 64 KiB fills a batch alone', () => {
  const dear = costOf(event('app.opened', 65_536), lookingCloser(200));
  expect(dear).toBeGreaterThan(batch.costMax);
  // Another event of the same environment is not compared.
  expect(costOf(event('app.closed', 100), lookingCloser(200))).toBe(200 + 1);
});

test('conditions of a campaign for events are compared whatever the key, and cost so much (D233)', () => {
  const comparison = { field: 'payload.text', op: 'contains', value: 'never' };
  const conditions = { operator: 'OR', conditions: Array.from({ length: 50 }, () => comparison) };
  const asking = lookingCloser(20).map((campaign): Campaign => ({ ...campaign, conditions }));
  expect(costOf(event('app.closed', 100), asking)).toBe(1 + 20 + 1_000);
  expect(costOf(event('app.opened', 100), asking)).toBe(1 + 20 + 2_000);
  expect(costOf(event('app.closed', 65_536), asking)).toBe(256 + 20 + 16 * 1_000);
  // Of receipts they cost none of this.
  expect(costOf(receipt(), asking)).toBe(costOf(receipt(), []));
});

test('a usual event costs next to nothing, so 500 of them are one batch', () => {
  const usual = costOf(event('app.opened', 300), lookingCloser(1));
  expect(usual * batch.recordsMax).toBeLessThan(batch.costMax);
});

test('a campaign that no event fires, or that is paused, costs an event nothing', () => {
  const paused = lookingCloser(1).map((campaign): Campaign => ({ ...campaign, state: 'PAUSED' }));
  expect(costOf(event('app.opened', 1), [testCampaign(), ...paused])).toBe(1);
});

test('an event of an environment whose configuration is not known yet counts as one with many campaigns', () => {
  expect(decisionCostOf(event('app.opened', 1), null)).toBe(101);
});

test('a receipt costs its lines and categories where nothing is compared, whatever else is configured', () => {
  expect(costOf(receipt(lines(3)), lookingCloser(200))).toBe(3 * (1 + 4));
  expect(costOf(receipt(), lookingCloser(200))).toBe(0);
});

test('a receipt of an environment whose configuration is not known yet costs one more for each line', () => {
  expect(decisionCostOf(receipt(lines(3)), null)).toBe(3 * (1 + 4) + 3);
});

const lines = (count: number) => ({
  products: Array.from({ length: count }, (_, n) => ({
    sku: `sku-${n.toString()}`,
    quantity: 1,
    unitPriceCents: 100,
    categories: ['a', 'b', 'c', 'd'],
  })),
});

/** 500 comparisons over lines in all, and 500 others. */
const aimed = Array.from({ length: 10 }, (_, n): Campaign =>
  testCampaign({
    id: `c${n.toString()}` as CampaignId,
    conditions: {
      operator: 'OR',
      conditions: Array.from({ length: 25 }, () => ({ lines: { field: 'sku', op: 'neq', value: 'a' } })),
    },
    earnOn: {
      lines: {
        operator: 'OR',
        conditions: Array.from({ length: 25 }, () => ({ field: 'unit_price_cents', op: 'gt', value: 1 })),
      },
    },
  }),
);

test('▲ the dearest legal receipt costs 7,500 and what it has of other comparisons: six fill a batch (D230)', () => {
  const cost = costOf(receipt(lines(500)), aimed);
  expect(cost).toBe(500 * 5 + (500 * 500) / 50 + Math.ceil(250 / 20));
  expect(Math.floor(batch.costMax / cost)).toBe(6);
  const paused = aimed.map((campaign): Campaign => ({ ...campaign, state: 'PAUSED' }));
  expect(costOf(receipt(lines(500)), paused)).toBe(500 * 5);
});

const limited = [
  testCampaign({
    limits: [
      { per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 1 },
      { per: 'MEMBER', period: 'DAY', of: 'POINTS', max: 50 },
      { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 9 },
    ],
  }),
];

test('each count that limits read costs one more, of receipts and of events', () => {
  for (const body of [receipt(), event('app.closed', 100)])
    expect(costOf(body, limited) - costOf(body, [testCampaign()])).toBe(2);
});

test('a usual receipt under a few trees costs next to nothing, so 500 of them are one batch', () => {
  expect(costOf(receipt(lines(8)), aimed.slice(0, 1)) * batch.recordsMax).toBeLessThan(batch.costMax);
});

const headerOf = (environmentId: number) => ({ [names.environment]: Buffer.from(environmentId.toString()) });
const heavy = { topic: topics.receipts as string, headers: headerOf(1) };
const other = { topic: topics.receipts, headers: headerOf(2) };

const counted = (numbers: Partial<Record<'rewards' | 'awards', number>>) => {
  const { rewards = 0, awards = rewards } = numbers;
  const [postings, counts, ofRewards] = [{ length: 1 }, { length: 0 }, { length: rewards }];
  return { postings, counts, uses: counts, rewards: ofRewards, cards: ofRewards, awards: { length: awards } };
};

const noted = (written: WrittenCounts, decisions: number, rewards: number, record = heavy): number => {
  for (let n = 0; n < decisions; n += 1) written.note(record, counted({ rewards }));
  return written.excessOf(record);
};

test('▲ after a batch of receipts that complete six stamp cards each, a batch beside tills has four of them', () => {
  const written = new WrittenCounts();
  const cost = decisionCostOf(receipt(), null, noted(written, 100, 6));
  // `bulkCostMaxWithInteractive` of the stream runtime.
  expect(Math.floor(5_000 / cost)).toBe(4);
  expect(written.excessOf(other)).toBe(0);
});

test('a decision with a usual number of rows and facts costs no more than its lines', () => {
  expect(noted(new WrittenCounts(), 500, 2)).toBe(0);
});

test('▲ a hundred plain receipts between dear ones do not make the dear ones cheap', () => {
  const written = new WrittenCounts();
  const dear = noted(written, 100, 6);
  expect(noted(written, 100, 0)).toBeGreaterThan(dear / 3);
});

test('an environment whose decisions are plain again costs nothing in the end', () => {
  const written = new WrittenCounts();
  noted(written, 100, 6);
  expect(noted(written, 2_000, 0)).toBe(0);
});

test('▲ on a tenant’s own topic the topic decides, whatever environment the headers claim', () => {
  const topic = streamTopicOf({ tenantId: '0190a3d4-0000-7000-8000-000000000001', mode: 'live' });
  const written = new WrittenCounts();
  const dear = noted(written, 100, 6, { topic, headers: headerOf(2) });
  expect(written.excessOf({ topic, headers: {} })).toBe(dear);
  expect(dear).toBeGreaterThan(0);
  expect(written.excessOf(other)).toBe(0);
});

test('▲ 200 awards of one receipt make its batch small, five do not', () => {
  expect([5, 200].map((awards) => writtenExcessOf(counted({ awards })))).toEqual([0, 13]);
});
