import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { EngineRequest } from '../requests/request.ts';
import { BudgetBook } from './budget-book.ts';
import { BudgetHolds } from './budget-holds.ts';

const environmentId = 7 as EnvironmentId;
const [spring, summer] = ['spring', 'summer'] as unknown as readonly [CampaignId, CampaignId];
const anyRequest = {} as EngineRequest<unknown>;

let nowMs = 0;
let holds: BudgetHolds;
beforeEach(() => {
  nowMs = 1_000;
  holds = new BudgetHolds(() => nowMs);
});

/** Returns the campaigns to whose budgets a batch adds what it spends; what it spends of others stays beside. */
const addedBy = (...campaigns: readonly CampaignId[]): CampaignId[] => {
  const book = new BudgetBook(environmentId, []);
  for (const campaignId of campaigns) book.spend(anyRequest, { campaignId, campaignName: '', cents: 3 });
  holds.settle([book]);
  const writes = book.writes();
  expect(writes.map(({ campaignId, cents }) => [campaignId, cents])).toEqual(campaigns.map((id) => [id, 3]));
  return writes.filter(({ isBeside }) => isBeside !== true).map(({ campaignId }) => campaignId);
};

test('a budget without a bound is added to by the first batch of a process, then once in 250 ms', () => {
  expect(addedBy(spring)).toEqual([spring]);
  nowMs += 249;
  expect(addedBy(spring)).toEqual([]);
  nowMs += 1;
  expect(addedBy(spring)).toEqual([spring]);
  expect(addedBy(spring)).toEqual([]);
});

test('each campaign has its own time: adding to one says nothing about the rows beside another', () => {
  expect(addedBy(spring)).toEqual([spring]);
  nowMs += 200;
  expect(addedBy(spring, summer)).toEqual([summer]);
  nowMs += 50;
  expect(addedBy(spring, summer)).toEqual([spring]);
});

test('at most 1,000 rows stay beside a budget, even where time stands still', () => {
  const added = Array.from({ length: 2_002 }, () => addedBy(spring).length);
  expect([added.indexOf(1), added.indexOf(1, 1), added.filter((count) => count === 1).length]).toEqual([
    0, 1_001, 2,
  ]);
});

test('a budget that the batch has locked is added to each time, and one with an allowance is paid from it', () => {
  const budget = { spentCents: 0, maxBudgetCents: 9_000, alertThreshold: 0.5, alertedForCents: null };
  const settled = (allowance: { id: string; cents: number } | null) => {
    const claimed = { environmentId, campaignId: spring, isLocked: true, budget, allowedCents: 0, allowance };
    const book = new BudgetBook(environmentId, [claimed]);
    book.spend(anyRequest, { campaignId: spring, campaignName: '', cents: 3 });
    holds.settle([book]);
    return book.writes();
  };
  for (const allowance of [null, null, { id: 'own', cents: 50 }, null])
    for (const write of settled(allowance)) expect(write).not.toHaveProperty('isBeside');
});
