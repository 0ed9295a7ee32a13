import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { LostRace } from '@loyalty/storage';
import type { Snapshots } from './snapshots.ts';

/** A batch needs a configuration that this process has not read yet. */
export class NewerConfiguration extends LostRace {}

/**
 * Avoids reading and indexing configurations while a batch holds locks. A version that is not cached rolls the batch back once, and
 * is read before the next attempt. If it has changed again by then, it is read under the locks: endless changes of one
 * configuration must not keep a shared batch from being stored.
 */
export class NewerVersions {
  readonly #snapshots: Pick<Snapshots, 'get' | 'peek'>;
  /** By environment, the version for which an attempt was rolled back, until a later attempt uses it. */
  readonly #missed = new Map<EnvironmentId, number>();

  constructor(snapshots: Pick<Snapshots, 'get' | 'peek'>) {
    this.#snapshots = snapshots;
  }

  /**
   * Returns these versions or newer ones, without unknown environments. Throws NewerConfiguration when some must be read first. It
   * reports all of them at once, so that a batch of many environments is rolled back once.
   */
  async find(versions: ReadonlyMap<EnvironmentId, number>): Promise<Map<EnvironmentId, Snapshot>> {
    const missed = [...versions].filter(
      ([id, version]) => this.#snapshots.peek(id)?.version !== version && !this.#missed.has(id),
    );
    for (const [id, version] of missed) this.#missed.set(id, version);
    if (missed.length > 0)
      throw new NewerConfiguration('configurations have changed: they are read before anything is locked');
    return this.#get(versions);
  }

  /** Reads the versions for which attempts were rolled back. Throws the failures of the database. */
  async load(): Promise<void> {
    await Promise.all([...this.#missed].map(([id, version]) => this.#snapshots.get(id, version)));
  }

  async #get(versions: ReadonlyMap<EnvironmentId, number>): Promise<Map<EnvironmentId, Snapshot>> {
    const snapshots = new Map<EnvironmentId, Snapshot>();
    for (const [id, version] of versions) {
      this.#missed.delete(id);
      const snapshot = await this.#snapshots.get(id, version);
      if (snapshot !== null) snapshots.set(id, snapshot);
    }
    return snapshots;
  }
}
