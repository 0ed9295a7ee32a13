import type { PostResult } from '@loyalty/egress';
import type { EnvironmentId } from '@loyalty/kernel';
import { deleteWebhook } from '@loyalty/tables/endpoint-status';
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

const errorsOf = async (webhookId: string): Promise<string[]> =>
  (
    await fixture.db.query<{ text: string }>(
      'SELECT error_body AS text FROM delivery_errors WHERE webhook_id = $1 ORDER BY created_at, delivery_id',
      [webhookId],
    )
  ).map(({ text }) => text);

/** The longest wait for a retry, with jitter. */
const waits = [1, 5, 30, 120].map((minutes) => 1.2 * minutes * minute);

describe('a delivery', () => {
  it('▲ that failed four times and then succeeded lists five attempts, oldest first, and keeps no text of the receiver (D111)', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const responses = [
      answered(500, 'later'),
      { outcome: 'failed', failure: 'TIMED_OUT', wasSent: true, tookMs: 10_000 } as const,
      answered(429, 'slowly'),
      answered(302),
      answered(204),
    ];
    fixture.answer = () => responses.shift() ?? answered(410);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    const beganMs = fixture.nowMs;
    for (const wait of waits) await fixture.work(wait);
    const [delivery] = await fixture.deliveries(webhookId);
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

  it('that succeeds at once lists one attempt, and stores nothing for it; a waiting one lists none', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'PENDING', attempts: [] }]);
    await fixture.work();
    const [delivery] = await fixture.deliveries(webhookId);
    expect(delivery?.attempts).toEqual([
      {
        attempt: 1,
        at: delivery?.attemptedAt,
        durationMs: 3,
        responseCode: 200,
        error: null,
        failureReason: null,
      },
    ]);
    const rows = await fixture.db.query('SELECT earlier FROM deliveries WHERE webhook_id = $1', [webhookId]);
    expect(rows).toEqual([{ earlier: null }]);
  });

  it('▲ that fails in its handshake says why, in the delivery and in each attempt', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const failed = { outcome: 'failed', failure: 'TLS_FAILED', wasSent: false, tookMs: 5 } as const;
    fixture.answer = () => ({ ...failed, tlsFailure: 'CERTIFICATE_EXPIRED' });
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    fixture.answer = () => ({ ...failed, tlsFailure: 'NAME_MISMATCH' });
    await fixture.work(2 * minute);
    fixture.answer = () => ({ ...failed, failure: 'CONNECT_FAILED' });
    const [twice] = await fixture.deliveries(webhookId);
    expect(twice).toMatchObject({ failure: 'TLS_FAILED', failureReason: 'NAME_MISMATCH' });
    await fixture.work(6 * minute);
    const [delivery] = await fixture.deliveries(webhookId);
    expect(delivery).toMatchObject({ failure: 'CONNECT_FAILED', failureReason: null });
    expect(delivery?.attempts).toMatchObject([
      { error: 'TLS_FAILED', failureReason: 'CERTIFICATE_EXPIRED' },
      { error: 'TLS_FAILED', failureReason: 'NAME_MISMATCH' },
      { error: 'CONNECT_FAILED', failureReason: null },
    ]);
  });

  it.each([
    [429, '7', 7_000],
    [503, '7200', 60 * minute],
    [503, 'soon', null],
    [500, '7', null],
    [302, '7', null],
  ])(
    '▲ that gets %d with Retry-After %s is sent again by it, or by the schedule (D312)',
    async (...given) => {
      const [status, retryAfter, waitMs] = given;
      const webhookId = await fixture.endpoint(environmentId);
      const other = await fixture.endpoint(environmentId);
      fixture.answer = ({ endpoint }) => {
        const failed = answered(status) as Extract<PostResult, { readonly outcome: 'answered' }>;
        return endpoint === webhookId ? { ...failed, retryAfter } : failed;
      };
      await fixture.fanOut([await fixture.expired(environmentId)]);
      await fixture.work();
      const waitOf = async (id: string): Promise<number> => {
        const [{ attemptedAt, nextAttemptAt } = { attemptedAt: null, nextAttemptAt: null }] =
          await fixture.deliveries(id);
        return Date.parse(nextAttemptAt ?? '') - Date.parse(attemptedAt ?? '');
      };
      const bySchedule = (waited: number): boolean => waited >= 0.9 * minute && waited <= 1.1 * minute;
      expect(bySchedule(await waitOf(other))).toBe(true);
      const waited = await waitOf(webhookId);
      expect(waitMs === null ? bySchedule(waited) : waited === waitMs).toBe(true);
      if (waitMs === null) return;
      expect(await fixture.work(waitMs - 2_000)).toBe(waitMs > minute ? 1 : 0);
      fixture.answer = () => answered(200);
      expect(await fixture.work(2_001)).toBe(1);
      expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'SUCCEEDED', attempt: 2 }]);
    },
  );

  it('that ends without another attempt keeps the earlier ones', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(500);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    await deleteWebhook(fixture.db, environmentId, { webhookId, drop: true });
    await fixture.work(2 * minute);
    const [delivery] = await fixture.deliveries(webhookId);
    expect(delivery).toMatchObject({ status: 'FAILED', attempt: 1, failure: 'ENDPOINT_DISABLED' });
    expect(delivery?.attempts).toMatchObject([{ attempt: 1, responseCode: 500, error: null }]);
  });
});

describe('a receiver’s text', () => {
  it('is kept to 1 KiB, in whole characters', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(500, `a${'é'.repeat(3_000)}`);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    expect(await errorsOf(webhookId)).toEqual([`a${'é'.repeat(511)}`]);
  });

  it('is removed by the next attempt without a text', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    fixture.answer = () => answered(500, 'later');
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await fixture.work();
    fixture.answer = () => ({ outcome: 'failed', failure: 'TIMED_OUT', wasSent: true, tookMs: 10_000 });
    await fixture.work(2 * minute);
    expect(await fixture.deliveries(webhookId)).toMatchObject([{ status: 'RETRYING', errorBody: null }]);
  });
});
