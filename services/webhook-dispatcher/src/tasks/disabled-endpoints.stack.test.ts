import { webhookValidatorFor } from '@loyalty/contracts/documents';
import type { EnvironmentId } from '@loyalty/kernel';
import type { PostRequest } from '@loyalty/egress';
import { findWebhook, updateWebhook } from '@loyalty/tables/webhooks/management';
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

/** The events `webhook.disabled` that were sent, with the endpoints that got them. */
const announced = () =>
  fixture.sent
    .filter(({ headers }) => headers['x-loyalty-event'] === 'webhook.disabled')
    .map(({ endpoint, body }) => ({
      endpoint,
      body: JSON.parse(body.toString()) as { readonly data: object },
    }));

const goneAt =
  (...gone: readonly string[]) =>
  ({ endpoint }: PostRequest) =>
    answered(gone.includes(endpoint) ? 410 : 200);

const failOnce = async (): Promise<void> => {
  await fixture.fanOut([await fixture.expired(environmentId)]);
  await fixture.work();
  // The event has the database's time, which may be a little ahead of that of the fixture.
  await fixture.work(minute);
};

describe('▲ an endpoint that is disabled (D312)', () => {
  it('by 410 is announced to the others that subscribe, and neither to itself nor to another environment', async () => {
    const gone = await fixture.endpoint(environmentId);
    const all = await fixture.endpoint(environmentId);
    const named = await fixture.endpoint(environmentId, ['webhook.disabled']);
    await fixture.endpoint(environmentId, ['points.expired']);
    await fixture.endpoint(await fixture.environment());
    fixture.answer = goneAt(gone);
    await failOnce();
    expect(
      announced()
        .map(({ endpoint }) => endpoint)
        .sort(),
    ).toEqual([all, named].sort());
    const disabled = await findWebhook(fixture.db, environmentId, gone);
    for (const { body } of announced()) {
      expect(webhookValidatorFor('webhook.disabled')(body)).toMatchObject({ ok: true });
      expect(body).toMatchObject({ event: 'webhook.disabled', type: 'webhook.disabled', mode: 'live' });
      expect(body.data).toEqual({
        webhookId: gone,
        disabledReason: 'GONE',
        disabledAt: disabled?.disabledAt,
        consecutiveFailures: 1,
      });
    }
    expect(await fixture.deliveries(named)).toMatchObject([
      { event: 'webhook.disabled', status: 'SUCCEEDED' },
    ]);
  });

  it('with another one at the same moment is announced to those that remain, and each once', async () => {
    const gone = [await fixture.endpoint(environmentId), await fixture.endpoint(environmentId)];
    const remaining = await fixture.endpoint(environmentId);
    fixture.answer = goneAt(...gone);
    await failOnce();
    await failOnce();
    expect(announced().map(({ endpoint }) => endpoint)).toEqual([remaining, remaining]);
    expect(
      announced()
        .map(({ body }) => (body.data as { readonly webhookId: string }).webhookId)
        .sort(),
    ).toEqual(gone.sort());
  });

  it('alone is announced to nobody, and no event is stored', async () => {
    const gone = await fixture.endpoint(environmentId);
    fixture.answer = goneAt(gone);
    await failOnce();
    const events = `SELECT type FROM webhook_events WHERE environment_id = $1 AND type = 'webhook.disabled'`;
    expect(await fixture.db.query(events, [environmentId])).toEqual([]);
  });

  it('by a PATCH is announced once, whatever is patched later', async () => {
    const stopped = await fixture.endpoint(environmentId);
    const named = await fixture.endpoint(environmentId, ['webhook.disabled']);
    for (const patch of [{ status: 'DISABLED' }, { status: 'DISABLED' }, { events: ['*'] }] as const)
      await updateWebhook(fixture, environmentId, { webhookId: stopped, patch });
    await fixture.work(minute);
    expect(announced()).toMatchObject([
      {
        endpoint: named,
        body: { data: { webhookId: stopped, disabledReason: 'MANUAL', consecutiveFailures: 0 } },
      },
    ]);
  });
});
