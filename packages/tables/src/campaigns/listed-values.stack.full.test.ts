import type { EnvironmentId } from '@loyalty/kernel';
import type { EarningRule } from '@loyalty/rules/campaigns';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import { configurationLimits } from '../configuration/write-configuration.ts';
import { createTestCampaign } from '../testing/test-configuration.ts';
import type { CampaignPatch } from './campaign-content.ts';
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

it('▲ ACTIVE campaigns list 100,000 values at most: skus, categories and stores; others list any number', async () => {
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

it('values in lists of conditions count, and comparisons of ACTIVE campaigns have a limit of their own (D226)', async () => {
  await fill();
  const conditionsOf = (values: number) => ({ field: 'store_ref', op: 'in', value: listOf(values) });
  const { id: campaignId } = await createTestCampaign(db, environmentId, { conditions: conditionsOf(1_001) });
  expect(await activate(campaignId)).toEqual(refused);
  const patchWith = (conditions: object | null) =>
    updateCampaign(db, environmentId, { campaignId, patch: { conditions: conditions as never } });
  expect((await patchWith(conditionsOf(1_000))).outcome).toBe('changed');
  expect((await activate(campaignId)).outcome).toBe('changed');
  expect(await patchWith(conditionsOf(1_001))).toEqual(refused);
  expect((await patchWith(null)).outcome).toBe('changed');
});

it('▲ ACTIVE campaigns have 1,000 comparisons at most; what is stored beyond may become fewer (D226)', async () => {
  const treeOf = (comparisons: number) => ({
    operator: 'OR',
    conditions: Array.from({ length: comparisons }, () => ({ field: 'weekday', op: 'eq', value: 'SAT' })),
  });
  const made = async (comparisons: number) =>
    (await createTestCampaign(db, environmentId, { conditions: treeOf(comparisons) })).id;
  const campaignId = await made(50);
  for (let n = 1; n < 20; n += 1) expect((await activate(await made(50))).outcome).toBe('changed');
  expect((await activate(await made(49))).outcome).toBe('changed');
  const beyond = { outcome: 'limit-exceeded', limit: 1_000, of: 'campaignComparisons' };
  expect(await activate(campaignId)).toEqual(beyond);
  const patchWith = (comparisons: number) =>
    updateCampaign(db, environmentId, { campaignId, patch: { conditions: treeOf(comparisons) } });
  expect((await patchWith(1)).outcome).toBe('changed');
  expect((await activate(campaignId)).outcome).toBe('changed');
  expect(await patchWith(2)).toEqual(beyond);
  await db.query('UPDATE campaigns SET comparisons = 60 WHERE environment_id = $1 AND id = $2', [
    environmentId,
    campaignId,
  ]);
  expect((await patchWith(50)).outcome).toBe('changed');
  expect((await patchWith(3)).outcome).toBe('changed');
  expect(await patchWith(4)).toEqual(beyond);
});

it('▲ ACTIVE campaigns have 500 comparisons over lines at most, in conditions and in lines that earn (D230)', async () => {
  const treeOf = (comparisons: number) => ({
    operator: 'OR',
    conditions: Array.from({ length: comparisons }, () => ({
      field: 'unit_price_cents',
      op: 'gt',
      value: 1,
    })),
  });
  const made = async (comparisons: number) =>
    (await createTestCampaign(db, environmentId, { earnOn: { lines: treeOf(comparisons) } })).id;
  for (let n = 1; n < 10; n += 1) expect((await activate(await made(50))).outcome).toBe('changed');
  expect((await activate(await made(48))).outcome).toBe('changed');
  const beyond = { outcome: 'limit-exceeded', limit: 500, of: 'lineComparisons' };
  const campaignId = await made(3);
  expect(await activate(campaignId)).toEqual(beyond);
  const patchWith = (patch: CampaignPatch) => updateCampaign(db, environmentId, { campaignId, patch });
  expect((await patchWith({ earnOn: { except: treeOf(1) }, conditions: { lines: treeOf(1) } })).outcome).toBe(
    'changed',
  );
  expect((await activate(campaignId)).outcome).toBe('changed');
  expect(await patchWith({ conditions: { lines: treeOf(2) } })).toEqual(beyond);
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

it('limits of members are counted by ACTIVE campaign and period (D239)', async () => {
  const limitOf = (period: string, of: string) => ({ per: 'MEMBER', period, of, max: 9 });
  const four = ['DAY', 'WEEK', 'MONTH', 'EVER'].map((period) => limitOf(period, 'TIMES'));
  const made = async (limits: CampaignPatch['limits']) => {
    const { id } = await createTestCampaign(db, environmentId, limits == null ? {} : { limits });
    return id;
  };
  const most = configurationLimits.memberLimits;
  for (let n = 0; n < most / 4; n += 1) expect((await activate(await made(four))).outcome).toBe('changed');
  const beyond = { outcome: 'limit-exceeded', limit: most, of: 'memberLimits' };
  const campaignId = await made([limitOf('DAY', 'TIMES'), limitOf('DAY', 'POINTS')]);
  expect(await activate(campaignId)).toEqual(beyond);
  const ofReceipt = [{ per: 'RECEIPT', of: 'POINTS', max: 9 }];
  await updateCampaign(db, environmentId, { campaignId, patch: { limits: ofReceipt } });
  expect((await activate(campaignId)).outcome).toBe('changed');
  const grown = { campaignId, patch: { limits: [...ofReceipt, limitOf('EVER', 'TIMES')] } };
  expect(await updateCampaign(db, environmentId, grown)).toEqual(beyond);
});
