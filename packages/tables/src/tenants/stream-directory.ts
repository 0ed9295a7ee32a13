import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createLruMap } from '../lookup/lru-map.ts';
import { createTimedLookup, type HeldValue } from '../lookup/timed-lookup.ts';
import { findEnvironment } from '../tenants/environments.ts';
import { streamNameOf, tenantStreamsMax } from './stream-topic.ts';

/** Finds the environment of a tenant's stream. */
export interface StreamDirectory {
  /** Finds it by the topic's name alone; null when that names no tenant. Throws a retryable Fault when the database is down. */
  findEnvironment(topic: string): Promise<EnvironmentId | null>;
}

/** Environments are only added. A new one may be missed for so long if it was looked up before. */
const keptMs = 10_000;

/** Creates a {@link StreamDirectory} over the database. Its cache has room for every possible stream. */
export const createStreamDirectory = ({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): StreamDirectory => {
  const environments = createTimedLookup({
    db,
    what: 'the environment of a stream',
    load: async (topic) => {
      const name = streamNameOf(topic);
      if (name === null) return null;
      return (await findEnvironment(db, name.tenantId, name.mode))?.environmentId ?? null;
    },
    clock,
    freshMs: keptMs,
    usableMs: keptMs,
    createHeld: () => createLruMap<string, HeldValue<EnvironmentId | null>>(tenantStreamsMax),
  });
  return { findEnvironment: (topic) => environments.find(topic) };
};
