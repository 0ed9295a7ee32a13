import { answered, minute, WebhookFixture } from '../testing/webhook-fixture.ts';

let fixture: WebhookFixture;
beforeEach(async () => {
  fixture = await WebhookFixture.open();
});
afterEach(() => fixture.drop());

/** Returns the series whose names begin so and that counted something, without buckets. */
const shown = async (beginning: string): Promise<string[]> =>
  (await fixture.metrics.render()).body
    .split('\n')
    .filter((line) => line.startsWith(beginning) && !line.includes('_bucket') && !line.endsWith(' 0'));

test('attempts are counted by outcome and failure, and disabled endpoints are counted', async () => {
  const environmentId = await fixture.begin();
  const webhookId = await fixture.endpoint(environmentId);
  const facts = [await fixture.expired(environmentId), await fixture.expired(environmentId)];
  await fixture.fanOut(facts);
  fixture.nowMs += 30_000;
  fixture.answer = () => answered(fixture.sent.length === 1 ? 200 : 503);
  await fixture.work();
  expect(await shown('loyalty_deliver')).toEqual([
    'loyalty_deliveries_total{outcome="succeeded"} 1',
    'loyalty_deliveries_total{outcome="retrying"} 1',
    'loyalty_delivery_failures_total{failure="STATUS_5XX"} 1',
    'loyalty_delivery_attempt_duration_seconds_count 2',
    expect.stringMatching(/^loyalty_delivery_attempt_duration_seconds_sum 0\.00/),
    'loyalty_delivery_lag_seconds_count 2',
    expect.stringMatching(/^loyalty_delivery_lag_seconds_sum (59|6\d)\b/),
  ]);
  fixture.answer = () => ({ outcome: 'failed', failure: 'TIMED_OUT', wasSent: true, tookMs: 10_000 });
  await fixture.work(2 * minute);
  fixture.answer = () => answered(410);
  await fixture.work(6 * minute);
  expect(await shown('loyalty_delivery_failures')).toEqual([
    'loyalty_delivery_failures_total{failure="STATUS_4XX"} 1',
    'loyalty_delivery_failures_total{failure="STATUS_5XX"} 1',
    'loyalty_delivery_failures_total{failure="TIMED_OUT"} 1',
  ]);
  expect(await shown('loyalty_webhooks_disabled')).toEqual([
    'loyalty_webhooks_disabled_total{reason="GONE"} 1',
  ]);
  // The lag of an event is observed at its first attempt only.
  expect(await shown('loyalty_delivery_lag_seconds_count')).toEqual(['loyalty_delivery_lag_seconds_count 2']);
  expect((await fixture.metrics.render()).body).not.toContain(webhookId);
});

test("▲ an attempt that is rolled back, or whose task is another process's, is not counted", async () => {
  const environmentId = await fixture.begin();
  await fixture.endpoint(environmentId);
  await fixture.fanOut([await fixture.expired(environmentId)]);
  const [dead, next] = [await fixture.process(), await fixture.process()];
  const outcomes = await dead.ask(await dead.claim());
  const failing = dead.record(outcomes, () => Promise.reject(new Error('midway')));
  await expect(failing).rejects.toThrow('midway');
  expect(await shown('loyalty_deliveries_total{')).toEqual([]);
  await dead.die();
  await next.work();
  await dead.record(outcomes);
  expect(await shown('loyalty_deliveries_total{')).toEqual([
    'loyalty_deliveries_total{outcome="succeeded"} 1',
  ]);
});
