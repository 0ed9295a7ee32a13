import type { EnvironmentId } from '@loyalty/kernel';
import { deleteWebhook } from '@loyalty/tables/endpoint-status';
import { findWebhook } from '@loyalty/tables/webhooks/management';
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

describe('a delivery', () => {
  it('is tried after 1, 5 and 30 minutes and 2 hours, with the same bytes, then never (D69)', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(500, 'later\u0000');
    await fixture.fanOut([await fixture.expired(environmentId)]);
    expect(await fixture.work()).toBe(1);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ attempt: 1, status: 'RETRYING' }]);
    for (const [at, minutes] of [1, 5, 30, 120].entries()) {
      const early = await fixture.work(0.89 * minutes * minute);
      const inTime = await fixture.work(0.22 * minutes * minute);
      expect([early, inTime]).toEqual([0, 1]);
      expect(await fixture.deliveries(webhookId)).toMatchObject([
        { attempt: at + 2, status: at < 3 ? 'RETRYING' : 'FAILED', responseCode: 500, errorBody: 'later' },
      ]);
    }
    expect(await fixture.work(24 * 60 * minute)).toBe(0);
    expect(new Set(fixture.sent.map(({ body }) => body.toString())).size).toBe(1);
    expect(await findWebhook(fixture.db, environmentId, webhookId)).toMatchObject({
      status: 'ACTIVE',
      consecutiveFailures: 1,
    });
  });

  it('that is the fifth in a row to fail for good disables its endpoint; a success restarts the count', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const failForGood = async (count: number): Promise<void> => {
      fixture.answer = () => answered(503);
      for (let n = 0; n < count; n += 1) await fixture.fanOut([await fixture.expired(environmentId)]);
      for (let n = 0; n < 5; n += 1) await fixture.work(150 * minute);
    };
    const health = async () => findWebhook(fixture.db, environmentId, webhookId);
    await failForGood(4);
    expect(await health()).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 4 });
    fixture.answer = () => answered(200);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    expect(await health()).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 0 });
    await failForGood(5);
    expect(await health()).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'CONSECUTIVE_FAILURES',
    });
  });

  it('that gets 410 disables its endpoint at once, and waiting deliveries end unsent', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(500);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    fixture.answer = () => answered(410);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    expect(await findWebhook(fixture.db, environmentId, webhookId)).toMatchObject({ disabledReason: 'GONE' });
    const sent = fixture.sent.length;
    await fixture.work(2 * minute);
    expect(fixture.sent).toHaveLength(sent);
    expect((await fixture.deliveries(webhookId)).map(({ status, failure }) => [status, failure])).toEqual(
      expect.arrayContaining([
        ['FAILED', null],
        ['FAILED', 'ENDPOINT_DISABLED'],
      ]),
    );
  });

  it.each([302, 404, 199])('▲ that gets %i fails', async (status) => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(status);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'RETRYING', responseCode: status }]);
  });

  it('▲ whose process died while it was in flight is sent again, with the same bytes; the dead process can record nothing', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    const [dead, next] = [await fixture.process(), await fixture.process()];
    const outcomes = await dead.ask(await dead.claim());
    await dead.die();
    fixture.answer = () => answered(500);
    expect(await next.work()).toBe(1);
    expect(await dead.record(outcomes)).toBe(0);
    expect(new Set(fixture.sent.map(({ body }) => body.toString())).size).toBe(1);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'RETRYING', attempt: 1 }]);
  });

  it('▲ that could not be read while the database was unavailable counts no attempt', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    fixture.isDatabaseAway = true;
    expect(await fixture.work()).toBe(1);
    fixture.isDatabaseAway = false;
    expect([fixture.sent, await fixture.deliveries(webhookId)]).toMatchObject([[], [{ attempt: 0 }]]);
    expect(await fixture.work(minute)).toBe(1);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'SUCCEEDED', attempt: 1 }]);
  });

  it('to a deleted endpoint runs to its end with the last URL and secret', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await deleteWebhook(fixture.db, environmentId, { webhookId });
    expect(await fixture.work()).toBe(1);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'SUCCEEDED' }]);
  });

  it('to an endpoint that was deleted with its deliveries is not sent, and ends', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await deleteWebhook(fixture.db, environmentId, { webhookId, drop: true });
    expect([await fixture.work(), fixture.sent]).toEqual([1, []]);
    expect(await fixture.deliveries(webhookId)).toMatchObject([
      { status: 'FAILED', failure: 'ENDPOINT_DISABLED', attempt: 0 },
    ]);
  });

  it('▲ whose body was erased during its attempt keeps no text of the receiver (D99)', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(500, 'the member said');
    await fixture.fanOut([await fixture.expired(environmentId)]);
    const process = await fixture.process();
    const outcomes = await process.ask(await process.claim());
    await fixture.db.query('UPDATE webhook_events SET body = NULL WHERE environment_id = $1', [
      environmentId,
    ]);
    expect(await process.record(outcomes)).toBe(1);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'RETRYING', errorBody: null }]);
    await fixture.work(2 * minute);
    expect(await fixture.deliveries(webhookId)).toMatchObject([
      { status: 'FAILED', failure: 'MEMBER_ERASED' },
    ]);
  });
});
