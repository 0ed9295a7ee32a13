import { openSharedDatabase, createOwnTenant } from '@loyalty/testkit';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import type { CampaignRecord } from '../campaigns/campaign-record.ts';
import { findCampaign } from '../campaigns/campaigns.ts';
import { transitionCampaign } from '../campaigns/transition-campaign.ts';
import { createTestCampaign, spendFromBudget } from '../testing/test-configuration.ts';
import { lockBudgets, pauseSpentCampaigns, readBudgets, spendBudgets } from './budgets.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

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
