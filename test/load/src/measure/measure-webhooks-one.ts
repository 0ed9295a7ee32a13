import { readLocalStack } from '@loyalty/stack';
import type { Contender } from '../contender.ts';
import { processUseOf } from '../process-use.ts';
import { runPoster } from '../poster/run-poster.ts';
import type { Counted } from '../receiver/asked.ts';
import { startReceiver, type Receiver } from '../receiver/start-receiver.ts';
import { withFactSender } from '../webhooks/fact-sender.ts';
import { readTableWrites, writesBetween } from '../webhooks/table-writes.ts';
import { openSubscribedTenant, type SubscribedTenant } from '../webhooks/subscribed-tenant.ts';
import type { BenchRun } from './bench-run.ts';

const path = '/count/one';
const barePath = '/count/bare';
/** The dispatcher's connections per endpoint. */
const connections = 64;
const factsASend = 500;

/**
 * Measures one endpoint that responds at once, with `--events` facts already in Kafka. Reports deliveries a second from the
 * first to the last, the CPU time of each, and the writes. Then a bare loop posts as many bodies of that size to the same
 * receiver.
 */
export const measureWebhooksOne = async (run: BenchRun): Promise<void> => {
  run.say(`Webhooks: ${run.options.events.toLocaleString('en-US')} events for one endpoint`);
  const receiver = await startReceiver();
  try {
    const subscribed = await openSubscribedTenant(run, [receiver.urlOf(path)]);
    const before = await readTableWrites(run);
    const delivered = await measureDelivered(run, receiver, subscribed);
    run.figures.note(`Written for one endpoint: ${writesBetween(before, await readTableWrites(run))}.`);
    const bare = await measureBare(run, receiver, delivered);
    const ratio = rateOf(delivered) / rateOf(bare);
    run.figures.add('engine', { title: 'one endpoint, of the bare loop', unit: '×' }, ratio);
    run.say(`  ${ratio.toFixed(2)} × the rate of the bare loop`);
  } finally {
    receiver.stop();
  }
};

const measureDelivered = async (
  run: BenchRun,
  receiver: Receiver,
  subscribed: SubscribedTenant,
): Promise<Counted> => {
  const spent = await whileStopped(async () => {
    await sendReady(run, subscribed);
    return watchCpu(subscribed.tenant, receiver);
  });
  const delivered = await receiver.until(path, run.options.events);
  const cost = spent();
  const { distinct, requests } = await receiver.take(path);
  const repeated = (requests - distinct).toString();
  run.figures.add('engine', { title: 'deliveries to one endpoint', unit: '/s' }, rateOf(delivered));
  run.say(`  ${Math.round(rateOf(delivered)).toString()} deliveries/s, ${repeated} came twice`);
  noteCpu(run, cost, delivered);
  return delivered;
};

/** Runs `work` while the dispatcher is frozen, so that making the facts does not count in the rate. */
const whileStopped = async <T>(work: () => Promise<T>): Promise<T> => {
  const pid = readLocalStack().services['webhook-dispatcher']?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};

const sendReady = ({ stack, options }: BenchRun, subscribed: SubscribedTenant): Promise<void> =>
  withFactSender(stack, async (send) => {
    for (let sent = 0; sent < options.events; sent += factsASend) {
      const count = Math.min(factsASend, options.events - sent);
      await send(Array.from({ length: count }, () => subscribed.fact(Date.now())));
    }
  });

const rateOf = ({ distinct, firstMs, lastMs }: Counted): number => (distinct * 1_000) / (lastMs - firstMs);

/** CPU seconds by process name. */
type Spent = Readonly<Record<string, number>>;

/** Starts counting CPU time. Returns a function that reports the CPU seconds used since. */
const watchCpu = (tenant: Contender, receiver: Pick<Receiver, 'pid'>): (() => Spent) => {
  const pids = { ...tenant.processes(), receiver: receiver.pid };
  const read = (): Spent =>
    Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processUseOf(pid).cpuSeconds]));
  const before = read();
  return () =>
    Object.fromEntries(Object.entries(read()).map(([name, spent]) => [name, spent - (before[name] ?? 0)]));
};

/** The processes that the aim is about; the others are only reported. */
const judged: readonly string[] = ['webhook-dispatcher', 'postgres', 'receiver'];

const noteCpu = (run: BenchRun, spent: Spent, { distinct }: Counted): void => {
  const micros = Object.entries(spent).map(
    ([name, seconds]) => [name, (seconds * 1_000_000) / distinct] as const,
  );
  const ours = micros.filter(([name]) => judged.includes(name));
  const sum = ours.reduce((total, [, each]) => total + each, 0);
  run.figures.add('engine', { title: 'CPU of a delivery, all three', unit: 'µs' }, sum);
  for (const [name, each] of ours)
    run.figures.add('engine', { title: `CPU of a delivery, ${name}`, unit: 'µs' }, each);
  const all = micros.map(([name, each]) => `${name} ${each.toFixed(0)}`);
  run.say(`  CPU µs of a delivery: ${all.join(', ')}`);
};

const measureBare = async (run: BenchRun, receiver: Receiver, delivered: Counted): Promise<Counted> => {
  const posts = run.options.events;
  const bytes = Math.round(delivered.bytes / delivered.requests);
  await runPoster({ url: receiver.urlOf(barePath), posts, bytes, connections });
  const bare = await receiver.take(barePath);
  run.figures.add('engine', { title: 'posts of the bare loop', unit: '/s' }, rateOf(bare));
  run.say(`  ${Math.round(rateOf(bare)).toString()} posts/s of ${bytes.toString()} bytes by the bare loop`);
  return bare;
};
