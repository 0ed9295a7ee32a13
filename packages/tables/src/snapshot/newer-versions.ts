import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { LostRace } from '@loyalty/storage';
import type { Snapshots } from './snapshots.ts';

/** A batch needs a configuration that this process has not read yet. */
export class NewerConfiguration extends LostRace {}

/**
 * Avoids reading configurations while a batch holds locks. What is not cached is read before. A version that is newer behind the locks
 * rolls the batch back once, and is read before the next attempt. If it has changed again by then, it is read under the locks: endless
 * changes must not keep a batch from being stored.
 */
export class NewerVersions {
  readonly #snapshots: Pick<Snapshots, 'getAll' | 'peek'>;
  /** By environment, the version for which an attempt was rolled back, until a later attempt uses it. */
  readonly #missed = new Map<EnvironmentId, number>();
  /** The configurations of the next attempt, whatever the cache drops meanwhile; null for an environment that does not exist. */
  #prepared: ReadonlyMap<EnvironmentId, Snapshot | null> = new Map();

  constructor(snapshots: Pick<Snapshots, 'getAll' | 'peek'>) {
    this.#snapshots = snapshots;
  }

  /** Returns the snapshot that is held, of any version. Null: the environment does not exist. Undefined: it was not read. */
  peek(environmentId: EnvironmentId): Snapshot | null | undefined {
    return (
      this.#prepared.get(environmentId) ?? this.#snapshots.peek(environmentId) ?? this.#known(environmentId)
    );
  }

  /**
   * Returns these versions or newer ones, without unknown environments. Throws NewerConfiguration when some must be read first. It
   * reports all of them at once, so that a batch of many environments is rolled back once.
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
   * Reads the configurations of a batch before it begins: those that are not cached, with any version, and those for which an attempt
   * was rolled back. Throws the failures of the database.
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
