import { setTimeout as pause } from 'node:timers/promises';
import { nodeIds, type KafkaCluster, type NodeId, type OwnStack } from '@loyalty/stack';
import { say } from '../say.ts';
import type { Violations } from '../violations.ts';
import type { ClusterView } from './cluster-view.ts';
import { endOf } from './end-of.ts';
import type { CaseName } from './options.ts';

/** The cluster, and the broker that is struck. */
export interface Struck {
  readonly cluster: KafkaCluster;
  readonly view: ClusterView;
  readonly nodeId: NodeId;
  readonly stack: OwnStack;
  readonly violations: Violations;
}

/** Strikes the broker, calls `struck`, and undoes it after 20 s. */
export type Strike = (at: Struck, struck: () => void) => Promise<void>;

const strikeMs = 20_000;
const awayMs = 5_000;
const endsWithinMs = 15_000;
const factsTopic = 'loyalty.facts';
const leaderlessPartition = 0;
/** Copies are moved and in sync again within seconds. */
const patienceMs = 60_000;

const ending =
  (end: (cluster: KafkaCluster, nodeId: NodeId) => Promise<void>): Strike =>
  async ({ cluster, nodeId }, struck) => {
    struck();
    await Promise.all([end(cluster, nodeId), pause(strikeMs)]);
    await cluster.start(nodeId);
  };

/** The partition has its only copy on the broker that stops; all others have moved their leaders by then. */
const leaderless: Strike = async ({ cluster, view, nodeId }, struck) => {
  await view.place(factsTopic, leaderlessPartition, [nodeId]);
  await untilTrue(async () => (await view.leaders()).get(factsTopic)?.[leaderlessPartition] === nodeId);
  await cluster.stop(nodeId);
  struck();
  await pause(strikeMs);
  await cluster.start(nodeId);
  await view.place(factsTopic, leaderlessPartition, [
    nodeId,
    ...[1, 2, 3].filter((other) => other !== nodeId),
  ]);
};

/** Services that stop have messages of the load in flight. */
const away: Strike = async ({ cluster, stack, violations }, struck) => {
  struck();
  for (const nodeId of nodeIds.toReversed()) await cluster.kill(nodeId);
  await pause(awayMs);
  const services = Object.entries(stack.now().services);
  const ends = await Promise.all(services.map(([name, { pid }]) => endOf(stack, name, pid)));
  for (const { name, tookMs, code } of ends) {
    say(`  ${name} ended after ${(tookMs / 1_000).toFixed(1)} s with ${code}`);
    if (tookMs > endsWithinMs || code !== 'exit code 0')
      violations.add('did not stop in order', `${name}: ${code}`);
  }
  for (const nodeId of nodeIds) await cluster.start(nodeId);
};

const killed = ending((cluster, nodeId) => cluster.kill(nodeId));

const frozen: Strike = async ({ cluster, nodeId }, struck) => {
  const thaw = cluster.freeze(nodeId);
  struck();
  await pause(strikeMs);
  thaw();
};

export const strikes: Readonly<Record<CaseName, Strike>> = {
  away,
  killed,
  replies: killed,
  stopped: ending((cluster, nodeId) => cluster.stop(nodeId)),
  leaderless,
  frozen,
  'frozen-replies': frozen,
};

/** Asks until it is true. Throws after a minute. */
export const untilTrue = async (ask: () => Promise<boolean>): Promise<void> => {
  const untilMs = Date.now() + patienceMs;
  while (!(await ask().catch(() => false))) {
    if (Date.now() > untilMs) throw new Error('the brokers do not get there');
    await pause(250);
  }
};
