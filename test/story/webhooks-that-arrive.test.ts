import { randomUUID } from 'node:crypto';
import type { DeliveryRecord } from '@loyalty/tables/webhooks/management';
import { eventually } from '@loyalty/testkit/runs';
import type { Api } from '../support/api.ts';
import { giveReward, openRewardShop } from '../support/reward-shop.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const open: WebhookReceiver[] = [];
const openReceiver = async (...asked: Parameters<typeof openWebhookReceiver>): Promise<WebhookReceiver> => {
  const receiver = await openWebhookReceiver(...asked);
  open.push(receiver);
  return receiver;
};
afterAll(() => Promise.all(open.map((receiver) => receiver.close())));

const untilReceived = (receiver: WebhookReceiver, types: readonly string[]): Promise<void> =>
  eventually(`the receiver got ${types.join(', ')}`, () => {
    const got = new Set(receiver.received.map(({ event }) => event.event as string));
    return types.every((type) => got.has(type));
  });

const deliveriesOf = async (api: Api, webhookId: string, query = '') =>
  (await api.get(`/webhooks/${webhookId}/deliveries${query}`)).body.deliveries;

test('every public event of a purchase reaches its subscribers once, signed and valid by its schema', async () => {
  const shop = await openRewardShop('Webhooks that arrive');
  const { live } = shop;
  const [all, rewards] = [await openReceiver(shop), await openReceiver(shop, ['reward.issued'])];
  const rewardId = await giveReward(live, 'customer-1');
  await untilReceived(all, ['member.enrolled', 'transaction.processed', 'reward.issued']);
  await untilReceived(rewards, ['reward.issued']);
  expect([all.faults, rewards.faults]).toEqual([[], []]);
  expect(all.received.map(({ event }) => event.event).sort()).toEqual([
    'member.enrolled',
    'reward.issued',
    'transaction.processed',
  ]);
  const [issued] = rewards.received;
  const { value } = (await live.get(`/rewards/${rewardId}`)).body;
  expect(issued?.event.data).toMatchObject({ rewardId, state: 'ISSUED', value });
  const enrolled = all.received.find(({ event }) => event.event === 'member.enrolled');
  expect(enrolled?.event.data).toMatchObject({ externalRef: 'customer-1' });
  const taken = async ({ webhookId }: WebhookReceiver): Promise<number> =>
    (await deliveriesOf(live, webhookId)).filter(({ status }) => status === 'SUCCEEDED').length;
  await eventually('all are recorded', async () => (await taken(all)) === 3 && (await taken(rewards)) === 1);
  expect(await deliveriesOf(live, rewards.webhookId)).toMatchObject([
    {
      id: issued?.event.deliveryId,
      eventId: issued?.event.id,
      event: 'reward.issued',
      attempt: 1,
      maxAttempts: 5,
      responseCode: 200,
      failure: null,
      errorBody: null,
      redelivery: false,
    },
  ]);
});

const timeOf = (text: string | null | undefined): number => Date.parse(text ?? '');

const replayOf = ({ webhookId }: WebhookReceiver, delivery: DeliveryRecord | undefined): string =>
  `/webhooks/${webhookId}/deliveries/${delivery?.id ?? ''}/replay`;

test('a refused delivery is retried in a minute and shows why; a replay has its own id and schedule (D70)', async () => {
  const shop = await openRewardShop('Webhooks that fail');
  const { live } = shop;
  const receiver = await openReceiver(shop, ['transaction.processed']);
  receiver.status = 503;
  await giveReward(live, 'customer-1');
  const retrying = async () => (await deliveriesOf(live, receiver.webhookId, '?status=RETRYING'))[0];
  await eventually('the first attempt is recorded', async () => (await retrying()) !== undefined);
  const failed = await retrying();
  expect(failed).toMatchObject({ attempt: 1, responseCode: 503, errorBody: 'said 503' });
  const waitMs = timeOf(failed?.nextAttemptAt) - timeOf(failed?.attemptedAt);
  expect([waitMs >= 54_000, waitMs <= 66_000]).toEqual([true, true]);
  const path = replayOf(receiver, failed);
  expect(await live.post(path, {})).toMatchObject({
    status: 409,
    body: { context: { from: 'RETRYING', to: 'PENDING' } },
  });
  receiver.status = 410;
  await giveReward(live, 'customer-2');
  await eventually(
    '410 disables it',
    async () => (await live.get(`/webhooks/${receiver.webhookId}`)).body.disabledReason === 'GONE',
  );
  const [gone] = await deliveriesOf(live, receiver.webhookId, '?status=FAILED');
  const replay = replayOf(receiver, gone);
  expect((await live.post(replay, {})).body).toMatchObject({ context: { reason: 'ENDPOINT_DISABLED' } });
  receiver.status = 204;
  await live.patch(`/webhooks/${receiver.webhookId}`, {});
  const { status, body } = await live.post(replay, {});
  expect([status, body]).toMatchObject([
    202,
    { replayOf: gone?.id, eventId: gone?.eventId, status: 'PENDING' },
  ]);
  await eventually('the replay is taken', async () => {
    const [newest] = await deliveriesOf(live, receiver.webhookId, '?status=SUCCEEDED');
    return newest?.replayOf === gone?.id && newest?.redelivery === true;
  });
  expect(receiver.faults).toEqual([]);
});

test('a test is sent once, also without a subscription, ten times a minute at most', async () => {
  const shop = await openRewardShop('Webhooks that are tested');
  const { live } = shop;
  const receiver = await openReceiver(shop, ['campaign.budget_alert']);
  const path = `/webhooks/${receiver.webhookId}/test`;
  const { status, body } = await live.post(path, {});
  expect([status, body]).toMatchObject([202, { event: 'webhook.test', status: 'PENDING' }]);
  await untilReceived(receiver, ['webhook.test']);
  expect(receiver.received[0]?.event).toMatchObject({ id: body.eventId, deliveryId: body.deliveryId });
  const responses = await Promise.all(Array.from({ length: 12 }, () => live.post(path, {})));
  expect(responses.filter((answer) => answer.status === 429).length).toBeGreaterThan(0);
  expect((await live.post(`/webhooks/${randomUUID()}/test`, {})).status).toBe(404);
});

test('an endpoint that hangs keeps no other waiting (D72)', async () => {
  const shop = await openRewardShop('Webhooks beside one that hangs');
  const { live } = shop;
  const [hanging, quick] = [
    await openReceiver(shop, ['transaction.processed']),
    await openReceiver(shop, ['transaction.processed']),
  ];
  hanging.status = null;
  for (let n = 0; n < 30; n += 1) await giveReward(live, `customer-${n.toString()}`);
  await eventually('the quick one has all', () => quick.received.length === 30);
  expect([hanging.faults, quick.faults]).toEqual([[], []]);
});
