import type { EnvironmentId } from '@loyalty/kernel';
import { findWebhook, replayDelivery, testWebhook, updateWebhook } from '@loyalty/programme';
import { answered, minute, WebhookHouse } from '../testing/webhook-house.ts';

let house: WebhookHouse;
let environmentId: EnvironmentId;
beforeAll(async () => {
  house = await WebhookHouse.open();
});
beforeEach(async () => {
  environmentId = await house.begin();
});
afterAll(() => house.drop());

describe('what somebody asks for', () => {
  it('a test is tried once, says nothing of the endpoint, and is sent while it is disabled', async () => {
    const webhookId = await house.endpoint(environmentId, ['reward.issued']);
    await updateWebhook(house, environmentId, { webhookId, patch: { status: 'DISABLED' } });
    house.answer = () => answered(500);
    const scope = { environmentId, tenantId: await tenantOf(webhookId), mode: 'test' } as const;
    const asked = await testWebhook(house.db, scope, webhookId);
    await house.work(minute);
    expect(await house.deliveries(webhookId)).toMatchObject([
      { status: 'FAILED', attempt: 1, maxAttempts: 1, event: 'webhook.test' },
    ]);
    expect(house.bodies()).toMatchObject([{ event: 'webhook.test', mode: 'test', data: { webhookId } }]);
    expect(asked).toMatchObject({ outcome: 'asked', delivery: { status: 'PENDING' } });
    expect(await findWebhook(house.db, environmentId, webhookId)).toMatchObject({ consecutiveFailures: 0 });
  });

  it('a replay tells the same event with an id of its own; of another endpoint it is unknown', async () => {
    const [webhookId, other] = [
      await house.endpoint(environmentId),
      await house.endpoint(environmentId, ['*']),
    ];
    await house.fanOut([await house.expired(environmentId)]);
    await house.work();
    const [delivery] = await house.deliveries(webhookId);
    const deliveryId = delivery?.id ?? '';
    expect(await replayDelivery(house.db, { environmentId }, { webhookId: other, deliveryId })).toEqual({
      outcome: 'not-found',
    });
    expect(await replayDelivery(house.db, { environmentId }, { webhookId, deliveryId })).toMatchObject({
      outcome: 'asked',
      delivery: { eventId: delivery?.eventId },
    });
    await house.work(minute);
    const [replay] = await house.deliveries(webhookId);
    expect(replay).toMatchObject({ replayOf: deliveryId, redelivery: true, status: 'SUCCEEDED' });
    const last = house.bodies().at(-1);
    expect(last).toMatchObject({ id: delivery?.eventId, deliveryId: replay?.id });
  });
});

const tenantOf = async (webhookId: string) => {
  const record = await findWebhook(house.db, environmentId, webhookId);
  if (record === null) throw new Error('no webhook');
  return record.tenantId;
};
