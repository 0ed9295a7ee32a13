import type { EnvironmentId } from '@loyalty/kernel';
import { findWebhook, replayDelivery, testWebhook, updateWebhook } from '@loyalty/tables/webhooks/management';
import { answered, minute, WebhookFixture } from '../testing/webhook-fixture.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
});
afterAll(() => fixture.drop());

describe('a requested delivery', () => {
  it('that is a test is tried once, does not count against the endpoint, and is sent while it is disabled', async () => {
    const webhookId = await fixture.endpoint(environmentId, ['reward.issued']);
    await updateWebhook(fixture, environmentId, { webhookId, patch: { status: 'DISABLED' } });
    fixture.answer = () => answered(500);
    const scope = { environmentId, tenantId: await tenantOf(webhookId), mode: 'test' } as const;
    const asked = await testWebhook(fixture.db, scope, webhookId);
    await fixture.work(minute);
    expect(await fixture.deliveries(webhookId)).toMatchObject([
      { status: 'FAILED', attempt: 1, maxAttempts: 1, event: 'webhook.test' },
    ]);
    expect(fixture.bodies()).toMatchObject([{ event: 'webhook.test', mode: 'test', data: { webhookId } }]);
    expect(asked).toMatchObject({ outcome: 'asked', delivery: { status: 'PENDING' } });
    expect(await findWebhook(fixture.db, environmentId, webhookId)).toMatchObject({ consecutiveFailures: 0 });
  });

  it('that is a replay sends the same event with a new delivery id; of another endpoint it is unknown', async () => {
    const [webhookId, other] = [
      await fixture.endpoint(environmentId),
      await fixture.endpoint(environmentId, ['*']),
    ];
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    const [delivery] = await fixture.deliveries(webhookId);
    const deliveryId = delivery?.id ?? '';
    expect(await replayDelivery(fixture.db, { environmentId }, { webhookId: other, deliveryId })).toEqual({
      outcome: 'not-found',
    });
    expect(await replayDelivery(fixture.db, { environmentId }, { webhookId, deliveryId })).toMatchObject({
      outcome: 'asked',
      delivery: { eventId: delivery?.eventId },
    });
    await fixture.work(minute);
    const [replay] = await fixture.deliveries(webhookId);
    expect(replay).toMatchObject({ replayOf: deliveryId, redelivery: true, status: 'SUCCEEDED' });
    const last = fixture.bodies().at(-1);
    expect(last).toMatchObject({ id: delivery?.eventId, deliveryId: replay?.id });
  });
});

const tenantOf = async (webhookId: string) => {
  const record = await findWebhook(fixture.db, environmentId, webhookId);
  if (record === null) throw new Error('no webhook');
  return record.tenantId;
};
