import type { EnvironmentId } from '@loyalty/kernel';
import { setSettings } from '@loyalty/tables/tenants/management';
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

const health = async (webhookId: string) => findWebhook(fixture.db, environmentId, webhookId);
const tell = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await fixture.fanOut([await fixture.expired(environmentId)]);
};
const failForGood = async (count: number): Promise<void> => {
  fixture.answer = () => ({ outcome: 'failed', failure: 'CONNECT_FAILED', wasSent: false, tookMs: 1 });
  await tell(count);
  for (let n = 0; n < 5; n += 1) await fixture.work(150 * minute);
};

test('▲ while the service’s own network fails, no failed delivery disables an endpoint; afterwards each counts (D115)', async () => {
  const webhookId = await fixture.endpoint(environmentId);
  fixture.isCutOff = true;
  await failForGood(7);
  expect(await fixture.deliveries(webhookId)).toMatchObject(
    Array(7).fill({ status: 'FAILED', attempt: 5, failure: 'CONNECT_FAILED' }),
  );
  expect(await health(webhookId)).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 0 });
  fixture.isCutOff = false;
  await failForGood(5);
  expect(await health(webhookId)).toMatchObject({ disabledReason: 'CONSECUTIVE_FAILURES' });
});

test('a response of 410 disables its endpoint also while the service’s own network fails', async () => {
  const webhookId = await fixture.endpoint(environmentId);
  fixture.isCutOff = true;
  fixture.answer = () => answered(410);
  await tell(1);
  await fixture.work();
  expect(await health(webhookId)).toMatchObject({ disabledReason: 'GONE' });
});

test('▲ a delivery that gets no slot uses up no attempt, and is retried in a minute (D115)', async () => {
  const webhookId = await fixture.endpoint(environmentId);
  fixture.answer = () => ({ outcome: 'untried' });
  await tell(1);
  for (let n = 0; n < 10; n += 1) {
    await fixture.work(1.01 * minute);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'PENDING', attempt: 0 }]);
  }
  fixture.answer = () => answered(200);
  await fixture.work(1.01 * minute);
  expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'SUCCEEDED', attempt: 1 }]);
  expect(await health(webhookId)).toMatchObject({ consecutiveFailures: 0 });
});

test('the present settings decide at each attempt if plain http is allowed (D71)', async () => {
  const webhookId = await fixture.endpoint(environmentId);
  const spoken = async (): Promise<unknown> => {
    await tell(1);
    await fixture.work();
    return fixture.sent.at(-1)?.isHttpAllowed;
  };
  const set = (webhooksOverPlainHttp: boolean) =>
    setSettings(fixture.db, environmentId, { webhooksOverPlainHttp });
  expect(await spoken()).toBe(false);
  await set(true);
  expect(await spoken()).toBe(true);
  await set(false);
  expect(await spoken()).toBe(false);
  expect(fixture.sent.at(-1)).toMatchObject({ endpoint: webhookId, caller: { environmentId, mode: 'live' } });
});

test("signatures have the database's time, not the time of the process", async () => {
  await fixture.endpoint(environmentId);
  await tell(1);
  fixture.nowMs += 7 * 24 * 60 * minute;
  await fixture.work();
  const signedAt = Number(fixture.sent.at(-1)?.headers['webhook-timestamp']);
  expect(Math.abs(signedAt - fixture.nowMs / 1_000)).toBeLessThanOrEqual(1);
});
