import type { EnvironmentId } from '@loyalty/kernel';
import type { EarningRule } from '@loyalty/rules/campaigns';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import { configurationLimits } from '../configuration/write-configuration.ts';
import { createCampaign, transitionCampaign, updateCampaign } from './change-campaign.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

const limit = configurationLimits.listedValues;
const refused = { outcome: 'limit-exceeded', limit, of: 'listedValues' };

const listOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `v${n.toString()}`);
const ruleOf = (skus: number, categories = 0): EarningRule => ({
  type: 'PRODUCT_PURCHASE',
  points: 1,
  skus: listOf(skus),
  categories: listOf(categories),
});

const draft = async (skus: number, given: { categories?: number; stores?: number } = {}): Promise<string> => {
  const { categories = 0, stores = 0 } = given;
  const made = await createCampaign(db, environmentId, {
    name: 'Listing',
    earningRule: ruleOf(skus, categories),
    storeIds: listOf(stores),
  });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return made.record.id;
};

const activate = (campaignId: string) =>
  transitionCampaign(db, environmentId, { campaignId, action: 'activate' });

/** Returns a rule that leaves 1,000 values to the limit. */
const fill = () => draft(limit - 1_000).then(activate);

it('ACTIVE campaigns list 100,000 values at most: skus, categories and stores; others list any number', async () => {
  expect((await fill()).outcome).toBe('changed');
  const fitting = await draft(500, { categories: 300, stores: 200 });
  const beyond = await draft(500, { categories: 300, stores: 201 });
  expect(await activate(beyond)).toEqual(refused);
  expect((await activate(fitting)).outcome).toBe('changed');
  expect(await activate(await draft(1))).toEqual(refused);
  await transitionCampaign(db, environmentId, { campaignId: fitting, action: 'pause' });
  expect((await activate(await draft(1_000))).outcome).toBe('changed');
  const resumed = await transitionCampaign(db, environmentId, { campaignId: fitting, action: 'resume' });
  expect(resumed).toEqual(refused);
});

it('an ACTIVE campaign grows up to the limit, and one that is stored beyond it may become smaller', async () => {
  await fill();
  const campaignId = await draft(10);
  await activate(campaignId);
  const patchWith = (earningRule: EarningRule) =>
    updateCampaign(db, environmentId, { campaignId, patch: { earningRule } });
  expect((await patchWith(ruleOf(1_000))).outcome).toBe('changed');
  expect(await patchWith(ruleOf(1_001))).toEqual(refused);
  await db.query('UPDATE campaigns SET earning_rule = $3 WHERE environment_id = $1 AND id = $2', [
    environmentId,
    campaignId,
    JSON.stringify(ruleOf(5_000)),
  ]);
  expect((await patchWith(ruleOf(4_000))).outcome).toBe('changed');
  expect(await patchWith(ruleOf(4_001))).toEqual(refused);
});

it('a draft has no limit, and campaigns without lists are never refused because of it', async () => {
  await draft(limit).then(activate);
  const campaignId = await draft(10);
  const patch = { earningRule: ruleOf(5_000) };
  expect((await updateCampaign(db, environmentId, { campaignId, patch })).outcome).toBe('changed');
  const plain = await createCampaign(db, environmentId, {
    name: 'Plain',
    earningRule: { type: 'FIXED_POINTS', points: 1 },
  });
  if (plain.outcome !== 'created') throw new Error(plain.outcome);
  expect((await activate(plain.record.id)).outcome).toBe('changed');
});
