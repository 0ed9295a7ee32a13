import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { LostRace, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion, readVersions } from '../configuration/config-version.ts';
import { renewed } from '../lookup/timed-lookup.ts';
import { loadNewest } from '../lookup/versioned-cache.ts';
import { createStreamDirectory } from '../tenants/tenant-streams.ts';
import { createSnapshots, type Snapshots, type SnapshotsOptions } from './snapshots.ts';

/** The configuration of environments, by version. */
export interface ConfigurationSource {
  /** Returns the environment of a tenant's own topic; null when the topic's name names none. */
  findEnvironmentOfStream(topic: string): Promise<EnvironmentId | null>;
  /**
   * Reads what a batch of these environments lacks, all together, before it locks anything: configurations
   * that are not cached, and those for which an attempt was rolled back.
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
   * The same for all environments of a batch that holds its locks, without unknown ones. Throws
   * NewerConfiguration when some must be read first. {@link prepare} reads them before the next attempt.
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

interface ConfigurationSourceOptions extends SnapshotsOptions {
  readonly clock: Clock;
}

/**
 * Creates the {@link ConfigurationSource} on Postgres. An environment is read again when its version has
 * changed.
 */
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

/** A batch needs a configuration that this process has not read yet. */
export class NewerConfiguration extends LostRace {}

/**
 * Avoids reading configurations while a batch holds locks. What is not cached is read before. A version that
 * is newer behind the locks rolls the batch back once, and is read before the next attempt. If it has changed
 * again by then, it is read under the locks: endless changes must not keep a batch from being stored.
 */
export class NewerVersions {
  readonly #snapshots: Pick<Snapshots, 'getAll' | 'peek'>;
  /** By environment, the version for which an attempt was rolled back, until a later attempt uses it. */
  readonly #missed = new Map<EnvironmentId, number>();
  /**
   * The configurations of the next attempt, whatever the cache drops meanwhile; null for an environment that
   * does not exist.
   */
  #prepared: ReadonlyMap<EnvironmentId, Snapshot | null> = new Map();

  constructor(snapshots: Pick<Snapshots, 'getAll' | 'peek'>) {
    this.#snapshots = snapshots;
  }

  /**
   * Returns the snapshot that is held, of any version. Null: the environment does not exist. Undefined: it
   * was not read.
   */
  peek(environmentId: EnvironmentId): Snapshot | null | undefined {
    return (
      this.#prepared.get(environmentId) ?? this.#snapshots.peek(environmentId) ?? this.#known(environmentId)
    );
  }

  /**
   * Returns these versions or newer ones, without unknown environments. Throws NewerConfiguration when some
   * must be read first. It reports all of them at once, so that a batch of many environments is rolled back
   * once.
   */
  async find(versions: ReadonlyMap<EnvironmentId, number>): Promise<Map<EnvironmentId, Snapshot>> {
    const missed = [...versions].filter(
      ([id, version]) => this.peek(id)?.version !== version && !this.#missed.has(id),
    );
    for (const [id, version] of missed) this.#missed.set(id, version);
    if (missed.length > 0)
      throw new NewerConfiguration('configurations have changed: they are read before anything is locked');
    return this.#get(versions);
  }

  /**
   * Reads the configurations of a batch before it begins: those that are not cached, with any version, and
   * those for which an attempt was rolled back. Throws the failures of the database.
   */
  async prepare(environmentIds: ReadonlySet<EnvironmentId>): Promise<void> {
    const wanted = new Map<EnvironmentId, number>(this.#missed);
    for (const id of environmentIds) {
      const held = this.#snapshots.peek(id);
      if (held === null && !wanted.has(id)) wanted.set(id, anyVersion);
    }
    const read = wanted.size === 0 ? nothing : await this.#snapshots.getAll(wanted);
    this.#prepared = new Map(
      [...environmentIds].map((id) => [id, read.get(id) ?? this.#snapshots.peek(id)] as const),
    );
  }

  #known(environmentId: EnvironmentId): null | undefined {
    return this.#prepared.has(environmentId) ? null : undefined;
  }

  async #get(versions: ReadonlyMap<EnvironmentId, number>): Promise<Map<EnvironmentId, Snapshot>> {
    const snapshots = new Map<EnvironmentId, Snapshot>();
    const changed = new Map<EnvironmentId, number>();
    for (const [id, version] of versions) {
      this.#missed.delete(id);
      const held = this.peek(id) ?? null;
      if (held?.version === version) snapshots.set(id, held);
      else changed.set(id, version);
    }
    if (changed.size > 0)
      for (const [id, snapshot] of await this.#snapshots.getAll(changed)) snapshots.set(id, snapshot);
    return snapshots;
  }
}

const nothing: ReadonlyMap<EnvironmentId, Snapshot> = new Map();
/** Versions begin at 1. */
const anyVersion = 0;
