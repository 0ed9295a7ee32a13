import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type KafkaCluster, type NodeId, nodeIds, planCluster } from '@loyalty/stack';
import { ClusterView } from '../brokers/cluster-view.ts';
import { root } from '../own-stack.ts';
import { say } from '../say.ts';
import type { ForgetfulPart } from '../set-back/forgetful-part.ts';
import { SmallDisk } from './small-disk.ts';

/** Enough for what the load writes before the disks are filled. */
const diskBytes = 700_000_000;
/** A broker that ends is started again after this time, as an orchestrator does; three starts take up two cores. */
const restartMs = 5_000;
/** A broker that starts again deletes files now and then. */
const refillMs = 200;
/** Three brokers that recover at once: ten times what a slow machine needs. */
const patienceMs = 300_000;

/**
 * Three brokers whose disks are full at once, as equal copies on equal disks are. The first is the only controller, and its log is on the
 * same disk, so the quorum ends with them. They lose nothing.
 */
export class FillingBrokers implements ForgetfulPart {
  readonly branched = 'the disks have room';
  readonly forgotten: string;
  readonly #cluster: KafkaCluster;
  readonly #disks: readonly SmallDisk[];
  readonly #fullMs: number;
  #isStopping = false;
  #ends = 0;
  readonly #struck = new Set<NodeId>();
  #running: Promise<unknown> = Promise.resolve();

  /** Starts them with their logs on file systems of their own; `forget` fills them for `fullMs`. */
  static async start(home: string, fullMs: number): Promise<FillingBrokers> {
    const cluster = await planCluster(root, join(home, 'brokers'));
    const disks = nodeIds.map((nodeId) => SmallDisk.mount(cluster.logDirOf(nodeId), diskBytes));
    const brokers = new FillingBrokers(cluster, { disks, fullMs });
    for (const nodeId of nodeIds) await cluster.start(nodeId);
    brokers.#running = Promise.all(nodeIds.map((nodeId) => brokers.#keepRunning(nodeId)));
    return brokers;
  }

  private constructor(
    cluster: KafkaCluster,
    { disks, fullMs }: { readonly disks: readonly SmallDisk[]; readonly fullMs: number },
  ) {
    [this.#cluster, this.#disks, this.#fullMs] = [cluster, disks, fullMs];
    this.forgotten = `the disks of all brokers were full for ${(fullMs / 1_000).toFixed(0)} s`;
  }

  get brokers(): string {
    return this.#cluster.brokers;
  }

  /** True once each broker has ended. */
  get hasEnded(): boolean {
    return this.#struck.size === nodeIds.length;
  }

  branch(): Promise<number> {
    return Promise.resolve(0);
  }

  async forget(): Promise<number> {
    const untilMs = performance.now() + this.#fullMs;
    while (performance.now() < untilMs) {
      for (const disk of this.#disks) disk.fill();
      await pause(refillMs);
    }
    for (const disk of this.#disks) disk.free();
    const freedMs = performance.now();
    say(`  with full disks brokers ended ${this.#ends.toString()} times`);
    await this.#untilWhole();
    say(
      `  all copies are in sync ${((performance.now() - freedMs) / 1_000).toFixed(0)} s after there was room`,
    );
    return freedMs;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#cluster.stopAll();
    await this.#running;
    for (const disk of this.#disks) disk.unmount();
  }

  remove(): void {
    // Their data disappear with the file systems.
  }

  async #keepRunning(nodeId: NodeId): Promise<void> {
    for (;;) {
      await this.#cluster.ended(nodeId);
      if (this.#isStopping) return;
      this.#ends += 1;
      this.#struck.add(nodeId);
      await pause(restartMs);
      // One that ends before it takes connections is started again.
      await this.#cluster.start(nodeId).catch(() => undefined);
    }
  }

  async #untilWhole(): Promise<void> {
    const untilMs = performance.now() + patienceMs;
    while (!(await this.#isWhole())) {
      if (performance.now() > untilMs) throw new Error('the brokers do not come back');
      await pause(500);
    }
  }

  async #isWhole(): Promise<boolean> {
    try {
      const view = await ClusterView.open(this.brokers);
      try {
        return await view.isWhole();
      } finally {
        await view.close();
      }
    } catch {
      return false;
    }
  }
}
