import { setTimeout as pause } from 'node:timers/promises';
import { nodeIds, planCluster, type KafkaCluster, type OwnStack } from '@loyalty/stack';
import { loyaltyctlJson } from '../loyaltyctl.ts';
import { root } from '../own-stack.ts';
import { say } from '../say.ts';
import type { ForgetfulPart } from '../set-back/forgetful-part.ts';
import { cutFiles } from './cut-files.ts';

/**
 * No produce is acknowledged any more while only one copy is in sync, and every consumer reads to the end.
 */
const drainMs = 10_000;
/** The time for every consumer to learn from its broker that its position is behind the end. */
const noticeMs = 15_000;
/** How far before the cut the positions are moved; records that are read again earn nothing. */
const backMs = 120_000;
/** All three are in sync again within this time, which is ten times what a slow machine needs. */
const patienceMs = 120_000;

/**
 * Three brokers. The only one in sync loses the ends of its partitions while it is down. A new cluster of Kafka 4.1 or later
 * keeps eligible leaders: a replica that has the ends becomes the leader. An older cluster continues with what is left.
 */
export class CuttableKafka implements ForgetfulPart {
  readonly branched = 'all three copies are in sync';
  readonly forgotten = 'the one broker in sync was cut, and what was parked was moved to before the cut';
  /** Partitions that were cut below a position and not parked: their records would be skipped in silence. */
  readonly silent: string[] = [];
  readonly #cluster: KafkaCluster;
  readonly #hasEligibleLeaders: boolean;

  static async start(home: string, hasEligibleLeaders: boolean): Promise<CuttableKafka> {
    const cluster = await planCluster(root, home, { hasEligibleLeaders });
    for (const nodeId of nodeIds) await cluster.start(nodeId);
    return new CuttableKafka(cluster, hasEligibleLeaders);
  }

  private constructor(cluster: KafkaCluster, hasEligibleLeaders: boolean) {
    this.#cluster = cluster;
    this.#hasEligibleLeaders = hasEligibleLeaders;
  }

  get brokers(): string {
    return this.#cluster.brokers;
  }

  branch(): Promise<number> {
    return Promise.resolve(0);
  }

  /** Resolves once the parked positions were moved, if there are any. */
  async forget(stack: OwnStack): Promise<number> {
    for (const nodeId of [3, 2] as const) await this.#cluster.stop(nodeId);
    await pause(drainMs);
    await this.#cluster.kill(1);
    const cut = cutFiles(this.#cluster.logDirOf(1));
    for (const nodeId of nodeIds) await this.#cluster.start(nodeId);
    say(`  ${cut.toString()} partitions were cut`);
    const cutAtMs = Date.now() - backMs;
    await this.#untilAsked(stack);
    if ((await this.#countParked(stack)) === 0) return performance.now();
    const toTime = new Date(cutAtMs).toISOString();
    await loyaltyctlJson(stack, 'positions', 'move', '--all-parked', '--to-time', toTime, '--yes');
    return performance.now();
  }

  async stop(): Promise<void> {
    await this.#cluster.stopAll();
  }

  remove(): void {
    // The next start deletes its data.
  }

  /** Waits until Kafka reports the end of each partition, and every consumer has had time to ask. */
  async #untilAsked(stack: OwnStack): Promise<void> {
    const untilMs = Date.now() + patienceMs;
    while (!(await knowsEnds(stack))) {
      if (Date.now() > untilMs) throw new Error('the brokers do not respond');
      await pause(500);
    }
    await pause(noticeMs);
  }

  async #countParked(stack: OwnStack): Promise<number> {
    const positions = await readPositions(stack);
    const parked = positions.filter(({ state }) => state === 'PARKED');
    say(`  ${parked.length.toString()} of ${positions.length.toString()} positions are parked`);
    const isBehind = ({ nextOffset, logEnd }: Position): boolean => logEnd !== null && logEnd < nextOffset;
    for (const { consumerGroup, topic, partition } of positions.filter(
      (position) => isBehind(position) && position.state !== 'PARKED',
    ))
      this.silent.push(`${consumerGroup} ${topic}/${partition.toString()}`);
    if (parked.length === 0 && !this.#hasEligibleLeaders) this.silent.push('nobody has parked anything');
    return parked.length;
  }
}

const readPositions = async (stack: OwnStack): Promise<readonly Position[]> =>
  (await loyaltyctlJson<{ positions: readonly Position[] }>(stack, 'positions', 'list')).positions;

const knowsEnds = (stack: OwnStack): Promise<boolean> =>
  readPositions(stack).then(
    (positions) => positions.every(({ logEnd }) => logEnd !== null),
    () => false,
  );

/** A position as `loyaltyctl positions list` shows it. */
interface Position {
  readonly consumerGroup: string;
  readonly topic: string;
  readonly partition: number;
  readonly nextOffset: number;
  readonly logEnd: number | null;
  readonly state: 'RUNNING' | 'PARKED';
}
