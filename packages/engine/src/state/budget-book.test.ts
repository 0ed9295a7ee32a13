import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { BudgetState } from '@loyalty/rules/budgets';
import {
  ScriptedTransaction,
  testCampaign,
  testEnvironmentId,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import type { EngineRequest } from '../requests/request.ts';
import { BudgetBook, pauseSpentBudgets } from './budget-book.ts';

const { id: campaignId, name: campaignName } = testCampaign();
const unbounded = '0198c0de-1111-7000-8000-000000000002' as CampaignId;

const request = (ref: string, environmentId = testEnvironmentId): EngineRequest<null> => ({
  message: testMessage(null),
  operation: 'evaluate',
  ref,
  environmentId,
  memberKey: Buffer.alloc(16),
  memberRef: 'customer-1',
  fingerprint: Buffer.alloc(16),
  responseKey: ref,
  newId: (kind) => `${ref}:${kind}`,
});

const bookOf = (given: Partial<BudgetState> = {}): BudgetBook => {
  const budget = {
    spentCents: 0,
    maxBudgetCents: 1_000,
    alertThreshold: 0.5,
    alertedForCents: null,
    ...given,
  };
  return new BudgetBook(testEnvironmentId, [
    {
      environmentId: testEnvironmentId,
      campaignId,
      isLocked: true,
      budget,
      allowedCents: 0,
      allowance: null,
    },
  ]);
};

const spend = (book: BudgetBook, ref: string, cents: number): void => {
  book.spend(request(ref), { campaignId, campaignName, cents });
};

const paused = () =>
  new ScriptedTransaction({ 'budgets-pause': () => [{ environmentId: testEnvironmentId, campaignId }] });

const settle = (book: BudgetBook, tx = paused(), requests = [request('any')]) =>
  pauseSpentBudgets(tx, requests, {
    books: new Map([[testEnvironmentId, book]]),
    snapshots: new Map([
      [testEnvironmentId, testSnapshot({ campaigns: [testCampaign({ maxBudgetCents: 1_000 })] })],
    ]),
  });

test('the spending of one batch under a campaign is one sum, with a budget or without', () => {
  const book = bookOf();
  spend(book, 'a', 100);
  spend(book, 'b', 50);
  book.spend(request('c'), { campaignId: unbounded, campaignName: 'Unbounded', cents: 7 });
  expect(book.writes()).toEqual([
    { environmentId: 7, campaignId, cents: 150, alertedForCents: null },
    { environmentId: 7, campaignId: unbounded, cents: 7, alertedForCents: null },
  ]);
  expect(book.isSpent(unbounded)).toBe(false);
});

test('a budget is spent from the request after the one that crossed its cap', () => {
  const book = bookOf();
  spend(book, 'a', 999);
  expect(book.isSpent(campaignId)).toBe(false);
  spend(book, 'b', 1);
  expect(book.isSpent(campaignId)).toBe(true);
  spend(book, 'c', 500);
  expect(book.spent()).toMatchObject([{ campaignId, request: { ref: 'b' } }]);
});

test('the alert goes out once, with the request that reached the threshold, and is written with the sum', async () => {
  const book = bookOf();
  for (const ref of ['a', 'b', 'c']) spend(book, ref, 250);
  expect(book.writes()).toMatchObject([{ cents: 750, alertedForCents: 1_000 }]);
  const { facts, reconfigured } = await settle(book);
  expect(facts).toMatchObject([
    {
      id: `b:campaign.budget_alert:${campaignId}`,
      key: campaignId,
      fact: {
        type: 'campaign.budget_alert',
        data: { campaignId, campaignName, budgetCap: 1_000, alertThreshold: 0.5, spent: 500 },
      },
    },
  ]);
  expect(reconfigured).toEqual([]);
});

test('a campaign whose budget is spent is paused in the same transaction, and its pause is a fact', async () => {
  const book = bookOf({ alertedForCents: 1_000 });
  spend(book, 'a', 1_200);
  const tx = paused();
  const { facts, reconfigured } = await settle(book, tx);
  expect(tx.valuesOf('budgets-pause')).toEqual([[7], [campaignId]]);
  expect(facts).toMatchObject([
    {
      id: `a:campaign.budget_suspended:${campaignId}`,
      fact: { type: 'campaign.budget_suspended', data: { campaignId, campaignName, budgetCap: 1_000 } },
    },
  ]);
  expect(reconfigured).toEqual([testEnvironmentId]);
});

test('a campaign that another transaction has paused already publishes no second fact', async () => {
  const book = bookOf({ alertedForCents: 1_000 });
  spend(book, 'a', 1_200);
  const { facts, reconfigured } = await settle(book, new ScriptedTransaction());
  expect([facts, reconfigured]).toEqual([[], []]);
});

test('a budget that another transaction left spent is paused by any request of its environment, and of no other', async () => {
  const left = { spentCents: 1_000, alertedForCents: 1_000 };
  const own = await settle(bookOf(left), paused(), [request('other', 8 as EnvironmentId), request('own')]);
  expect(own.facts.map(({ id }) => id)).toEqual([`own:campaign.budget_suspended:${campaignId}`]);
  const tx = paused();
  await settle(bookOf(left), tx, [request('other', 8 as EnvironmentId)]);
  expect(tx.names).toEqual([]);
});

test('a batch that uses no budget up sends no statement', async () => {
  const book = bookOf();
  spend(book, 'a', 10);
  const tx = paused();
  expect(await settle(book, tx)).toEqual({ facts: [], reconfigured: [] });
  expect(tx.names).toEqual([]);
});

test('a budget of which the batch has an allowance neither alerts nor is spent, and the allowance pays', async () => {
  const state = { spentCents: 400, maxBudgetCents: 1_000, alertThreshold: 0.5, alertedForCents: null };
  const allowance = { id: 'allowance-1', cents: 50 };
  const key = { environmentId: testEnvironmentId, campaignId };
  const book = new BudgetBook(testEnvironmentId, [
    { ...key, isLocked: false, budget: state, allowedCents: 99, allowance },
  ]);
  spend(book, 'a', 20);
  spend(book, 'b', 30);
  expect(book.isSpent(campaignId)).toBe(false);
  expect(book.writes()).toEqual([{ ...key, cents: 50, alertedForCents: null, allowanceId: 'allowance-1' }]);
  expect(book.uses()).toMatchObject([{ ...key, cents: 50, isWritten: true, allowance }]);
  expect(await settle(book)).toEqual({ facts: [], reconfigured: [] });
});

test('allowances of a locked budget are written with its spending, or alone', () => {
  const allowances = { count: 2, cents: 100 };
  const idle = bookOf();
  idle.allow(campaignId, allowances);
  expect(idle.writes()).toMatchObject([{ campaignId, cents: 0, alertedForCents: null, allowances }]);
  const busy = bookOf();
  spend(busy, 'a', 7);
  busy.allow(campaignId, allowances);
  expect(busy.writes()).toMatchObject([{ campaignId, cents: 7, allowances }]);
});
