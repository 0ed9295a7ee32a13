import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { LostRace } from '@loyalty/storage';
import type { Snapshots } from './snapshots.ts';

/** A batch has met a configuration that this process has not read yet. */
export class NewerConfiguration extends LostRace {}

/**
 * Keeps configurations from being read and indexed behind a batch's locks: a version that is not held rolls the batch back
 * once, and is read before the next attempt begins its transaction. One that is newer still is read behind the locks then:
 * who changes configuration without end must not keep a batch, which others share, from being stored.
 */
export class NewerVersions {
  readonly #snapshots: Pick<Snapshots, 'get' | 'peek'>;
  /** By environment, the version for which an attempt was rolled back, until one is decided on. */
  readonly #missed = new Map<EnvironmentId, number>();

  constructor(snapshots: Pick<Snapshots, 'get' | 'peek'>) {
    this.#snapshots = snapshots;
  }

  /**
   * These versions or newer ones, without environments that there are not. Throws NewerConfiguration when some are to be read first:
   * all of them, so that a batch of many environments is rolled back once.
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

  /** Reads what attempts were rolled back for. Throws what the database throws. */
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
