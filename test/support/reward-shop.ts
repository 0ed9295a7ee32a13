import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { Api } from './api.ts';
import { giftCampaign } from './rewards.ts';
import { activateCampaigns, createTestTenant, setLiveSettings, type TestTenant } from './tenant.ts';

/** Creates a tenant that gives a gift card for every receipt. */
export const openRewardShop = async (name: string): Promise<TestTenant> => {
  const tenant = await createTestTenant(name);
  await activateCampaigns(tenant.live, [giftCampaign]);
  return tenant;
};

/** Returns the options of loyaltyctl that select the tenant's live environment. */
export const environmentOf = ({ tenantId }: TestTenant): readonly string[] => [
  '--tenant',
  tenantId,
  '--mode',
  'live',
];

/** Sets the provider of the tenant's gift card codes. */
export const assignProvider = (tenant: TestTenant, provider: string): Promise<void> =>
  setLiveSettings(tenant, { rewardProviders: { byType: { GIFT_CARD: provider } } });

/** Sends a receipt. Returns the id of its reward. */
export const giveReward = async (api: Api, memberRef: string): Promise<string> => {
  const body = { transactionRef: randomUUID(), memberRef, amount: 100 };
  const answer = await api.post('/transactions/evaluate', body);
  const [rewardId = ''] = answer.body.campaigns.flatMap(({ rewardIds }) => rewardIds);
  return rewardId;
};

/** The second retry of a reward comes a minute after the first, which a slow machine may miss. */
const retriedWithinMs = 180_000;

export const untilState = async (api: Api, rewardId: string, state: string): Promise<void> => {
  const isIn = async () => (await api.get(`/rewards/${rewardId}`)).body.state === state;
  await eventually(`${rewardId} is ${state}`, isIn, { everyMs: 50, withinMs: retriedWithinMs });
};

/** Waits until the reward is issued. Returns its code. */
export const codeOf = async (api: Api, rewardId: string): Promise<string> => {
  await untilState(api, rewardId, 'ISSUED');
  return (await api.get(`/rewards/${rewardId}`)).body.value.code ?? '';
};
