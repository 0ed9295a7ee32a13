import type { Queryable, Statement } from './database.ts';

/** One partition of one topic. */
export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

/** The Kafka cluster and the consumer group. */
export interface GroupKey {
  readonly clusterId: string;
  readonly consumerGroup: string;
}

/** A partition as one consumer group reads it. */
export interface GroupPartition extends TopicPartition {
  readonly consumerGroup: string;
}

/** How far a partition has been read, as Postgres stores it. */
export interface StreamPosition extends TopicPartition {
  /** The offset of the first record whose effect is not stored. */
  readonly nextOffset: number;
  /** Timestamp of the record before `nextOffset`, ms since the epoch; null when none was read. */
  readonly lastTimestamp: number | null;
  readonly state: 'RUNNING' | 'PARKED';
}

/** One step forward of one partition, made by one batch. */
export interface PositionMove extends GroupPartition {
  readonly fromOffset: number;
  readonly toOffset: number;
  readonly lastTimestamp: number;
}

const readStatement: Statement = {
  name: 'positions-read',
  text: `SELECT topic, partition, next_offset AS "nextOffset", last_timestamp AS "lastTimestamp", state
           FROM stream_positions
          WHERE cluster_id = $1 AND consumer_group = $2
            AND (topic, partition) IN (SELECT * FROM unnest($3::text[], $4::int[]))`,
};

/** Returns the stored positions of these partitions; one that was never read has none. */
export const readPositions = (
  db: Queryable,
  reader: GroupKey,
  partitions: readonly TopicPartition[],
): Promise<StreamPosition[]> =>
  db.query<StreamPosition>(readStatement, [
    reader.clusterId,
    reader.consumerGroup,
    partitions.map(({ topic }) => topic),
    partitions.map(({ partition }) => partition),
  ]);

const storedUntilStatement: Statement = {
  name: 'positions-stored-until',
  text: `SELECT min(last_timestamp) AS "untilMs" FROM stream_positions
          WHERE consumer_group = ANY ($1::text[]) AND state = 'RUNNING'`,
};

/**
 * Returns the time, by the brokers' clocks in milliseconds, up to which these groups have stored everything. It is early when a
 * partition has had no record for long. Null when no position has a timestamp.
 */
export const readStoredUntil = async (
  db: Queryable,
  consumerGroups: readonly string[],
): Promise<number | null> => {
  const [row] = await db.query<{ untilMs: number | null }>(storedUntilStatement, [consumerGroups]);
  return row?.untilMs ?? null;
};

const insertStatement: Statement = {
  name: 'positions-insert',
  text: `INSERT INTO stream_positions (cluster_id, consumer_group, topic, partition, next_offset)
         SELECT $1, $2, * FROM unnest($3::text[], $4::int[], $5::bigint[])
         ON CONFLICT DO NOTHING`,
};

/** Inserts positions for partitions that have none. One that was inserted meanwhile stays unchanged. */
export const insertPositions = async (
  db: Queryable,
  reader: GroupKey,
  starts: readonly (TopicPartition & { readonly nextOffset: number })[],
): Promise<void> => {
  await db.query(insertStatement, [
    reader.clusterId,
    reader.consumerGroup,
    starts.map(({ topic }) => topic),
    starts.map(({ partition }) => partition),
    starts.map(({ nextOffset }) => nextOffset),
  ]);
};

const advanceStatement: Statement = {
  name: 'positions-advance',
  text: `UPDATE stream_positions AS p
            SET next_offset = m.to_offset, last_timestamp = m.last_timestamp, updated_at = now()
           FROM unnest($2::text[], $3::text[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[])
                AS m (consumer_group, topic, partition, from_offset, to_offset, last_timestamp)
          WHERE p.cluster_id = $1 AND p.consumer_group = m.consumer_group AND p.topic = m.topic
            AND p.partition = m.partition AND p.next_offset = m.from_offset AND p.state = 'RUNNING'
         RETURNING p.consumer_group AS "consumerGroup", p.topic, p.partition`,
};

const nameOf = ({ consumerGroup, topic, partition }: GroupPartition): string =>
  `${consumerGroup}/${topic}/${partition.toString()}`;

/**
 * Moves positions forward inside the batch's transaction. Returns those that it could not move: another process owns these
 * partitions now, or they were parked, and the batch must roll back. This fence does not rely on Kafka's group protocol.
 */
export const advancePositions = async (
  tx: Queryable,
  clusterId: string,
  moves: readonly PositionMove[],
): Promise<GroupPartition[]> => {
  if (moves.length === 0) return [];
  const moved = await tx.query<GroupPartition>(advanceStatement, [
    clusterId,
    moves.map(({ consumerGroup }) => consumerGroup),
    moves.map(({ topic }) => topic),
    moves.map(({ partition }) => partition),
    moves.map(({ fromOffset }) => fromOffset),
    moves.map(({ toOffset }) => toOffset),
    moves.map(({ lastTimestamp }) => lastTimestamp),
  ]);
  if (moved.length === moves.length) return [];
  const done = new Set(moved.map(nameOf));
  return moves.filter((move) => !done.has(nameOf(move)));
};

const parkStatement: Statement = {
  name: 'positions-park',
  text: `UPDATE stream_positions SET state = 'PARKED', parked_reason = $5, updated_at = now()
          WHERE cluster_id = $1 AND consumer_group = $2 AND topic = $3 AND partition = $4`,
};

/** Stops the reading of one partition until an operator moves or unparks it. */
export const parkPosition = async (
  db: Queryable,
  clusterId: string,
  parked: GroupPartition & { readonly reason: string },
): Promise<void> => {
  const { consumerGroup, topic, partition, reason } = parked;
  await db.query(parkStatement, [clusterId, consumerGroup, topic, partition, reason]);
};

const anyStatement: Statement = {
  name: 'positions-any',
  text: 'SELECT 1 FROM stream_positions WHERE consumer_group = $1 LIMIT 1',
};

/** Returns true once a group has any position. */
export const hasPositions = async (db: Queryable, consumerGroup: string): Promise<boolean> =>
  (await db.query(anyStatement, [consumerGroup])).length > 0;
