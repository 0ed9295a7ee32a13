import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { raiseConfigVersion, readConfigVersions } from '../config-version.ts';
import { loadNewest } from '../lookup/load-newest.ts';
import { createStreamDirectory } from '../streams/stream-directory.ts';
import { NewerVersions } from './newer-versions.ts';
import { createSnapshots, type SnapshotsOptions } from './snapshots.ts';

/** The configuration of environments, by version. */
export interface ConfigurationSource {
  /** Returns the environment of a tenant's own topic; null when the topic's name names none. */
  findEnvironmentOfStream(topic: string): Promise<EnvironmentId | null>;
  /** Returns any cached version, or the newest; null when there is no such environment. */
  loadAny(environmentId: EnvironmentId): Promise<Snapshot | null>;
  /** Returns the configurations of these environments as they are committed now, without unknown ones. */
  loadNewest(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /**
   * The same for all environments of a batch that holds its locks, without unknown ones. Throws NewerConfiguration when some must
   * be read first. {@link loadMissed} reads them before the next attempt.
   */
  findBehindLocks(
    versions: ReadonlyMap<EnvironmentId, number>,
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /** Reads the configurations for which attempts were rolled back. */
  loadMissed(): Promise<void>;
  /** Returns the committed versions; always the last read before deciding (D33). */
  readVersions(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, number>>;
  /** Makes this transaction's change of the configuration visible; must be its last statement. */
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
  const newer = new NewerVersions(snapshots);
  return {
    findEnvironmentOfStream: (topic) => streams.findEnvironment(topic),
    loadAny: async (environmentId) => {
      const held = snapshots.peek(environmentId);
      if (held !== null) return held;
      const versions = await readConfigVersions(db, [environmentId]);
      const version = versions.get(environmentId);
      return version === undefined ? null : snapshots.get(environmentId, version);
    },
    loadNewest: (tx, environmentIds) => loadNewest(snapshots, tx, environmentIds),
    findBehindLocks: (versions) => newer.find(versions),
    loadMissed: () => newer.load(),
    readVersions: (tx, environmentIds) => readConfigVersions(tx, environmentIds),
    raiseVersion: (tx, environmentId) => raiseConfigVersion(tx, environmentId),
  };
};
