import { setTimeout as pause } from 'node:timers/promises';
import { nodeIds, planCluster, type KafkaCluster } from '@loyalty/stack';
import { loyaltyctlJson } from '../loyaltyctl.ts';
import { root, type OwnStack } from '../own-stack.ts';
import { say } from '../say.ts';
import type { ForgetfulPart } from '../set-back/forgetful-part.ts';
import { cutFiles } from './cut-files.ts';

/** With one copy in sync nothing is acknowledged any more, and everybody reads what was. */
const drainMs = 10_000;
/** Until everybody has been told by its broker that its position is behind the end. */
const noticeMs = 15_000;
/** What is read again from before the cut earns nothing again. */
const backMs = 120_000;
/** In sync again, all three: ten times what a slow machine needs. */
const patienceMs = 120_000;

/**
 * Three brokers, of which the only one in sync loses the ends of its partitions while it is down. A Kafka that keeps eligible leaders (4.1
 * and later, new clusters) then takes another replica for the leader, which has them; an older one leads on with what is left.
 */
export class CuttableKafka implements ForgetfulPart {
  readonly branched = 'all three copies are in sync';
  readonly forgotten = 'the one broker in sync was cut, and what was parked was moved to before the cut';
  /** Cut below a position that nobody has parked: these are passed over in silence. */
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

  /** Resolves once an operator has moved what was parked, if anything was. */
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
    // Its data go with the next start.
  }

  /** Kafka answers for each partition, and everybody has had the time to ask. */
  async #untilAsked(stack: OwnStack): Promise<void> {
    const untilMs = Date.now() + patienceMs;
    while (!(await knowsEnds(stack))) {
      if (Date.now() > untilMs) throw new Error('the brokers do not answer');
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

/** As `loyaltyctl positions list` shows one. */
interface Position {
  readonly consumerGroup: string;
  readonly topic: string;
  readonly partition: number;
  readonly nextOffset: number;
  readonly logEnd: number | null;
  readonly state: 'RUNNING' | 'PARKED';
}
