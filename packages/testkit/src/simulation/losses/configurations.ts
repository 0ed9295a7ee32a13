import type { EnvironmentId } from '@loyalty/kernel';
import { createVersionedCache, type VersionedCache } from '@loyalty/tables/lookup';
import type { ServerLine } from '../../line.ts';
import type { MemoryDatabase, MemoryTransaction, StoredConfiguration } from '../../memory-database.ts';
import type { MemoryStore } from '../../memory-store.ts';
import {
  type Configurations,
  configured,
  type Configured,
  type ExpiryOf,
} from '../members/simulated-programme.ts';
import type { World } from '../world.ts';

/** No process: an operator's session. */
const operator = 0;
const first: StoredConfiguration = { version: 1, percentage: 100 };

const presentOf = ({ configurations }: MemoryDatabase, environmentId: number): StoredConfiguration =>
  configurations.rows.get(environmentId.toString()) ?? first;

const versionKeyOf = (environmentId: number, version: number): string =>
  `${environmentId.toString()}/${version.toString()}`;

/** Returns the percentage of a version in the present history; undefined if there was no such version. */
export const percentageOf = (
  { configurations }: MemoryDatabase,
  environmentId: number,
  version: number,
): number | undefined =>
  version === first.version
    ? first.percentage
    : configurations.rows.get(versionKeyOf(environmentId, version))?.percentage;

/** The percentages of an amount that may be earned. */
const percentages = [100, 200, 300];

export const versionOf = (database: MemoryDatabase, environmentId: number): number =>
  presentOf(database, environmentId).version;

/** Makes a management call: the next version has another percentage. */
export const changeConfiguration = (
  { database, random }: Pick<World, 'database' | 'random'>,
  environmentId: number,
): void => {
  const percentage = random.pick(percentages);
  const tx = database.begin(operator);
  const next = { version: presentOf(database, environmentId).version + 1, percentage };
  database.configurations.write(tx, environmentId.toString(), next);
  database.configurations.write(tx, versionKeyOf(environmentId, next.version), next);
  database.commit(tx);
};

export interface StoredConfigurationsOptions {
  readonly store: MemoryStore;
  readonly line: ServerLine;
  readonly expiryOf: ExpiryOf;
  /** Registers work to run when the process's cached configurations become invalid. */
  readonly onHistoryChange: (work: () => void) => void;
}

/** Configurations as engines cache them: by the version that is read after a batch's locks. */
export class StoredConfigurations implements Configurations {
  readonly #store: MemoryStore;
  readonly #held: VersionedCache<Configured>;

  constructor({ store, line, expiryOf, onHistoryChange }: StoredConfigurationsOptions) {
    this.#store = store;
    this.#held = createVersionedCache({
      db: { onHistoryChange },
      reader: 'engines',
      bytesOf: () => 1,
      read: (held) =>
        line.call('read configurations', () => {
          const present = (id: EnvironmentId) => configured(id, expiryOf(id), presentOf(store.database, id));
          return new Map([...held.keys()].map((id) => [id, present(id)]));
        }),
    });
  }

  async ofBatch(
    tx: MemoryTransaction,
    environmentIds: readonly number[],
  ): Promise<ReadonlyMap<number, Configured>> {
    const versions = await this.#store.within(tx, 'read versions', () =>
      environmentIds.map((id) => presentOf(tx.database, id).version),
    );
    const all = new Map<number, Configured>();
    for (const [place, id] of environmentIds.entries()) {
      const found = await this.#held.get(id as EnvironmentId, versions[place] ?? 0);
      if (found !== null) all.set(id, found);
    }
    return all;
  }
}
