import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withDatabase } from '@loyalty/testkit/database';
import { Kafka, logLevel } from 'kafkajs';
import { runLoad } from '../generator/run-load.ts';
import { hasCommand, loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';

const ratePerSecond = 200;
const garbagePerSecond = 5_000;
const tickMs = 20;
const readPatienceMs = 90_000;

/** Measures evaluates of one tenant before and during a flood of another tenant's topic with invalid records. */
export const measureFlood = async (run: BenchRun): Promise<void> => {
  if (!(await hasCommand(run.stack, 'stream', 'enable'))) {
    run.figures.note('The flood of garbage was skipped: this loyaltyctl has no «stream enable».');
    return;
  }
  run.say('Garbage on the topic of another tenant');
  const { tenantId } = await openOurTenant(run.stack);
  await loyaltyctl(run.stack, 'stream', 'enable', '--tenant', tenantId, '--mode', 'live');
  const topic = `loyalty.receipts.${tenantId}.live`;
  await untilRead(run, topic);
  // An unmeasured run first: a slow start would count against the time before the flood.
  await evaluateFor(run);
  const before = await evaluateFor(run);
  const flooding = new AbortController();
  const flood = sendGarbage(run.stack.kafkaBrokers, topic, flooding.signal);
  const during = await evaluateFor(run);
  flooding.abort();
  const sent = await flood;
  run.figures.add('engine', { title: 'evaluate at 200/s before the flood: p99', unit: 'ms' }, before);
  run.figures.add('engine', { title: 'evaluate at 200/s beside the flood: p99', unit: 'ms' }, during);
  run.figures.add('engine', { title: 'the flood makes it', unit: '×' }, during / before);
  run.say(
    `  p99 ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms beside ${sent.toString()} messages of garbage`,
  );
};

/** The consumer reads a new topic only after it restarts, at most every 30 s. */
const untilRead = (run: BenchRun, topic: string): Promise<void> =>
  withDatabase(run.stack.databaseUrl, async (db) => {
    const untilMs = Date.now() + readPatienceMs;
    for (;;) {
      const found = await db.query('SELECT FROM stream_positions WHERE topic = $1', [topic]);
      if (found.length > 0) return;
      if (Date.now() > untilMs) throw new Error(`no engine reads ${topic}`);
      await pause(500);
    }
  });

const evaluateFor = async (run: BenchRun): Promise<number> => {
  const [{ urls, key }] = run.contenders;
  const { members, memberPrefix } = run;
  const measureMs = run.options.seconds * 1_000;
  const job = {
    url: urls.evaluate,
    bodies: 'evaluate' as const,
    key,
    members,
    memberPrefix,
    measureMs,
    warmUpMs: 2_000,
    connections: 256,
    ratePerSecond,
  };
  return (await runLoad(job)).p99Ms;
};

/** Sends random bytes with random keys at a fixed rate until the signal aborts. Returns how many. */
const sendGarbage = async (brokers: string, topic: string, signal: AbortSignal): Promise<number> => {
  const producer = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  let sent = 0;
  while (!signal.aborted) {
    const count = (garbagePerSecond * tickMs) / 1_000;
    const messages = Array.from({ length: count }, () => ({ key: randomBytes(16), value: randomBytes(200) }));
    await producer.send({ topic, messages, acks: 1 });
    sent += count;
    await pause(tickMs);
  }
  await producer.disconnect();
  return sent;
};
