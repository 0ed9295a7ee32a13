import { topics } from '@loyalty/contracts';
import { type Clock, type EnvironmentId, isUuid, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import {
  type Database,
  onlyRow,
  type Queryable,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';
import { createLruMap } from '../lookup/lru-map.ts';
import { createTimedLookup, type HeldValue } from '../lookup/timed-lookup.ts';
import { findEnvironment } from './tenants.ts';

/** A topic to which a tenant's own producers write receipts. */
export interface TenantStream {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly topic: string;
  readonly createdAt: string;
}

export type EnableStreamResult =
  | { readonly outcome: 'enabled'; readonly stream: TenantStream; readonly isNew: boolean }
  | { readonly outcome: 'refused'; readonly reason: 'ENVIRONMENT_NOT_FOUND' | 'TOO_MANY_STREAMS' };

/**
 * Enables a stream. A repetition changes nothing. The 301st is refused, also if several are enabled at once.
 * The caller creates the topic.
 */
export const enableStream = (db: Database, name: StreamName): Promise<EnableStreamResult> =>
  writeTransaction(db, (tx) => enableStreamIn(tx, name));

const enableStreamIn = async (tx: Transaction, name: StreamName): Promise<EnableStreamResult> => {
  // One at a time, so that the count holds until the row is stored. Readers do not wait.
  await tx.query('LOCK TABLE tenant_streams IN SHARE ROW EXCLUSIVE MODE');
  const [held] = await tx.query<StreamRow>(`${selectStreams} WHERE t.topic = $1`, [streamTopicOf(name)]);
  if (held !== undefined) return { outcome: 'enabled', stream: streamOf(held), isNew: false };
  const { count } = onlyRow(
    await tx.query<{ count: number }>('SELECT count(*) AS count FROM tenant_streams'),
    'tenant_streams',
  );
  if (count >= tenantStreamsMax) return { outcome: 'refused', reason: 'TOO_MANY_STREAMS' };
  return insertStream(tx, name);
};

const insertStream = async (tx: Transaction, name: StreamName): Promise<EnableStreamResult> => {
  const topic = streamTopicOf(name);
  await tx.query(
    `INSERT INTO tenant_streams (environment_id, topic)
     SELECT id, $3 FROM environments WHERE tenant_id = $1 AND mode = $2`,
    [name.tenantId, name.mode, topic],
  );
  const [made] = await tx.query<StreamRow>(`${selectStreams} WHERE t.topic = $1`, [topic]);
  if (made === undefined) return { outcome: 'refused', reason: 'ENVIRONMENT_NOT_FOUND' };
  return { outcome: 'enabled', stream: streamOf(made), isNew: true };
};

type StreamRow = Omit<TenantStream, 'createdAt'> & { readonly createdAt: Date };

const selectStreams = `
  SELECT t.environment_id AS "environmentId", e.tenant_id AS "tenantId", e.mode, t.topic, t.created_at AS "createdAt"
    FROM tenant_streams t JOIN environments e ON e.id = t.environment_id`;

const streamOf = (row: StreamRow): TenantStream => ({ ...row, createdAt: row.createdAt.toISOString() });

/** Lists streams, oldest first. */
export const listStreams = async (db: Queryable): Promise<TenantStream[]> =>
  (await db.query<StreamRow>(`${selectStreams} ORDER BY t.created_at, t.topic`)).map(streamOf);

const topicsStatement: Statement = {
  name: 'tenant-stream-topics',
  text: 'SELECT topic FROM tenant_streams ORDER BY topic',
};

export const listStreamTopics = async (db: Queryable): Promise<string[]> =>
  (await db.query<{ topic: string }>(topicsStatement)).map(({ topic }) => topic);

interface StreamDirectory {
  /**
   * Finds the environment by name alone; null means that the name belongs to no tenant. Throws a retryable
   * Fault when the database is down.
   */
  findEnvironment(topic: string): Promise<EnvironmentId | null>;
}

/** Environments are only added. A new one may be missed for so long if it was looked up before. */
const keptMs = 10_000;

/** Creates a directory whose cache has room for every possible stream. */
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

interface StreamName {
  readonly tenantId: string;
  readonly mode: Mode;
}

/**
 * The maximum number of streams in one database. More do not fit into the 1 MiB of Kafka's group protocol.
 */
export const tenantStreamsMax = 300;

const prefix = `${topics.receipts}.`;

/** Returns `loyalty.receipts.<tenantId>.<live|test>`, with the id in lower case. */
export const streamTopicOf = ({ tenantId, mode }: StreamName): string =>
  `${prefix}${tenantId.toLowerCase()}.${mode}`;

/** Returns true for a topic to which a tenant's own producers may write: its headers cannot be trusted. */
export const isStreamTopic = (topic: string): boolean => topic.startsWith(prefix);

/** Reads the name of a topic; null if it has another form. */
export const streamNameOf = (topic: string): StreamName | null => {
  if (!isStreamTopic(topic)) return null;
  const [tenantId = '', mode, ...rest] = topic.slice(prefix.length).split('.');
  if (rest.length > 0 || !isUuid(tenantId) || (mode !== 'live' && mode !== 'test')) return null;
  return { tenantId, mode };
};
