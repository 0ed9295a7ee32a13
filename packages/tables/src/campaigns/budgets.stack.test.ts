import fc from 'fast-check';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import {
  createOwnTenant,
  createSchemaDatabase,
  type ScratchDatabase,
  untilLockWaits,
} from '@loyalty/testkit/database';
import { sizeOf } from '@loyalty/testkit/runs';
import { createTestCampaign, spendFromBudget } from '../testing/test-configuration.ts';
import {
  giveBackBudgets,
  pauseSpentCampaigns,
  readBudgets,
  spendBudgets,
  spendStatement,
} from './budgets.ts';
import { type CampaignRecord, findCampaign } from './campaigns.ts';
import { transitionCampaign } from './change-campaign.ts';
import { claimBudgets, lockBudgets } from './claim-budgets.ts';

// A database of its own: budgets are spent for which nothing is awarded (I7).
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => scratch.drop());

const nameOf = ({ id: campaignId }: CampaignRecord) => ({ environmentId, campaignId });

test('spendings add up, and are shown with the campaign, also when it has no bound', async () => {
  const { id: campaignId } = await createTestCampaign(db, environmentId);
  await spendFromBudget(db, environmentId, { campaignId, cents: 30 });
  await spendFromBudget(db, environmentId, { campaignId, cents: 12 });
  expect(await findCampaign(db, environmentId, campaignId)).toMatchObject({ spentCents: 42 });
});

test('spending stops at 2^53−1 cents instead of failing the receipts that spend', async () => {
  const { id: campaignId } = await createTestCampaign(db, environmentId);
  for (const cents of [Number.MAX_SAFE_INTEGER - 1, 5_000]) {
    await spendFromBudget(db, environmentId, { campaignId, cents });
  }
  expect(await findCampaign(db, environmentId, campaignId)).toMatchObject({
    spentCents: Number.MAX_SAFE_INTEGER,
  });
});

test('▲ an amount is added by the key of its budget: none is compared with all budgets of the batch', () =>
  db.transaction(async (tx) => {
    // As batches do: their statements are planned once, for any number of budgets.
    await tx.query('SET LOCAL enable_seqscan = off');
    const text = `EXPLAIN (GENERIC_PLAN) ${spendStatement.text}`;
    const plan = await tx.query<{ 'QUERY PLAN': string }>(text, [[], [], [], [], [], []]);
    expect(plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('Join Filter'))).toEqual([]);
  }));

test('a locked budget is read with the bound and the threshold of its campaign', async () => {
  const campaign = await createTestCampaign(db, environmentId, { maxBudgetCents: 500, alertThreshold: 0.5 });
  await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 0 });
  const budgetState = { spentCents: 0, alertedForCents: null, maxBudgetCents: 500, alertThreshold: 0.5 };
  await db.transaction(async (tx) => {
    await lockBudgets(tx, [nameOf(campaign)]);
    expect(await readBudgets(tx, [nameOf(campaign)])).toEqual([{ ...nameOf(campaign), budget: budgetState }]);
    await spendBudgets(tx, [{ ...nameOf(campaign), cents: 250, alertedForCents: 500 }]);
    // Spending without an alert keeps the last alert.
    await spendBudgets(tx, [{ ...nameOf(campaign), cents: 1, alertedForCents: null }]);
    const [read] = await readBudgets(tx, [nameOf(campaign)]);
    expect(read?.budget).toEqual({ ...budgetState, spentCents: 251, alertedForCents: 500 });
  });
});

test('only an ACTIVE campaign is paused, and only once', async () => {
  const active = await createTestCampaign(db, environmentId);
  await transitionCampaign(db, environmentId, { campaignId: active.id, action: 'activate' });
  const draft = await createTestCampaign(db, environmentId);
  const pause = () => db.transaction((tx) => pauseSpentCampaigns(tx, [nameOf(active), nameOf(draft)]));
  expect(await pause()).toEqual([nameOf(active)]);
  expect(await pause()).toEqual([]);
  expect(await findCampaign(db, environmentId, active.id)).toMatchObject({ state: 'PAUSED' });
  expect(await findCampaign(db, environmentId, draft.id)).toMatchObject({ state: 'DRAFT' });
});

/** Lets `work` run while another transaction has spent from the budget and has not committed. */
const besideSpender = (campaign: CampaignRecord, cents: number, work: () => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await spendBudgets(tx, [{ ...nameOf(campaign), cents, alertedForCents: null }]);
    await work();
  });

const rowsBeside = ({ id }: CampaignRecord) =>
  db.query('SELECT cents FROM campaign_spendings WHERE campaign_id = $1', [id]);

const spentBy = async ({ id }: CampaignRecord) => (await findCampaign(db, environmentId, id))?.spentCents;

