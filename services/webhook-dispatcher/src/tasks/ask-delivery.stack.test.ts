import type { EnvironmentId } from '@loyalty/kernel';
import {
  findDelivery,
  findWebhook,
  replayDelivery,
  testWebhook,
  updateWebhook,
} from '@loyalty/tables/webhooks/management';
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

describe('a delivery that is looked at', () => {
  const delivered = async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const reward = await fixture.expired(environmentId);
    await fixture.fanOut([reward]);
    await fixture.work();
    const [delivery] = await fixture.deliveries(webhookId);
    return { webhookId, deliveryId: delivery?.id ?? '', listed: delivery };
  };

  it('is as the list shows it, with the body that was sent, byte for byte (D201)', async () => {
    const { webhookId, deliveryId, listed } = await delivered();
    const { body, ...rest } = (await findDelivery(fixture.db, { webhookId, deliveryId })) ?? {};
    expect(rest).toEqual(listed);
    expect(JSON.stringify(body)).toBe(fixture.sent.at(-1)?.body.toString());
    expect(body).toMatchObject({ deliveryId });
  });

  it("is nobody else's, and none by another name", async () => {
    const { deliveryId } = await delivered();
    const other = await fixture.endpoint(environmentId, ['*']);
    expect(await findDelivery(fixture.db, { webhookId: other, deliveryId })).toBeNull();
    expect(await findDelivery(fixture.db, { webhookId: other, deliveryId: 'no-id' })).toBeNull();
  });

  it('▲ has no body from the moment that its member is erased, before the second phase', async () => {
    const { webhookId, deliveryId } = await delivered();
    const ask = async () => (await findDelivery(fixture.db, { webhookId, deliveryId }))?.body;
    const { memberId } = ((await ask()) as { readonly data: { readonly memberId: string } }).data;
    await fixture.db.query(
      `INSERT INTO erasures (environment_id, member_id, member_key, erased_at, scrub_after)
       VALUES ($1, $2, $3, now(), now())`,
      [environmentId, memberId, Buffer.alloc(32)],
    );
    expect(await ask()).toBeNull();
  });

  it('has no body once its event is no longer kept', async () => {
    const { webhookId, deliveryId } = await delivered();
    await fixture.db.query('DELETE FROM webhook_events WHERE environment_id = $1', [environmentId]);
    expect(await findDelivery(fixture.db, { webhookId, deliveryId })).toMatchObject({ body: null });
  });
});

const tenantOf = async (webhookId: string) => {
  const record = await findWebhook(fixture.db, environmentId, webhookId);
  if (record === null) throw new Error('no webhook');
  return record.tenantId;
};
