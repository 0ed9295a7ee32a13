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
  /** The environment whose receipts a tenant's own topic brings; null when its name names none. */
  findEnvironmentOfStream(topic: string): Promise<EnvironmentId | null>;
  /** Any version that is in memory, or the newest; null when there is no such environment. */
  loadAny(environmentId: EnvironmentId): Promise<Snapshot | null>;
  /** The configurations of these environments as they are committed now, without unknown ones. */
  loadNewest(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /**
   * The same for all environments of a batch that holds its locks; those that there are not are left out. Throws NewerConfiguration
   * where some have to be read first: {@link loadMissed} then does, before the next attempt.
   */
  findBehindLocks(
    versions: ReadonlyMap<EnvironmentId, number>,
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /** Reads the configurations for which attempts were rolled back. */
  loadMissed(): Promise<void>;
  /** The versions as committed now; always the last read before deciding (D33). */
  readVersions(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, number>>;
  /** Makes a change that this transaction has made to the configuration visible; its last statement. */
  raiseVersion(tx: Transaction, environmentId: EnvironmentId): Promise<void>;
}

export interface ConfigurationSourceOptions extends SnapshotsOptions {
  /** The database's. */
  readonly clock: Clock;
}

/** The {@link ConfigurationSource} on Postgres: an environment is read again when its version has changed. */
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