test('▲ engines that spend from one campaign without a bound wait for nobody, and all is counted', async () => {
  const campaign = await createTestCampaign(db, environmentId);
  const spendQuickly = (cents: number) =>
    db.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '50ms'`);
      await spendBudgets(tx, [{ ...nameOf(campaign), cents, alertedForCents: null }]);
    });
  await besideSpender(campaign, 1, async () => {
    for (const cents of [10, 100]) await spendQuickly(cents);
    expect([await spentBy(campaign), (await rowsBeside(campaign)).length]).toEqual([110, 2]);
  });
  expect(await spentBy(campaign)).toBe(111);
  // The next one that finds it free puts everything in one place.
  await spendQuickly(1_000);
  expect([await spentBy(campaign), await rowsBeside(campaign)]).toEqual([1_111, []]);
});

test('▲ I7 rows beside a budget wait for nobody and count as spent; the next that adds to it takes them in', async () => {
  const campaign = await createTestCampaign(db, environmentId);
  const keepBeside = (cents: number) =>
    db.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '50ms'`);
      await spendBudgets(tx, [{ ...nameOf(campaign), cents, alertedForCents: null, isBeside: true }]);
    });
  // Beside one who has locked it alone.
  await db.transaction(async (tx) => {
    await lockBudgets(tx, [nameOf(campaign)]);
    for (const cents of [10, 0, 100]) await keepBeside(cents);
  });
  expect([await spentBy(campaign), await rowsBeside(campaign)]).toEqual([
    110,
    [{ cents: 10 }, { cents: 100 }],
  ]);
  await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 1 });
  expect([await spentBy(campaign), await rowsBeside(campaign)]).toEqual([111, []]);
});

test('a hundred transactions at once spend exactly what they say', async () => {
  const campaign = await createTestCampaign(db, environmentId);
  const other = await createTestCampaign(db, environmentId);
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      db.transaction((tx) =>
        spendBudgets(
          tx,
          [campaign, other].map((one) => ({
            ...nameOf(one),
            cents: n,
            alertedForCents: null,
            isBeside: n % 3 === 0,
          })),
        ),
      ),
    ),
  );
  expect([await spentBy(campaign), await spentBy(other)]).toEqual([4_950, 4_950]);
});

test('I7 a bound that a campaign gets later counts what stands beside its budget', async () => {
  const campaign = await createTestCampaign(db, environmentId);
  await besideSpender(campaign, 1, () =>
    db.transaction((tx) => spendBudgets(tx, [{ ...nameOf(campaign), cents: 20, alertedForCents: null }])),
  );
  await db.query('UPDATE campaigns SET max_budget_cents = 30 WHERE id = $1', [campaign.id]);
  await db.transaction(async (tx) => {
    await lockBudgets(tx, [nameOf(campaign)]);
    expect((await readBudgets(tx, [nameOf(campaign)]))[0]?.budget).toMatchObject({ spentCents: 21 });
    await spendBudgets(tx, [{ ...nameOf(campaign), cents: 9, alertedForCents: 30 }]);
    expect((await readBudgets(tx, [nameOf(campaign)]))[0]?.budget).toMatchObject({ spentCents: 30 });
  });
  expect(await rowsBeside(campaign)).toEqual([]);
});

const giveBack = (campaign: CampaignRecord, cents: number): Promise<void> =>
  db.transaction((tx) => giveBackBudgets(tx, [{ ...nameOf(campaign), cents }]));

const soon = (tx: Transaction) => tx.query(`SET LOCAL lock_timeout = '50ms'`);

test('▲ D176 what is given back waits for no budget, and stands in one row beside it', async () => {
  const campaign = await createTestCampaign(db, environmentId, { maxBudgetCents: 5_000 });
  await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 1_000 });
  await db.transaction(async (tx) => {
    await lockBudgets(tx, [nameOf(campaign)]);
    for (const cents of [100, 20])
      await db.transaction(async (beside) => {
        await soon(beside);
        await giveBackBudgets(beside, [
          { ...nameOf(campaign), cents },
          { ...nameOf(campaign), cents: 3 },
        ]);
      });
  });
  expect([await spentBy(campaign), await rowsBeside(campaign)]).toEqual([874, [{ cents: -126 }]]);
  // Nobody waits for another who gives back either; each then has a row.
  await db.transaction(async (tx) => {
    await giveBackBudgets(tx, [{ ...nameOf(campaign), cents: 4 }]);
    await db.transaction(async (beside) => {
      await soon(beside);
      await giveBackBudgets(beside, [{ ...nameOf(campaign), cents: 70 }]);
    });
  });
  expect([await spentBy(campaign), (await rowsBeside(campaign)).length]).toEqual([800, 2]);
  await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 5 });
  expect([await spentBy(campaign), await rowsBeside(campaign)]).toEqual([805, []]);
});

