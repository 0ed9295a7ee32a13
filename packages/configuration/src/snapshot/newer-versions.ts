import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { LostRace } from '@loyalty/storage';
import type { Snapshots } from './snapshots.ts';

/** A batch needs a configuration that this process has not read yet. */
export class NewerConfiguration extends LostRace {}

/**
 * A batch waits so long for configurations that are being read: others are in it. Not less: what is given back is fetched and decoded
 * again, which takes the thread from the reading.
 */
const patienceMs = 3_000;
/** A configuration that was late so often in a row is waited for: its messages must be stored some time. */
const lateMax = 40;

/**
 * Avoids reading configurations while a batch holds locks. What is not cached is read before. A version that is newer behind the locks
 * rolls the batch back once, and is read before the next attempt. If it has changed again by then, it is read under the locks: endless
 * changes must not keep a batch from being stored.
 */
export class NewerVersions {
  readonly #snapshots: Pick<Snapshots, 'getAll' | 'peek'>;
  readonly #clock: Pick<Clock, 'sleep'>;
  /** By environment, how often in a row its configuration was late. */
  readonly #late = new Map<EnvironmentId, number>();
  /** By environment, the version for which an attempt was rolled back, until a later attempt uses it. */
  readonly #missed = new Map<EnvironmentId, number>();
  /** The configurations of the next attempt, whatever the cache drops meanwhile; null for an environment that does not exist. */
  #prepared: ReadonlyMap<EnvironmentId, Snapshot | null> = new Map();

  constructor(snapshots: Pick<Snapshots, 'getAll' | 'peek'>, clock: Pick<Clock, 'sleep'>) {
    this.#snapshots = snapshots;
    this.#clock = clock;
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
   * was rolled back. Returns the environments whose configuration is still being read. Throws the failures of the database.
   */
  async prepare(environmentIds: ReadonlySet<EnvironmentId>): Promise<ReadonlySet<EnvironmentId>> {
    const wanted = new Map<EnvironmentId, number>();
    for (const id of environmentIds) {
      const version = this.#missed.get(id) ?? anyVersion;
      if (version > this.#heldVersion(id)) wanted.set(id, version);
    }
    const read = wanted.size === 0 ? nothing : await this.#readInTime(wanted);
    const late = read === null ? this.#lateAmong(wanted) : noneLate;
    this.#countLate(wanted, late);
    this.#prepared = new Map(
      [...environmentIds]
        .filter((id) => !late.has(id))
        .map((id) => [id, read?.get(id) ?? this.#snapshots.peek(id)] as const),
    );
    return late;
  }

  /** Returns null when it takes too long; the reading goes on. One that was late before is not waited for again, until it must be. */
  async #readInTime(
    wanted: ReadonlyMap<EnvironmentId, number>,
  ): Promise<ReadonlyMap<EnvironmentId, Snapshot> | null> {
    const reading = this.#snapshots.getAll(wanted);
    const timesLate = [...wanted.keys()].map((id) => this.#timesLate(id));
    if (timesLate.some((times) => times >= lateMax)) return reading;
    const over = new AbortController();
    const waitMs = timesLate.includes(0) ? patienceMs : 1;
    const tooLong = this.#clock.sleep(waitMs, over.signal).then(() => null);
    return Promise.race([reading, tooLong]).finally(() => {
      over.abort();
    });
  }

  #timesLate(environmentId: EnvironmentId): number {
    return this.#late.get(environmentId) ?? 0;
  }

  #lateAmong(wanted: ReadonlyMap<EnvironmentId, number>): ReadonlySet<EnvironmentId> {
    const late = [...wanted].filter(([id, version]) => version > this.#heldVersion(id));
    return new Set(late.map(([id]) => id));
  }

  #countLate(wanted: ReadonlyMap<EnvironmentId, number>, late: ReadonlySet<EnvironmentId>): void {
    for (const id of wanted.keys())
      if (late.has(id)) this.#late.set(id, this.#timesLate(id) + 1);
      else this.#late.delete(id);
  }

  /** Below every version where none is held. */
  #heldVersion(environmentId: EnvironmentId): number {
    return this.#snapshots.peek(environmentId)?.version ?? anyVersion - 1;
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
const noneLate: ReadonlySet<EnvironmentId> = new Set();
/** Versions begin at 1. */
const anyVersion = 0;
