import { answered, minute, WebhookHouse } from '../testing/webhook-house.ts';

let house: WebhookHouse;
beforeEach(async () => {
  house = await WebhookHouse.open();
});
afterEach(() => house.drop());

/** What is counted under names that begin so, but for the buckets. */
const shown = async (beginning: string): Promise<string[]> =>
  (await house.metrics.render()).body
    .split('\n')
    .filter((line) => line.startsWith(beginning) && !line.includes('_bucket'));

test('attempts are counted by what became of them, and why not; endpoints that were disabled', async () => {
  const environmentId = await house.begin();
  const webhookId = await house.endpoint(environmentId);
  const facts = [await house.expired(environmentId), await house.expired(environmentId)];
  await house.fanOut(facts);
  house.nowMs += 30_000;
  house.answer = () => answered(house.sent.length === 1 ? 200 : 503);
  await house.work();
  expect(await shown('loyalty_deliver')).toEqual([
    'loyalty_deliveries_total{outcome="succeeded"} 1',
    'loyalty_deliveries_total{outcome="retrying"} 1',
    'loyalty_delivery_failures_total{failure="STATUS_5XX"} 1',
    'loyalty_delivery_attempt_duration_seconds_count 2',
    expect.stringMatching(/^loyalty_delivery_attempt_duration_seconds_sum 0\.00/),
    'loyalty_delivery_lag_seconds_count 2',
    expect.stringMatching(/^loyalty_delivery_lag_seconds_sum (59|6\d)\b/),
  ]);
  house.answer = () => ({ outcome: 'failed', failure: 'TIMED_OUT', wasSent: true, tookMs: 10_000 });
  await house.work(2 * minute);
  house.answer = () => answered(410);
  await house.work(6 * minute);
  expect(await shown('loyalty_delivery_failures')).toEqual([
    'loyalty_delivery_failures_total{failure="STATUS_5XX"} 1',
    'loyalty_delivery_failures_total{failure="TIMED_OUT"} 1',
    'loyalty_delivery_failures_total{failure="STATUS_4XX"} 1',
  ]);
  expect(await shown('loyalty_webhooks_disabled')).toEqual([
    'loyalty_webhooks_disabled_total{reason="GONE"} 1',
  ]);
  // A retry says nothing of how long an event took.
  expect(await shown('loyalty_delivery_lag_seconds_count')).toEqual(['loyalty_delivery_lag_seconds_count 2']);
  expect((await house.metrics.render()).body).not.toContain(webhookId);
});

test("▲ what is rolled back, or was another's by then, is not counted", async () => {
  const environmentId = await house.begin();
  await house.endpoint(environmentId);
  await house.fanOut([await house.expired(environmentId)]);
  const [dead, next] = [await house.process(), await house.process()];
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
