import { randomUUID } from 'node:crypto';
import { isProblem, type Loyalty } from '@loyalty/client';
import { readLocalStack } from '@loyalty/stack';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts';
import { createTestTenant } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

let proxy: CuttingProxy;
let loyalty: Loyalty;
let campaignId: string;

beforeAll(async () => {
  proxy = await startCuttingProxy(readLocalStack().baseUrl);
  loyalty = clientOf(await createTestTenant('Client behind a network that cuts'), { baseUrl: proxy.url });
  const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
  const body = { name: 'One percent', earningRule, redemptionRule: { pointsPerRand: 10 } };
  ({ id: campaignId } = await loyalty.createCampaign({ body }));
  await loyalty.activateCampaign({ campaignId });
});
afterAll(() => proxy.close());

const entriesOf = async (memberId: string): Promise<readonly number[]> => {
  const points: number[] = [];
  for await (const entry of loyalty.each.listLedgerEntries({ memberId })) points.unshift(entry.points);
  return points;
};

const cuts = ['request', 'response'] as const;

test.each(cuts)(
  '▲ a receipt whose connection is cut after the %s is sent again, and counts once (D195)',
  async (after) => {
    const body = { transactionRef: randomUUID(), memberRef: `cut-${randomUUID()}`, amount: 15_000 };
    const cutsBefore = proxy.cuts;
    proxy.cutNext(after);
    const { data, attempts, isReplayed } = await loyalty.withResponse.evaluateTransaction({ body });
    expect([proxy.cuts - cutsBefore, attempts, data.pointsAwarded]).toEqual([1, 2, 150]);
    // Cut early, the second attempt may come before the first is decided.
    expect(isReplayed || after === 'request').toBe(true);
    expect(await entriesOf(data.memberId)).toEqual([150]);
    expect(await loyalty.getTransaction({ transactionRef: body.transactionRef })).toEqual(data);
  },
);

test.each(cuts)(
  '▲ points that are redeemed over a connection that is cut after the %s are taken once (D195)',
  async (after) => {
    const memberRef = `cut-${randomUUID()}`;
    const receipt = { transactionRef: randomUUID(), memberRef, amount: 100_000 };
    const { memberId } = await loyalty.evaluateTransaction({ body: receipt });
    const body = { transactionRef: randomUUID(), memberRef, amount: 50_000, pointsRequested: 300 };
    proxy.cutNext(after);
    const { data, attempts, isReplayed } = await loyalty.withResponse.redeemPoints({ body });
    expect([attempts, data.pointsRedeemed, data.balanceAfter]).toEqual([2, 300, 700]);
    // Cut early, the second attempt may come before the first is decided.
    expect(isReplayed || after === 'request').toBe(true);
    expect(await entriesOf(memberId)).toEqual([1_000, -300]);
  },
);

test('a campaign and a key whose responses are cut are created once, and the key is shown (D336)', async () => {
  const name = `Cut ${randomUUID()}`;
  const earningRule = { type: 'FIXED_POINTS', points: 1 } as const;
  proxy.cutNext('response');
  const made = await loyalty.withResponse.createCampaign({ body: { name, earningRule } });
  expect([made.attempts, made.isReplayed, made.data.name]).toEqual([2, true, name]);
  const names: string[] = [];
  for await (const campaign of loyalty.each.listCampaigns({})) names.push(campaign.name);
  expect(names.filter((one) => one === name)).toEqual([name]);
  proxy.cutNext('response');
  const key = await loyalty.withResponse.createApiKey({ body: { name, permissions: ['members:read'] } });
  expect([key.attempts, key.isReplayed, (key.data.key ?? '').length > 30]).toEqual([2, true, true]);
});

test('a campaign that is activated over a connection that is cut is active, and a webhook that is deleted is gone (D195)', async () => {
  const url = 'https://hooks.invalid/in';
  const { id: webhookId } = await loyalty.createWebhook({ body: { url, events: ['*'] } });
  proxy.cutNext('response');
  const gone = await loyalty.withResponse.deleteWebhook({ webhookId });
  expect([gone.attempts, gone.data]).toEqual([2, undefined]);
  proxy.cutNext('response');
  const paused = await loyalty.withResponse.pauseCampaign({ campaignId });
  expect([paused.attempts, paused.data.state]).toEqual([2, 'PAUSED']);
  await loyalty.resumeCampaign({ campaignId });
  const refused: unknown = await loyalty.getWebhook({ webhookId }).catch((reason: unknown) => reason);
  expect(isProblem(refused, 'WEBHOOK_NOT_FOUND')).toBe(true);
});
