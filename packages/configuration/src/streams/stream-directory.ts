import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createTimedLookup } from '../lookup/timed-lookup.ts';
import { findEnvironment } from '../tenants/environments.ts';
import { streamNameOf, tenantStreamsMax } from './stream-topic.ts';

/** Finds whose receipts a tenant's stream brings. */
export interface StreamDirectory {
  /** By the topic's name alone; null when it names no tenant. Throws a retryable Fault when the database is away. */
  findEnvironment(topic: string): Promise<EnvironmentId | null>;
}

/** Environments are only ever added: this is how long a new one may go unseen after it was asked for. */
const keptMs = 10_000;

/** A {@link StreamDirectory} over the database; it holds an answer for every stream that there can be. */
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
    sizeMax: tenantStreamsMax,
  });
  return { findEnvironment: (topic) => environments.find(topic) };
};
