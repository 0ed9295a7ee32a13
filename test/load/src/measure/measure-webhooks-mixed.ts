import type { Manner } from '../receiver/asked.ts';
import { startReceiver, type Receiver } from '../receiver/start-receiver.ts';
import { withFactSender, type SendFacts } from '../webhooks/fact-sender.ts';
import { noteTimes } from '../webhooks/note-times.ts';
import { paceFacts } from '../webhooks/pace-facts.ts';
import { openSubscribedTenant, type SubscribedTenant } from '../webhooks/subscribed-tenant.ts';
import type { BenchRun } from './bench-run.ts';

/**
 * All belong to one environment, which is the hardest case. The sick ones count against the half of the slots that an
 * environment may use, and every event goes to all hundred at once.
 */
const endpoints = 100;
/**
 * Of every twenty endpoints, the first never responds and the eleventh takes two seconds: there are five of
 * each.
 */
const sickEvery = 10;

const healthyPath = '/lag/healthy';
const healthy = endpoints - endpoints / sickEvery;
const sickManners = { '/count/hangs': 'never', '/count/slow': 'slow' } as const satisfies Record<
  string,
  Manner
>;
const sickPaths = Object.keys(sickManners);
/** A timed-out delivery is retried after a minute, and after five more when a stretch is long. */
const healedWithinMs = 420_000;

const addressOf = (n: number): string => `127.0.1.${(n + 1).toString()}`;
const pathOf = (n: number): string =>
  n % sickEvery === 0 ? (sickPaths[(n / sickEvery) % 2] ?? healthyPath) : healthyPath;

/** Measures how long the other 90 endpoints wait for an event, with all endpoints quick and with ten sick ones: A B B A. */
export const measureWebhooksMixed = async (run: BenchRun): Promise<void> => {
  const { eventRate } = run.options;
  run.say(`Webhooks: ${endpoints.toString()} endpoints, ${eventRate.toString()} events/s for each`);
  const numbers = Array.from({ length: endpoints }, (_, n) => n);
  // Each endpoint has its own address, as partners have: concurrency per address is bounded.
  const receiver = await startReceiver(numbers.map(addressOf));
  try {
    const urls = numbers.map((n) => receiver.urlOf(pathOf(n), addressOf(n)));
    const subscribed = await openSubscribedTenant(run, urls);
    await withFactSender(run.stack, (send) => measureStretches({ run, receiver, subscribed, send }));
  } finally {
    receiver.stop();
  }
};

interface Mixed {
  readonly run: BenchRun;
  readonly receiver: Receiver;
  readonly subscribed: SubscribedTenant;
  readonly send: SendFacts;
}

const measureStretches = async (mixed: Mixed): Promise<void> => {
  const { run } = mixed;
  const p99s = { quick: [] as number[], sick: [] as number[] };
  // The first stretches let the code compile, and let each destination show its speed.
  for (const kind of ['quick', 'sick'] as const) await measureStretch(mixed, kind);
  for (const kind of ['quick', 'sick', 'sick', 'quick'] as const) {
    const beside = kind === 'quick' ? 'all quick' : 'beside 5 that hang, 5 of 2 s';
    const title = `event to receiver, 90 endpoints, ${beside}`;
    p99s[kind].push(noteTimes(run, title, await measureStretch(mixed, kind)).p99Ms);
  }
  const ratio = sumOf(p99s.sick) / sumOf(p99s.quick);
  run.figures.add('engine', { title: '90 endpoints, p99 beside the sick', unit: '×' }, ratio);
  run.say(`  p99 ${ratio.toFixed(2)} × that without`);
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the waits of the 90 healthy endpoints, once every endpoint has got everything. */
const measureStretch = async (
  { run, receiver, subscribed, send }: Mixed,
  kind: 'quick' | 'sick',
): Promise<readonly number[]> => {
  await receiver.behave(kind === 'sick' ? sickManners : {});
  const { seconds, eventRate } = run.options;
  const until = AbortSignal.timeout(seconds * 1_000);
  const events = await paceFacts(send, subscribed, { ratePerSecond: eventRate, until });
  await receiver.until(healthyPath, events * healthy);
  const { lagsMs } = await receiver.take(healthyPath);
  await receiver.behave({});
  for (const path of sickPaths) {
    await receiver.until(path, (events * (endpoints - healthy)) / sickPaths.length, healedWithinMs);
    await receiver.take(path);
  }
  return lagsMs;
};
