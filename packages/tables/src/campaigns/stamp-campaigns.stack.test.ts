import type { EnvironmentId } from '@loyalty/kernel';
import type { CampaignAction } from '@loyalty/rules/campaigns';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import { createTestCampaign } from '../testing/test-configuration.ts';
import { listStampCampaigns } from './campaigns.ts';
import { transitionCampaign } from './change-campaign.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  db = openSharedDatabase();
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

const earningRule = { type: 'STAMP_CARD', stampsRequired: 10, rewardOnCompletion: { points: 1 } } as const;

const cardMoved = async (name: string, actions: readonly CampaignAction[]) => {
  const { id: campaignId } = await createTestCampaign(db, environmentId, { name, earningRule });
  for (const action of actions) await transitionCampaign(db, environmentId, { campaignId, action });
  return campaignId;
};

test('▲ cards of active and paused campaigns are listed; an archived one only for members with stamps on it', async () => {
  await cardMoved('Draft', []);
  await cardMoved('Active', ['activate']);
  const kept = await cardMoved('Kept', ['activate', 'archive']);
  await cardMoved('Forgotten', ['activate', 'archive']);
  await cardMoved('Paused', ['activate', 'pause']);
  const listed = await listStampCampaigns(db, environmentId, [kept]);
  expect(listed.map(({ campaignName, state }) => [campaignName, state])).toEqual([
    ['Active', 'ACTIVE'],
    ['Kept', 'ARCHIVED'],
    ['Paused', 'PAUSED'],
  ]);
});
