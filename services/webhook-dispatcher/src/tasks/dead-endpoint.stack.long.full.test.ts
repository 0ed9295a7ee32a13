import { type EnvironmentId, systemClock } from '@loyalty/kernel';
import { findWebhook } from '@loyalty/tables/webhooks/management';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { FastDispatcher, type Tried } from '../testing/fast-dispatcher.ts';
import { MemoryProcess } from '../testing/memory-process.ts';
import { answered, minute, WebhookFixture } from '../testing/webhook-fixture.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
beforeEach(async () => {
  fixture = await WebhookFixture.open();
  environmentId = await fixture.begin();
});
afterEach(() => fixture.drop());

describe('an endpoint that hangs, at which many thousands of deliveries wait', () => {
  /** At some twenty attempts a second the fewer of them last for a quarter of an hour: five times as long as the endpoint is tried. */
  const backlog = sizeOf(20_000, 200_000);
  const times = 200;
  /** The longest time of an attempt. */
  const hangMs = 10_000 / times;
  /** Eighteen seconds, for a busy machine; after the whole backlog, a retry would never come. */
  const lateMsMax = 60 * minute;
  /** The waits of a delivery that fails for good, with a tenth of jitter. */
  const courseMs = (1 + 5 + 30 + 120) * minute;
  const spreadMs = courseMs / 10;

  /** Copies the waiting delivery, with new ids. */
  const spill = async (count: number): Promise<void> => {
    await fixture.db.query(`
      CREATE TABLE overflow AS
        SELECT (left(d.id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid AS id
          FROM deliveries d, generate_series(2, ${count.toString()});
      INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt, max_attempts)
        SELECT d.webhook_id, d.created_at, s.id, d.environment_id, d.event_at, d.event_id, d.event, d.status, 0, d.max_attempts
          FROM deliveries d, overflow s;
      INSERT INTO delivery_tasks (destination_id, rank, due_at, id, environment_id, member_id, attempt, created_at)
        SELECT q.destination_id, q.rank, q.due_at, s.id, q.environment_id, q.member_id, 0, q.created_at FROM delivery_tasks q, overflow s;
      ANALYZE deliveries;
      ANALYZE delivery_tasks`);
  };

  /** Returns the delay between the time of each retry and its end. */
  const lateMs = (tries: readonly Tried[]): number[] =>
    tries.flatMap(({ id, endedMs }, at) => {
      const before = tries[at - 1];
      return before?.id === id && before.nextMs !== null ? [endedMs - before.nextMs] : [];
    });

  test('▲ gets retries at their times, and is disabled after 2 h 36 min, when the fifth delivery fails for good', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    const begunMs = Date.now();
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await spill(backlog);
    fixture.hold = () => systemClock.sleep(hangMs);
    fixture.answer = () => answered(503);
    const dispatcher = new FastDispatcher(fixture, times);
    const tries = await dispatcher.keepTries();
    await dispatcher.start();
    const isOff = async (): Promise<boolean> =>
      (await findWebhook(fixture.db, environmentId, webhookId))?.status === 'DISABLED';
    while (!(await isOff())) await systemClock.sleep(50);
    await dispatcher.stop();
    const recorded = await tries();
    const failed = recorded.filter(({ status }) => status === 'FAILED').map(({ endedMs }) => endedMs);
    const offMs = failed.toSorted((a, b) => a - b)[4] ?? NaN;
    expect(offMs - begunMs).toBeGreaterThan(courseMs - spreadMs);
    expect(offMs - begunMs).toBeLessThan(2 * courseMs);
    const late = lateMs(recorded);
    expect(late.length).toBeGreaterThan(100);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThan(lateMsMax);
  });
});

test('▲ an endpoint that hangs until some events wait as rows gets all of them soon afterwards', async () => {
  const webhookId = await fixture.endpoint(environmentId);
  const process = new MemoryProcess(fixture);
  await process.start();
  let isHanging = true;
  fixture.hold = async () => {
    while (isHanging) await systemClock.sleep(50);
  };
  const { fact } = await fixture.expired(environmentId);
  let published = 0;
  const tell = async (): Promise<void> => {
    const facts = Array.from({ length: 50 }, () => fixture.fact(environmentId, fact));
    await process.fanOut(facts);
    published += facts.length;
    await systemClock.sleep(100);
  };
  const waiting = async (): Promise<number> => (await fixture.db.query('SELECT FROM delivery_tasks')).length;
  while ((await waiting()) === 0) await tell();
  isHanging = false;
  for (let batch = 0; batch < 20; batch += 1) await tell();
  await eventually('all were sent', () => fixture.sent.length >= published);
  await eventually('none wait', async () => (await waiting()) === 0);
  await process.stop();
  expect(published).toBeGreaterThan(1_000);
  expect(await fixture.deliveries(webhookId)).toHaveLength(100);
});
