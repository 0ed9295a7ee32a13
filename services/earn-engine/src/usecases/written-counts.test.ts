import { headers as names, topics } from '@loyalty/contracts';
import { streamTopicOf } from '@loyalty/configuration';
import { receipt } from '../testing/earn-bodies.ts';
import { decisionCostOf } from './decision-cost.ts';
import { writtenExcessOf, WrittenCounts } from './written-counts.ts';

const headerOf = (environmentId: number) => ({ [names.environment]: Buffer.from(environmentId.toString()) });
const heavy = { topic: topics.receipts as string, headers: headerOf(1) };
const other = { topic: topics.receipts, headers: headerOf(2) };

const counted = (numbers: Partial<Record<'rewards' | 'awards', number>>) => {
  const { rewards = 0, awards = rewards } = numbers;
  const [postings, counts, ofRewards] = [{ length: 1 }, { length: 0 }, { length: rewards }];
  return { postings, counts, rewards: ofRewards, cards: ofRewards, awards: { length: awards } };
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
