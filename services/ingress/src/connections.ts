import { createKafka, type Kafka } from '@loyalty/messaging';
import type { ServiceContext } from '@loyalty/shell';
import {
  createCache,
  createDatabase,
  createDatabaseClock,
  createSecretBox,
  History,
  readSecretKeys,
  type Cache,
  type Database,
  type DatabaseClock,
  type SecretBox,
  sessionLimits,
} from '@loyalty/storage';
import type { IngressConfig } from './config.ts';
import { createRetriableDatabase } from './outbound/retriable-database.ts';
import { previewsMax } from './usecases/segments/preview-segment.ts';

/** What the ingress is built from. */
export interface IngressConnections extends ServiceContext<IngressConfig> {
  /** What every database connection is asked for. */
  readonly history: History;
  readonly db: Database;
  /** For lists and searches, which may look at many rows: they never keep another request from a connection. */
  readonly lists: Database;
  /** For previews of segments, which read every member of an environment. */
  readonly previews: Database;
  readonly cache: Cache;
  /** The database's time, by which everything is judged and dated here: this process' own clock may be off. */
  readonly clock: DatabaseClock;
  /** Seals the secrets of webhooks. */
  readonly box: SecretBox;
  readonly kafka: Kafka;
}

/** Two of them keep one core of the database busy, and no more. */
const listsMax = 2;
/** A search that takes longer goes on slice by slice. */
const listMs = 400;
/** Who waits for a preview waits no longer. It does not go on afterwards. */
const previewMs = 4_000;
/** Callers are told at once that what was erased or revoked is not so again yet: it takes less time than their patience. */
const opensWithinMs = 0;

/** Opens what the ingress talks to; nothing is asked yet. Throws a Fault `CONFIG_INVALID` when the keys of secrets are none. */
export const connect = (context: ServiceContext<IngressConfig>): IngressConnections => {
  const { config, logger } = context;
  const box = createSecretBox(readSecretKeys(config));
  const history = new History(logger);
  const ours = { url: config.databaseUrl, applicationName: 'ingress', logger, history, opensWithinMs };
  const database = createDatabase({
    ...ours,
    poolMax: config.databasePoolMax,
    // A write that waits for a lock, or a process that froze, must not hold up the engines: the same limits as theirs.
    limits: sessionLimits,
  });
  const db = createRetriableDatabase(database);
  const lists = createDatabase({
    ...ours,
    poolMax: listsMax,
    // Right after a first load the statistics say that profiles are few, and every page would read all of them.
    prefersIndexes: true,
    limits: { ...sessionLimits, statementMs: listMs },
  });
  const previews = createDatabase({
    ...ours,
    poolMax: previewsMax,
    limits: { ...sessionLimits, statementMs: previewMs },
  });
  return {
    ...context,
    history,
    db,
    clock: createDatabaseClock({ db }),
    lists: createRetriableDatabase(lists),
    previews: createRetriableDatabase(previews),
    box,
    cache: createCache({ url: config.redisUrl, logger, history }),
    kafka: createKafka({ brokers: config.kafkaBrokers, clientId: 'ingress', logger }),
  };
};
