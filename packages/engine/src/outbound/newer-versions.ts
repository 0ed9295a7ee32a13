import type { EnvironmentId } from '@loyalty/kernel';
import { RunAgain } from '@loyalty/messaging';
import type { Snapshots } from '@loyalty/programme';
import type { Snapshot } from '@loyalty/rules';

/** A batch has met a configuration that this process has not read yet. */
export class NewerConfiguration extends RunAgain {}

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

  /** This version or a newer one; null when there is no such environment. Throws NewerConfiguration when it is to be read first. */
  async find(environmentId: EnvironmentId, version: number): Promise<Snapshot | null> {
    const held = this.#snapshots.peek(environmentId);
    if (held?.version !== version && !this.#missed.has(environmentId)) {
      this.#missed.set(environmentId, version);
      throw new NewerConfiguration('a configuration has changed: it is read before anything is locked');
    }
    this.#missed.delete(environmentId);
    return this.#snapshots.get(environmentId, version);
  }

  /** Reads what attempts were rolled back for. Throws what the database throws. */
  async load(): Promise<void> {
    for (const [environmentId, version] of this.#missed) await this.#snapshots.get(environmentId, version);
  }
}
