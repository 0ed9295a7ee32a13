import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTestCampaign, spendFromBudget } from '../testing/test-configuration.ts';
import { pauseSpentCampaigns, readBudgets, spendBudgets, spendStatement } from './budgets.ts';
import { type CampaignRecord, findCampaign } from './campaigns.ts';
import { transitionCampaign } from './change-campaign.ts';
import { lockBudgets } from './claim-budgets.ts';

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

test('a hundred transactions at once spend exactly what they say', async () => {
  const campaign = await createTestCampaign(db, environmentId);
  const other = await createTestCampaign(db, environmentId);
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      db.transaction((tx) =>
        spendBudgets(
          tx,
          [campaign, other].map((one) => ({ ...nameOf(one), cents: n, alertedForCents: null })),
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
