import { setTimeout as pause } from 'node:timers/promises';
import { say } from '../say.ts';
import type { Violations } from '../violations.ts';
import type { ReplicaEnd } from './replicas.ts';
import type { Run } from './run.ts';

/** Services notice that Kafka is unavailable, and requests wait. */
const awayMs = 5_000;
const endsWithinMs = 15_000;
const returnPatienceMs = 60_000;

/** Kills Kafka under load, stops every replica, and starts all again once Kafka is back. The load ends. */
export const stopWithoutKafka = async (run: Run, loading: AbortController): Promise<void> => {
  const { replicas, replicated, violations } = run;
  const { infrastructure } = replicated;
  const { pid: keeper, parts } = infrastructure.now();
  const broker = parts['kafka']?.pid;
  if (broker == null) throw new Error('Kafka does not run');
  // The stack would start it again at once.
  process.kill(keeper, 'SIGSTOP');
  try {
    process.kill(broker, 'SIGKILL');
    await pause(awayMs);
    loading.abort();
    judge(await replicas.stopAll(), violations);
  } finally {
    process.kill(keeper, 'SIGCONT');
  }
  await untilKafkaIsBack(run, broker);
  await replicas.start();
};

const judge = (ends: readonly ReplicaEnd[], violations: Violations): void => {
  for (const { name, tookMs } of ends)
    if (tookMs > endsWithinMs) violations.add('stopped too slowly', `${name}: ${tookMs.toFixed(0)} ms`);
  const longest = ends.reduce((one, other) => (other.tookMs > one.tookMs ? other : one));
  const how = ends.map(({ ending }) => (ending.how === 'exit' ? ending.code.toString() : ending.how));
  say(
    `  ${ends.length.toString()} replicas ended, the last one (${longest.name}) after ` +
      `${(longest.tookMs / 1_000).toFixed(1)} s; exit codes: ${[...new Set(how)].join(', ')}`,
  );
};

const untilKafkaIsBack = async ({ replicated }: Run, before: number): Promise<void> => {
  const untilMs = performance.now() + returnPatienceMs;
  for (;;) {
    const kafka = replicated.infrastructure.now().parts['kafka'];
    if (kafka?.isServing === true && kafka.pid !== before) return;
    if (performance.now() > untilMs) throw new Error('Kafka does not come back');
    await pause(250);
  }
};
