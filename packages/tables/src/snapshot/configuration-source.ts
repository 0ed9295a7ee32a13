import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { raiseConfigVersion, readVersions } from '../config-version.ts';
import { loadNewest } from '../lookup/load-newest.ts';
import { renewed } from '../lookup/renewed.ts';
import { createStreamDirectory } from '../streams/stream-directory.ts';
import { NewerVersions } from './newer-versions.ts';
import { createSnapshots, type SnapshotsOptions } from './snapshots.ts';

/** The configuration of environments, by version. */
export interface ConfigurationSource {
  /** Returns the environment of a tenant's own topic; null when the topic's name names none. */
  findEnvironmentOfStream(topic: string): Promise<EnvironmentId | null>;
  /**
   * Reads what a batch of these environments lacks, all together, before it locks anything: configurations that are not cached, and
   * those for which an attempt was rolled back.
   */
  prepare(environmentIds: ReadonlySet<EnvironmentId>): Promise<void>;
  /** Returns the cached configuration of any version; null when none is cached. */
  peek(environmentId: EnvironmentId): Snapshot | null;
  /** Returns any cached version, or the newest; null when there is no such environment. */
  loadAny(environmentId: EnvironmentId): Promise<Snapshot | null>;
  /** Returns the configurations of these environments as they are committed now, without unknown ones. */
  loadNewest(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /**
   * The same for all environments of a batch that holds its locks, without unknown ones. Throws NewerConfiguration when some must
   * be read first. {@link prepare} reads them before the next attempt.
   */
  findBehindLocks(
    versions: ReadonlyMap<EnvironmentId, number>,
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /** Returns the committed versions; always the last read before deciding (D33). */
  readVersions(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, number>>;
  /** Makes this transaction's change of campaigns visible; must be its last statement. */
  raiseVersion(tx: Transaction, environmentId: EnvironmentId): Promise<void>;
}

export interface ConfigurationSourceOptions extends SnapshotsOptions {
  /** The clock of the cache of streams. */
  readonly clock: Clock;
}

/** Creates the {@link ConfigurationSource} on Postgres. An environment is read again when its version has changed. */
export const createConfigurationSource = (options: ConfigurationSourceOptions): ConfigurationSource => {
  const { db } = options;
  const snapshots = createSnapshots(options);
  const streams = createStreamDirectory(options);
  const newer = renewed(db, () => new NewerVersions(snapshots));
  return {
    findEnvironmentOfStream: (topic) => streams.findEnvironment(topic),
    prepare: (environmentIds) => newer().prepare(environmentIds),
    peek: (environmentId) => newer().peek(environmentId) ?? null,
    loadAny: async (environmentId) => {
      const held = newer().peek(environmentId);
      if (held !== undefined) return held;
      return (await loadNewest(snapshots, db, [environmentId])).get(environmentId) ?? null;
    },
    loadNewest: (tx, environmentIds) => loadNewest(snapshots, tx, environmentIds),
    findBehindLocks: (versions) => newer().find(versions),
    readVersions: (tx, environmentIds) => readVersions(tx, environmentIds, snapshots.reader),
    raiseVersion: (tx, environmentId) => raiseConfigVersion(tx, environmentId, 'campaigns'),
  };
};
