import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { LostRace, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion, readVersions } from '../configuration/config-version.ts';
import { renewed } from '../lookup/timed-lookup.ts';
import { loadNewest } from '../lookup/versioned-cache.ts';
import { createStreamDirectory } from '../tenants/tenant-streams.ts';
import { createSnapshots, type Snapshots, type SnapshotsOptions } from './snapshots.ts';

export interface ConfigurationSource {
  /** Finds the environment of a stream; null if the name of the topic names none. */
  findEnvironmentOfStream(topic: string): Promise<EnvironmentId | null>;
  /**
   * Reads, before a batch locks anything, what is not cached, and the versions for which an attempt was
   * rolled back.
   */
  prepare(environmentIds: ReadonlySet<EnvironmentId>): Promise<void>;
  /** Returns a snapshot of any version. */
  peek(environmentId: EnvironmentId): Snapshot | null;
  /** Returns any cached version, or else the newest; null if there is no such environment. */
  loadAny(environmentId: EnvironmentId): Promise<Snapshot | null>;
  /** Returns snapshots as they are committed now, without unknown environments. */
  loadNewest(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /**
   * Returns the snapshots for a whole batch that holds its locks. Throws NewerConfiguration if some must be
   * read; {@link prepare} then reads them.
   */
  findBehindLocks(
    versions: ReadonlyMap<EnvironmentId, number>,
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot>>;
  /** Reads versions as they are committed. It is always the last read before deciding (D33). */
  readVersions(
    tx: Transaction,
    environmentIds: readonly EnvironmentId[],
  ): Promise<ReadonlyMap<EnvironmentId, number>>;
  /** Raises the version of campaigns. It must be the transaction's last statement. */
  raiseVersion(tx: Transaction, environmentId: EnvironmentId): Promise<void>;
}

interface ConfigurationSourceOptions extends SnapshotsOptions {
  readonly clock: Clock;
}

/** Creates a source that reads Postgres. An environment is read again when its version has changed. */
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

export class NewerConfiguration extends LostRace {}

/**
 * Avoids reading configuration while a batch holds locks: a newer version rolls the batch back once, and is
 * read before the next attempt. If it has changed again by then, it is read under the locks, so that endless
 * changes block no batch.
 */
export class NewerVersions {
  readonly #snapshots: Pick<Snapshots, 'getAll' | 'peek'>;
  /** The versions for which an attempt was rolled back, until a later attempt uses them. */
  readonly #missed = new Map<EnvironmentId, number>();
  /**
   * The snapshots for the next attempt, even if the cache drops them; null stands for an environment that
   * does not exist.
   */
  #prepared: ReadonlyMap<EnvironmentId, Snapshot | null> = new Map();

  constructor(snapshots: Pick<Snapshots, 'getAll' | 'peek'>) {
    this.#snapshots = snapshots;
  }

  /**
   * Returns a snapshot of any version. Null means that the environment does not exist, and undefined that it
   * was not read.
   */
  peek(environmentId: EnvironmentId): Snapshot | null | undefined {
    return (
      this.#prepared.get(environmentId) ?? this.#snapshots.peek(environmentId) ?? this.#known(environmentId)
    );
  }

  /**
   * Returns snapshots of these versions or newer ones. Throws NewerConfiguration for all that must be read,
   * so that there is only one rollback per batch.
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

  /** Reads snapshots before the batch begins. Throws the failures of the database. */
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
/** It is below every version, because versions begin at 1. */
const anyVersion = 0;
