import { Fault } from '@loyalty/kernel';
import { outboxLockClass } from './outbox.ts';
import { onlyRow, type Queryable, type Statement } from './sql/database.ts';

/**
 * The cluster and registry that this database belongs to (D131). Both ids are null before the first deploy.
 */
export interface Installation {
  readonly databaseId: string;
  readonly clusterId: string | null;
  readonly registryId: string | null;
  /** 32 bytes, for what is kept in Redis. They never change. */
  readonly secret: Buffer;
}

const readStatement: Statement = {
  name: 'installation-read',
  text: `SELECT h.database_id AS "databaseId", i.kafka_cluster_id AS "clusterId", i.registry_id AS "registryId", i.secret
           FROM database_history h, installation i`,
};

export const readInstallation = async (db: Queryable): Promise<Installation> =>
  onlyRow(await db.query<Installation>(readStatement), 'the installation');

const isThere: Statement = {
  name: 'installation-is-there',
  text: `SELECT to_regclass('installation') IS NOT NULL AS "isThere"`,
};

/** Finds the installation. Returns null for a database that does not have the table yet. */
export const findInstallation = async (db: Queryable): Promise<Installation | null> => {
  const found = onlyRow(await db.query<{ readonly isThere: boolean }>(isThere), 'a look-up');
  return found.isThere ? readInstallation(db) : null;
};

const recordStatement: Statement = {
  name: 'installation-record',
  text: `UPDATE installation SET kafka_cluster_id = $1, registry_id = $2, recorded_at = clock_timestamp()
          WHERE kafka_cluster_id IS NOT DISTINCT FROM $3 AND registry_id IS NOT DISTINCT FROM $4 RETURNING 1`,
};

/**
 * Records the installation. Throws a Fault if another deploy has recorded something else since `before` was
 * read.
 */
export const recordInstallation = async (
  db: Queryable,
  before: Pick<Installation, 'clusterId' | 'registryId'>,
  { clusterId, registryId }: { readonly clusterId: string; readonly registryId: string },
): Promise<void> => {
  const values = [clusterId, registryId, before.clusterId, before.registryId];
  if ((await db.query(recordStatement, values)).length > 0) return;
  throw new Fault(
    'INSTALLATION_CHANGED',
    'Another deploy has recorded a Kafka or a registry meanwhile: come again.',
  );
};

const lastClusterStatement: Statement = {
  name: 'installation-last-cluster',
  text: `SELECT cluster_id AS "clusterId" FROM stream_positions ORDER BY updated_at DESC LIMIT 1`,
};

/** Returns the cluster for which a group last stored a position; null before the first one. */
export const findLastCluster = async (db: Queryable): Promise<string | null> =>
  (await db.query<{ readonly clusterId: string }>(lastClusterStatement))[0]?.clusterId ?? null;

const runningStatement: Statement = {
  name: 'installation-running',
  text: `SELECT count(*) AS running FROM pg_locks
          WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
};

/** Counts the services that hold the lock of their outbox, as each does from its start to its end. */
export const countRunning = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ readonly running: number }>(runningStatement, [outboxLockClass]), 'a count')
    .running;

export const otherKafka = (databaseId: string, own: string, found: string): Fault =>
  new Fault(
    'OTHER_KAFKA',
    `Database ${databaseId} belongs to Kafka cluster ${own}, but KAFKA_BROKERS leads to cluster ${found}: correct one of the two addresses, or move the database there with «loyaltyctl deploy --adopt-kafka» (docs/runbooks/another-kafka.md).`,
  );

export const otherRegistry = (databaseId: string, own: string, found: string): Fault =>
  new Fault(
    'OTHER_REGISTRY',
    `Database ${databaseId} belongs to schema registry ${own}, but SCHEMA_REGISTRY_URL leads to registry ${found}: correct one of the two addresses, or give the database that registry with «loyaltyctl deploy --adopt-registry» (docs/runbooks/registry.md).`,
  );
