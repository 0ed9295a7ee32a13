import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@loyalty/testkit/runs';
import { judgeBulkCall } from './bulk-call.ts';
import type { ComposeProject, Container } from './project.ts';
import { judgeStrike, type Scene } from './strike.ts';

const engine = 'earn-engine';
/** Engines in this profile. */
export const engines = 2;
const awayMs = 20_000;
const redisAwayMs = 9_000;
/** Longer than others need to take over what a lost process had. */
const takeoverMs = 10_000;
/** The promises about a broker, an engine and a node of several. */
const bounds = { brokerShare: 0.4, engineMs: 6_000, nodeMs: 8_000, outboxSeconds: 20 };
const watchMs = 25_000;

/** Each fault, and what callers may see of it. */
export const judgeThreeBrokers = async (scene: Scene): Promise<void> => {
  await judgeEngines(scene);
  await judgeBrokers(scene);
  await judgeOthers(scene);
  await judgeLostNode(scene);
  await judgeBulkCall(scene);
};

const judgeEngines = async (scene: Scene): Promise<void> => {
  const { project } = scene;
  await judgeStrike(scene, 'two engines are restarted in turn', 'none', async () => {
    for (const container of await project.containersOf(engine)) await restart(project, container);
  });
  await judgeStrike(scene, 'a third engine joins, then leaves', 'none', async () => {
    await scaleTo(project, engines + 1);
    await scaleTo(project, engines);
  });
  const within = { backWithinMs: bounds.engineMs };
  await judgeStrike(scene, 'one of two engines is killed', within, async () => {
    const container = await project.containerOf(engine);
    await project.act('kill', container);
    await pause(takeoverMs);
    await project.act('start', container);
    await project.untilHealthy(container);
  });
};

const judgeBrokers = async (scene: Scene): Promise<void> => {
  const { project } = scene;
  const few = { shareMax: bounds.brokerShare };
  const broker = await project.containerOf('kafka-2');
  const whileAway = async (strike: () => Promise<unknown>, end: 'start' | 'unpause'): Promise<void> => {
    await strike();
    await pause(awayMs);
    await project.act(end, broker);
    await project.untilHealthy(broker);
    await untilWhole(project);
  };
  await untilWhole(project);
  await judgeStrike(scene, 'one of three brokers is killed', few, () =>
    whileAway(() => project.act('kill', broker), 'start'),
  );
  await judgeStrike(scene, 'a broker is stopped', 'none', () =>
    whileAway(() => project.stop(broker), 'start'),
  );
  await judgeStrike(scene, 'a broker is frozen for 20 s', few, () =>
    whileAway(() => project.act('pause', broker), 'unpause'),
  );
};

const judgeOthers = async (scene: Scene): Promise<void> => {
  const { project } = scene;
  await judgeStrike(scene, 'Redis is unavailable for 9 s', 'none', async () => {
    const redis = await project.containerOf('redis');
    await project.stop(redis);
    await pause(redisAwayMs);
    await project.act('start', redis);
    await project.untilHealthy(redis);
  });
  await judgeStrike(scene, 'the registry is unavailable while an engine is restarted', 'none', async () => {
    const registry = await project.containerOf('registry');
    await project.stop(registry);
    await restart(project, await project.containerOf(engine));
    await project.act('start', registry);
    await project.untilHealthy(registry);
  });
};

const judgeLostNode = async (scene: Scene): Promise<void> => {
  const { project, verdicts } = scene;
  const oldestSeconds: number[] = [];
  await judgeStrike(scene, 'the node of an engine is lost', { backWithinMs: bounds.nodeMs }, async () => {
    const lost = await project.containerOf(engine);
    await project.disconnect(lost);
    const untilMs = performance.now() + watchMs;
    await project.act('kill', lost);
    while (performance.now() < untilMs) oldestSeconds.push(await oldestOutboxSeconds(project));
    await project.discard(lost);
    await scaleTo(project, engines);
  });
  const oldest = Math.max(0, ...oldestSeconds);
  verdicts.judge(
    `facts of a lost node are published within ${bounds.outboxSeconds.toString()} s`,
    oldestSeconds.length > 0 && oldest <= bounds.outboxSeconds,
    `looked ${oldestSeconds.length.toString()} times, the oldest waited ${oldest.toFixed(1)} s`,
  );
};

const oldestOutboxSeconds = async (project: ComposeProject): Promise<number> => {
  const statement = 'SELECT coalesce(max(extract(epoch FROM now() - created_at)), 0) FROM outbox';
  const psql = [
    'psql',
    '--host',
    '127.0.0.1',
    '--username',
    'loyalty',
    '--tuples-only',
    '--no-align',
    '--command',
    statement,
  ];
  const as = ['--env', 'PGPASSWORD=loyalty', 'postgres'];
  return Number(await project.compose('exec', '-T', ...as, ...psql));
};

const restart = async (project: ComposeProject, container: Container): Promise<void> => {
  const exitCode = await project.stop(container);
  await project.act('start', container);
  await project.untilHealthy(container);
  if (exitCode !== 0) throw new Error(`${container.service} ended with ${exitCode.toString()}`);
};

const scaleTo = async (project: ComposeProject, count: number): Promise<void> => {
  const scale = ['--scale', `${engine}=${count.toString()}`, engine];
  await project.up('--no-deps', '--no-recreate', ...scale);
};

/** Prints how many partitions lack a copy. */
const countBehind = `
const { Kafka, logLevel } = require('kafkajs');
const admin = new Kafka({ brokers: ['kafka:9092'], logLevel: logLevel.NOTHING }).admin();
(async () => {
  await admin.connect();
  const { topics } = await admin.fetchTopicMetadata();
  const partitions = topics.flatMap(({ partitions }) => partitions);
  console.log(partitions.filter(({ isr, replicas }) => isr.length < replicas.length).length);
  await admin.disconnect();
})();
`;

/** Waits until every partition has all its copies in sync. */
const untilWhole = (project: ComposeProject): Promise<void> =>
  eventually('every copy is in sync', async () => (await project.runNode(countBehind)) === '0', {
    withinMs: 120_000,
    everyMs: 1_000,
  });
