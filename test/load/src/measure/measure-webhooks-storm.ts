import { setTimeout as pause } from 'node:timers/promises';
import { startReceiver, type Receiver } from '../receiver/start-receiver.ts';
import { withFactSender, type SendFacts } from '../webhooks/fact-sender.ts';
import { loadStorm } from '../webhooks/load-storm.ts';
import { noteTimes } from '../webhooks/note-times.ts';
import { paceFacts } from '../webhooks/pace-facts.ts';
import { openSubscribedTenant, type SubscribedTenant } from '../webhooks/subscribed-tenant.ts';
import type { BenchRun } from './bench-run.ts';

/** Together they have 1,000 destinations. */
const tenants = 10;
const endpointsEach = 100;

const stormPath = '/count/storm';
const healthyPath = '/lag/healthy';
const healthyPerSecond = 20;
const addressOf = (n: number): string => `127.0.2.${(n + 1).toString()}`;
/** The address of the healthy endpoint, which is unrelated to the others. */
const healthyAddress = addressOf(tenants);

/**
 * Measures `--storm` retries that are due at one time, for 1,000 destinations that respond quickly again. Reports how fast they
 * are sent, and how long another tenant's endpoint waits before, meanwhile and after.
 */
export const measureWebhooksStorm = async (run: BenchRun): Promise<void> => {
  run.say(`Webhooks: ${run.options.storm.toLocaleString('en-US')} retries that are due at one time`);
  const receiver = await startReceiver(Array.from({ length: tenants + 1 }, (_, n) => addressOf(n)));
  try {
    run.say(`  Opening ${tenants.toString()} tenants with ${endpointsEach.toString()} endpoints each`);
    const storming: SubscribedTenant[] = [];
    for (let n = 0; n < tenants; n += 1) {
      const urls = Array.from({ length: endpointsEach }, () => receiver.urlOf(stormPath, addressOf(n)));
      storming.push(await openSubscribedTenant(run, urls));
    }
    const healthy = await openSubscribedTenant(run, [receiver.urlOf(healthyPath, healthyAddress)]);
    await withFactSender(run.stack, (send) => measureStorm({ run, receiver, healthy, send }, storming));
  } finally {
    receiver.stop();
  }
};

interface Storm {
  readonly run: BenchRun;
  readonly receiver: Receiver;
  readonly healthy: SubscribedTenant;
  readonly send: SendFacts;
}

const measureStorm = async (storm: Storm, storming: readonly SubscribedTenant[]): Promise<void> => {
  const { run } = storm;
  const calm = 'event to receiver, one endpoint alone';
  // Lets the code compile.
  await healthyLags(storm, timePasses(run));
  const before = noteTimes(run, calm, await healthyLags(storm, timePasses(run)));
  const eventsEach = Math.round(run.options.storm / tenants / endpointsEach);
  const retries = eventsEach * tenants * endpointsEach;
  const dueAt = await loadStorm(run, { tenants: storming, eventsEach });
  await pause(dueAt.getTime() - Date.now());
  const lags = await healthyLags(storm, untilDrained(storm, retries));
  const during = noteTimes(run, 'event to receiver, one endpoint beside retries', lags);
  const after = noteTimes(run, calm, await healthyLags(storm, timePasses(run)));
  const ratio = (2 * during.p99Ms) / (before.p99Ms + after.p99Ms);
  run.figures.add('engine', { title: 'one endpoint, p99 beside retries', unit: '×' }, ratio);
  run.say(`  p99 ${ratio.toFixed(2)} × that without`);
};

const timePasses = ({ options }: BenchRun): Promise<void> => pause(options.seconds * 1_000);

/** Returns the waits of the healthy endpoint for events that happen until `work` is over. */
const healthyLags = async (
  { receiver, healthy, send }: Storm,
  over: Promise<void>,
): Promise<readonly number[]> => {
  const ended = new AbortController();
  const pacing = paceFacts(send, healthy, { ratePerSecond: healthyPerSecond, until: ended.signal });
  const [events] = await Promise.all([
    pacing,
    over.finally(() => {
      ended.abort();
    }),
  ]);
  await receiver.until(healthyPath, events);
  return (await receiver.take(healthyPath)).lagsMs;
};

const untilDrained = async ({ run, receiver }: Storm, retries: number): Promise<void> => {
  const { distinct, firstMs, lastMs } = await receiver.until(stormPath, retries);
  const perSecond = (distinct * 1_000) / (lastMs - firstMs);
  const title = `${retries.toLocaleString('en-US')} retries due at once`;
  run.figures.add('engine', { title, unit: '/s' }, perSecond);
  run.say(`  ${Math.round(perSecond).toString()} retries/s`);
};