test('who adds to a budget what stands beside it waits for what is being given back, and counts it', async () => {
  const campaign = await createTestCampaign(db, environmentId);
  await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 500 });
  await giveBack(campaign, 10);
  const spending = await db.transaction(async (tx) => {
    await giveBackBudgets(tx, [{ ...nameOf(campaign), cents: 200 }]);
    const stored = spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 1 });
    await untilLockWaits(db, 'WITH w AS MATERIALIZED');
    return { stored };
  });
  await spending.stored;
  expect([await spentBy(campaign), await rowsBeside(campaign)]).toEqual([291, []]);
});

test('D176 a budget ends at 0, and what is spent later counts from there', async () => {
  const campaign = await createTestCampaign(db, environmentId, { maxBudgetCents: 900 });
  await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 300 });
  await db.query('UPDATE campaign_budgets SET spent_cents = 100 WHERE campaign_id = $1', [campaign.id]);
  await giveBack(campaign, 250);
  expect(await spentBy(campaign)).toBe(0);
  await db.transaction(async (tx) => {
    await lockBudgets(tx, [nameOf(campaign)]);
    expect((await readBudgets(tx, [nameOf(campaign)]))[0]?.budget).toMatchObject({ spentCents: 0 });
    await spendBudgets(tx, [{ ...nameOf(campaign), cents: 40, alertedForCents: null }]);
  });
  expect([await spentBy(campaign), await rowsBeside(campaign)]).toEqual([40, []]);
  for (const cents of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]) await giveBack(campaign, cents);
  expect(await spentBy(campaign)).toBe(0);
});

test('D176 what is given back leaves allowances as they are: no batch that shares the budget runs again', async () => {
  const campaign = await createTestCampaign(db, environmentId, { maxBudgetCents: 10_000 });
  const allowances = { count: 4, cents: 100 };
  await db.transaction(async (tx) => {
    await lockBudgets(tx, [nameOf(campaign)]);
    await spendBudgets(tx, [{ ...nameOf(campaign), cents: 2_000, alertedForCents: null, allowances }]);
  });
  const claim = { ...nameOf(campaign), isLocked: false };
  await db.transaction(async (tx) => {
    const [shared] = await claimBudgets(tx, [claim]);
    await giveBack(campaign, 500);
    const [beside] = await db.transaction((other) => claimBudgets(other, [claim]));
    expect([shared, beside]).toMatchObject([
      { allowedCents: 400, allowance: { cents: 100 } },
      { allowedCents: 400, allowance: { cents: 100 }, budget: { spentCents: 1_500 } },
    ]);
    const allowanceId = shared?.allowance?.id ?? '';
    await spendBudgets(tx, [{ ...nameOf(campaign), cents: 60, alertedForCents: null, allowanceId }]);
  });
  expect(await spentBy(campaign)).toBe(1_560);
});

const amounts = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1, maxLength: 12 });

test('D176 who spends and gives back at the same time, a budget is the sum of all, and no row is left over', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(amounts, { minLength: 2, maxLength: 4 }), async (parties) => {
      const campaign = await createTestCampaign(db, environmentId);
      await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 5_000 });
      await Promise.all(
        parties.map(async (own) => {
          for (const cents of own)
            if (cents < 0) await giveBack(campaign, -cents);
            else await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents });
        }),
      );
      const sum = parties.flat().reduce((all, cents) => all + cents, 5_000);
      expect(await spentBy(campaign)).toBe(sum);
      await spendFromBudget(db, environmentId, { campaignId: campaign.id, cents: 1 });
      expect([await spentBy(campaign), await rowsBeside(campaign)]).toEqual([sum + 1, []]);
    }),
    { numRuns: sizeOf(10, 60) },
  );
});

test('▲ a campaign whose budget has no row is not one without a bound', async () => {
  const [campaign, healthy] = [
    await createTestCampaign(db, environmentId, { maxBudgetCents: 500 }),
    await createTestCampaign(db, environmentId, { maxBudgetCents: 500 }),
  ];
  await db.query('DELETE FROM campaign_budgets WHERE campaign_id = $1', [campaign.id]);
  const read = await readBudgets(db, [nameOf(campaign), nameOf(healthy)]);
  expect(read.find(({ campaignId }) => campaignId === campaign.id)?.budget).toBeNull();
  expect(read.find(({ campaignId }) => campaignId === healthy.id)?.budget).toMatchObject({ spentCents: 0 });
  await db.query('INSERT INTO campaign_budgets (environment_id, campaign_id) VALUES ($1, $2)', [
    environmentId,
    campaign.id,
  ]);
});
