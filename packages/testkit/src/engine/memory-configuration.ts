import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';

/**
 * The configuration of environments in memory. `newest` is committed, and `held` is what the process has read
 * so far.
 */
export class MemoryConfiguration implements ConfigurationSource {
  readonly newest = new Map<EnvironmentId, Snapshot>();
  readonly held = new Map<EnvironmentId, Snapshot>();
  /** The environment whose receipts a topic carries, by topic. */
  readonly streams = new Map<string, EnvironmentId>();
  /** Environments whose version was raised, in order. */
  readonly raised: EnvironmentId[] = [];
  /** The number of requests for the configuration of any environment. */
  asked = 0;

  constructor(...snapshots: readonly Snapshot[]) {
    for (const snapshot of snapshots) this.newest.set(snapshot.environmentId, snapshot);
  }

  findEnvironmentOfStream(topic: string): Promise<EnvironmentId | null> {
    return Promise.resolve(this.streams.get(topic) ?? null);
  }

  peek(environmentId: EnvironmentId): Snapshot | null {
    return this.held.get(environmentId) ?? null;
  }

  loadAny(environmentId: EnvironmentId): Promise<Snapshot | null> {
    this.asked += 1;
    return Promise.resolve(this.held.get(environmentId) ?? this.newest.get(environmentId) ?? null);
  }

  async loadNewest(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>> {
    return this.findBehindLocks(await this.readVersions(tx, environmentIds));
  }

  findBehindLocks(
    versions: ReadonlyMap<EnvironmentId, number>,
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>> {
    const found = [...versions.keys()].flatMap((id) => {
      const snapshot = this.newest.get(id);
      return snapshot === undefined ? [] : [[id, snapshot] as const];
    });
    return Promise.resolve(new Map(found));
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Reads versions. It also queries the transaction, so that a test sees the place of this read among its
   * statements.
   */
  async readVersions(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, number>> {
    await tx.query({ name: 'config-versions', text: '' }, [environmentIds]);
    return new Map(
      environmentIds.flatMap((id) => {
        const snapshot = this.newest.get(id);
        return snapshot === undefined ? [] : [[id, snapshot.version] as const];
      }),
    );
  }

  async raiseVersion(tx: Transaction, environmentId: EnvironmentId): Promise<void> {
    await tx.query({ name: 'config-raise', text: '' }, [environmentId]);
    this.raised.push(environmentId);
  }
}
