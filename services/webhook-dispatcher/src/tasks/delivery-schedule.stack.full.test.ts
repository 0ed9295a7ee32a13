import { type EnvironmentId, systemClock } from '@loyalty/kernel';
import type { DeliveryRecord } from '@loyalty/tables/webhooks/management';
import { eventually } from '@loyalty/testkit/runs';
import { FastDispatcher } from '../testing/fast-dispatcher.ts';
import { answered, minute, WebhookFixture } from '../testing/webhook-fixture.ts';

type Worker = ReturnType<WebhookFixture['worker']>;

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
const running = new Set<Worker>();
let waking: NodeJS.Timeout | undefined;
let dispatcher: FastDispatcher | undefined;
beforeEach(async () => {
  fixture = await WebhookFixture.open();
  environmentId = await fixture.begin();
});
afterEach(async () => {
  clearInterval(waking);
  await dispatcher?.stop();
  for (const worker of running) await worker.stop?.();
  running.clear();
  await fixture.drop();
});

const start = async (worker: Worker): Promise<Worker> => {
  await worker.start?.();
  running.add(worker);
  return worker;
};

const timeOf = (text: string | null | undefined): number => Date.parse(text ?? '');

const onlyDelivery = async (webhookId: string): Promise<DeliveryRecord> => {
  const [delivery] = await fixture.deliveries(webhookId);
  if (delivery === undefined) throw new Error('it was fanned out');
  return delivery;
};

describe('in real time, a thousand times as fast', () => {
  const times = 1_000;
  /**
   * Between two heartbeats, a process's estimate of the database's time may change by a response time, which
   * a slow machine makes long.
   */
  const earlyMs = 500;

  const waitsMs = [1, 5, 30, 120].map((minutes) => minutes * minute);
  const gapsOf = (spans: readonly (readonly [number, number])[]): number[] =>
    spans.map(([fromMs, toMs]) => toMs - fromMs);

  test('a delivery that always fails is tried five times at its times, and a restart in between changes none', async () => {
    const webhookId = await fixture.endpoint(environmentId);
    dispatcher = new FastDispatcher(fixture, times);
    const tries = await dispatcher.keepTries();
    const askedMs: number[] = [];
    fixture.answer = () => {
      askedMs.push(performance.now());
      return answered(500);
    };
    await fixture.fanOut([await fixture.expired(environmentId)]);
    await dispatcher.start();
    // Events of other environments come all the time.
    waking = setInterval(() => dispatcher?.wake(), 20);
    await eventually('it was tried four times', () => askedMs.length === 4);
    await eventually('the fourth is recorded', async () => (await onlyDelivery(webhookId)).attempt === 4);
    const { nextAttemptAt } = await onlyDelivery(webhookId);
    await dispatcher.stop();
    expect(await onlyDelivery(webhookId)).toMatchObject({ attempt: 4, nextAttemptAt });
    await dispatcher.start();
    await eventually('it is at its end', async () => (await onlyDelivery(webhookId)).status === 'FAILED');
    const recorded = await tries();
    const plannedMs = gapsOf(recorded.map(({ endedMs, nextMs }) => [endedMs, nextMs ?? NaN]));
    const tookMs = gapsOf(askedMs.map((begunAtMs, at) => [begunAtMs, askedMs[at + 1] ?? NaN]));
    for (const [at, waitMs] of waitsMs.entries()) {
      expect(plannedMs[at]).toBeGreaterThanOrEqual(0.9 * waitMs);
      expect(plannedMs[at]).toBeLessThanOrEqual(1.1 * waitMs);
      expect(tookMs[at]).toBeGreaterThan((0.9 * waitMs) / times - earlyMs);
    }
    expect(askedMs).toHaveLength(5);
    expect(recorded.map(({ status }) => status)).toEqual([...waitsMs.map(() => 'RETRYING'), 'FAILED']);
    expect(await fixture.db.query('SELECT id FROM delivery_tasks')).toEqual([]);
  });
});

test.each([-60, 60])(
  '▲ a process whose clock is %i minutes off sends at once, and again at the times of the database',
  async (minutes) => {
    const webhookId = await fixture.endpoint(environmentId);
    const clock = { ...systemClock, now: () => Date.now() + minutes * minute };
    const worker = await start(fixture.worker({ clock }));
    fixture.now = () => worker.databaseNowMs();
    await eventually(
      'it has heard the database',
      () => Math.abs(worker.databaseNowMs() - Date.now()) < minute,
    );
    fixture.answer = () => answered(500);
    await fixture.fanOut([await fixture.expired(environmentId)]);
    worker.wake();
    await eventually('it is tried', async () => (await onlyDelivery(webhookId)).attempt === 1);
    const { nextAttemptAt } = await onlyDelivery(webhookId);
    const [due] = await fixture.db.query<{ dueAt: Date }>('SELECT due_at AS "dueAt" FROM delivery_tasks');
    expect(due?.dueAt.toISOString()).toBe(nextAttemptAt);
    const inMs = timeOf(nextAttemptAt) - Date.now();
    expect([inMs > 0.5 * minute, inMs < 1.1 * minute]).toEqual([true, true]);
  },
);
