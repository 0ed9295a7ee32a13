import type { EnvironmentId } from '@loyalty/kernel';
import { receipt } from '../testing/earn-bodies.ts';
import { decisionCostOf } from './decision-cost.ts';
import { WrittenCounts } from './written-counts.ts';

const heavy = 1 as EnvironmentId;
const other = 2 as EnvironmentId;

const noted = (written: WrittenCounts, decisions: number, rewards: number): number => {
  const counted = { postings: { length: 1 }, rewards: { length: rewards }, cards: { length: rewards } };
  for (let n = 0; n < decisions; n += 1) written.note(heavy, counted);
  return written.excessOf(heavy);
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
