import type { EnvironmentId } from '@loyalty/kernel';
import { deleteWebhook } from '@loyalty/programme';
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

const errorsOf = async (webhookId: string): Promise<string[]> =>
  (
    await house.db.query<{ text: string }>(
      'SELECT error_body AS text FROM delivery_errors WHERE webhook_id = $1 ORDER BY created_at, delivery_id',
      [webhookId],
    )
  ).map(({ text }) => text);

/** Until it is tried again, whatever the jitter. */
const waits = [1, 5, 30, 120].map((minutes) => 1.2 * minutes * minute);

describe('a delivery', () => {
  it('that failed four times and was taken lists five attempts, oldest first, and keeps no text of the receiver (D111)', async () => {
    const webhookId = await house.endpoint(environmentId);
    const answers = [
      answered(500, 'later'),
      { outcome: 'failed', failure: 'TIMED_OUT', wasSent: true, tookMs: 10_000 } as const,
      answered(429, 'slowly'),
      answered(302),
      answered(204),
    ];
    house.answer = () => answers.shift() ?? answered(410);
    await house.fanOut([await house.expired(environmentId)]);
    await house.work();
    const beganMs = house.nowMs;
    for (const wait of waits) await house.work(wait);
    const [delivery] = await house.deliveries(webhookId);
    expect(delivery).toMatchObject({ status: 'SUCCEEDED', attempt: 5, responseCode: 204, errorBody: null });
    const attempts = delivery?.attempts ?? [];
    expect(
      attempts.map(({ attempt, durationMs, responseCode, error }) => [
        attempt,
        durationMs,
        responseCode,
        error,
      ]),
    ).toEqual([
      [1, 3, 500, null],
      [2, 10_000, null, 'TIMED_OUT'],
      [3, 3, 429, null],
      [4, 3, 302, null],
      [5, 3, 204, null],
    ]);
    const ends = attempts.map(({ at }) => Date.parse(at));
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect([ends[0], ends[4]]).toEqual([Math.floor(beganMs), Date.parse(delivery?.attemptedAt ?? '')]);
    expect(await errorsOf(webhookId)).toEqual([]);
  });

  it('that was taken at once lists one attempt, and stores nothing for it; one that waits lists none', async () => {
    const webhookId = await house.endpoint(environmentId);
    await house.fanOut([await house.expired(environmentId)]);
    expect(await house.deliveries(webhookId)).toMatchObject([{ status: 'PENDING', attempts: [] }]);
    await house.work();
    const [delivery] = await house.deliveries(webhookId);
    expect(delivery?.attempts).toEqual([
      { attempt: 1, at: delivery?.attemptedAt, durationMs: 3, responseCode: 200, error: null },
    ]);
    const rows = await house.db.query('SELECT earlier FROM deliveries WHERE webhook_id = $1', [webhookId]);
    expect(rows).toEqual([{ earlier: null }]);
  });

  it('that ends without another attempt keeps those that were made', async () => {
    const webhookId = await house.endpoint(environmentId);
    house.answer = () => answered(500);
    await house.fanOut([await house.expired(environmentId)]);
    await house.work();
    await deleteWebhook(house.db, environmentId, { webhookId, drop: true });
    await house.work(2 * minute);
    const [delivery] = await house.deliveries(webhookId);
    expect(delivery).toMatchObject({ status: 'FAILED', attempt: 1, failure: 'ENDPOINT_DISABLED' });
    expect(delivery?.attempts).toMatchObject([{ attempt: 1, responseCode: 500, error: null }]);
  });
});

describe('what a receiver said', () => {
  it('is kept to 1 KiB, in whole characters', async () => {
    const webhookId = await house.endpoint(environmentId);
    house.answer = () => answered(500, `a${'é'.repeat(3_000)}`);
    await house.fanOut([await house.expired(environmentId)]);
    await house.work();
    expect(await errorsOf(webhookId)).toEqual([`a${'é'.repeat(511)}`]);
  });

  it('goes with the next attempt that brought no text', async () => {
    const webhookId = await house.endpoint(environmentId);
    house.answer = () => answered(500, 'later');
    await house.fanOut([await house.expired(environmentId)]);
    await house.work();
    house.answer = () => ({ outcome: 'failed', failure: 'TIMED_OUT', wasSent: true, tookMs: 10_000 });
    await house.work(2 * minute);
    expect(await house.deliveries(webhookId)).toMatchObject([{ status: 'RETRYING', errorBody: null }]);
  });
});
