import { positionKeyOf } from '@loyalty/kernel';
import type { Queryable, Statement } from './sql/database.ts';
import { rowArrays } from './sql/row-arrays.ts';

export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

export interface GroupPartition extends TopicPartition {
  readonly consumerGroup: string;
}

export interface GroupKey {
  readonly clusterId: string;
  readonly consumerGroup: string;
}

export interface StreamPosition extends TopicPartition {
  /** The first record whose effect is not stored. */
  readonly nextOffset: number;
  /** This is the timestamp of the record before `nextOffset`, which may be the marker of a transaction. */
  readonly lastTimestamp: number | null;
  readonly state: 'RUNNING' | 'PARKED';
}

export interface PositionMove extends GroupPartition {
  readonly fromOffset: number;
  readonly toOffset: number;
  readonly lastTimestamp: number;
}

/** See {@link PositionRowIds}. */
type PlacedPartition = TopicPartition & { readonly place: string | null };

const readRows = rowArrays<PlacedPartition>((fields) =>
  fields('topic text', 'partition int', 'place tid'),
).from(3);

const positionColumns =
  'topic, partition, next_offset AS "nextOffset", last_timestamp AS "lastTimestamp", state';

const readStatement: Statement = {
  name: 'positions-read',
  text: `SELECT ${positionColumns}, ctid::text AS place
           FROM stream_positions
          WHERE cluster_id = $1 AND consumer_group = $2
            AND (topic, partition) IN (SELECT topic, partition FROM ${readRows.as('m')})`,
};

const readPlacedStatement: Statement = {
  name: 'positions-read-placed',
  text: `SELECT ${positionColumns}, p.ctid::text AS place
           FROM ${readRows.as('m')}
           JOIN stream_positions AS p USING (topic, partition)
          WHERE p.ctid = m.place AND p.cluster_id = $1 AND p.consumer_group = $2`,
};

/**
 * Reads positions; a partition that was never read has none. Looks in `places` first, and notes there what it
 * finds.
 */
export const readPositions = async (
  db: Queryable,
  { clusterId, consumerGroup }: GroupKey,
  partitions: readonly TopicPartition[],
  places: PositionRowIds = new PositionRowIds(),
): Promise<StreamPosition[]> => {
  const named = new Map(
    partitions.map(({ topic, partition }) => {
      const at = { consumerGroup, topic, partition };
      return [positionKeyOf(at), { ...at, place: places.of(at) }] as const;
    }),
  );
  const found: StreamPosition[] = [];
  const take = (rows: readonly (StreamPosition & { readonly place: string })[]): void => {
    for (const { place, ...position } of rows) {
      const at = { consumerGroup, topic: position.topic, partition: position.partition };
      if (!named.delete(positionKeyOf(at))) continue;
      places.note(at, place);
      found.push(position);
    }
  };
  const read = async (statement: Statement, at: readonly PlacedPartition[]): Promise<void> => {
    if (at.length > 0) take(await db.query(statement, [clusterId, consumerGroup, ...readRows.valuesOf(at)]));
  };
  await read(
    readPlacedStatement,
    [...named.values()].filter(({ place }) => place !== null),
  );
  await read(readStatement, [...named.values()]);
  return found;
};

export type TopicPosition = Pick<StreamPosition, 'partition' | 'nextOffset' | 'lastTimestamp' | 'state'>;

const topicStatement: Statement = {
  name: 'positions-of-topic',
  // Another cluster, from which a topic was moved, may have left rows.
  text: `SELECT DISTINCT ON (partition) partition, next_offset AS "nextOffset", last_timestamp AS "lastTimestamp", state
           FROM stream_positions WHERE consumer_group = $1 AND topic = $2
          ORDER BY partition, updated_at DESC`,
};

/** Returns how far a group has stored the partitions of one topic. One that was never read is missing. */
export const readTopicPositions = (
  db: Queryable,
  { consumerGroup, topic }: { readonly consumerGroup: string; readonly topic: string },
): Promise<TopicPosition[]> => db.query<TopicPosition>(topicStatement, [consumerGroup, topic]);

const storedUntilStatement: Statement = {
  name: 'positions-stored-until',
  text: `SELECT min(last_timestamp) AS "untilMs" FROM stream_positions
          WHERE consumer_group = ANY ($1::text[]) AND state = 'RUNNING'`,
};

/**
 * Returns the time up to which records are stored, by the brokers' clocks. The time is early if a partition
 * has had no record for long.
 */
export const readStoredUntil = async (
  db: Queryable,
  consumerGroups: readonly string[],
): Promise<number | null> => {
  const [row] = await db.query<{ untilMs: number | null }>(storedUntilStatement, [consumerGroups]);
  return row?.untilMs ?? null;
};

const startRows = rowArrays<TopicPartition & { readonly nextOffset: number }>((fields) =>
  fields('topic text', 'partition int', 'next_offset bigint'),
).from(3);
const insertStatement: Statement = {
  name: 'positions-insert',
  text: `INSERT INTO stream_positions (cluster_id, consumer_group, ${startRows.names})
         SELECT $1, $2, * FROM unnest(${startRows.arrays})
         ON CONFLICT DO NOTHING`,
};

export const insertPositions = async (
  db: Queryable,
  reader: GroupKey,
  starts: readonly (TopicPartition & { readonly nextOffset: number })[],
): Promise<void> => {
  await db.query(insertStatement, [reader.clusterId, reader.consumerGroup, ...startRows.valuesOf(starts)]);
};

const movedRows = rowArrays<PositionMove & PlacedPartition>((fields) => [
  ...fields('consumer_group text', 'topic text', 'partition int', 'from_offset bigint', 'to_offset bigint'),
  ...fields('last_timestamp bigint', 'place tid'),
]).from(2);

const advanceBy = (name: string, found: string): Statement => ({
  name,
  text: `UPDATE stream_positions AS p
            SET next_offset = m.to_offset, last_timestamp = m.last_timestamp, updated_at = now()
           FROM ${movedRows.as('m')}
          WHERE ${found}p.cluster_id = $1 AND p.consumer_group = m.consumer_group AND p.topic = m.topic
            AND p.partition = m.partition AND p.next_offset = m.from_offset AND p.state = 'RUNNING'
         RETURNING p.consumer_group AS "consumerGroup", p.topic, p.partition, p.ctid::text AS place`,
});

const advanceByPlace = advanceBy('positions-advance-by-place', 'p.ctid = m.place AND ');
const advanceByKey = advanceBy('positions-advance', '');

/**
 * Advances positions and returns those that it could not move: another process now owns these partitions, or
 * they were parked, and the batch must be rolled back. This fence does not rely on Kafka's group protocol.
 */
export const advancePositions = async (
  tx: Queryable,
  clusterId: string,
  moves: readonly PositionMove[],
  places: PositionRowIds = new PositionRowIds(),
): Promise<GroupPartition[]> => {
  const all = moves.map((move) => ({ ...move, place: places.of(move) }));
  const placed = all.filter(({ place }) => place !== null);
  const moved = new Set(await advance(tx, { statement: advanceByPlace, clusterId, moves: placed, places }));
  const unmoved = all.filter((move) => !moved.has(positionKeyOf(move)));
  for (const key of await advance(tx, { statement: advanceByKey, clusterId, moves: unmoved, places }))
    moved.add(key);
  return moves.filter((move) => !moved.has(positionKeyOf(move)));
};

interface Advance {
  readonly statement: Statement;
  readonly clusterId: string;
  readonly moves: readonly (PositionMove & PlacedPartition)[];
  readonly places: PositionRowIds;
}

const advance = async (
  tx: Queryable,
  { statement, clusterId, moves, places }: Advance,
): Promise<string[]> => {
  if (moves.length === 0) return [];
  const moved = await tx.query<GroupPartition & { readonly place: string }>(statement, [
    clusterId,
    ...movedRows.valuesOf(moves),
  ]);
  for (const { place, ...partition } of moved) places.note(partition, place);
  return moved.map(positionKeyOf);
};

const parkStatement: Statement = {
  name: 'positions-park',
  text: `UPDATE stream_positions SET state = 'PARKED', parked_reason = $5, updated_at = now()
          WHERE cluster_id = $1 AND consumer_group = $2 AND topic = $3 AND partition = $4`,
};

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

export const hasPositions = async (db: Queryable, consumerGroup: string): Promise<boolean> =>
  (await db.query(anyStatement, [consumerGroup])).length > 0;

/**
 * The ctid of each position's newest row. A look-up by key reads every version of the row that an open
 * snapshot keeps, and one by place reads only one. A place may be out of date: compare the key, too, and look
 * up by key what was not found.
 */
export class PositionRowIds {
  readonly #places = new Map<string, string>();

  of(partition: GroupPartition): string | null {
    return this.#places.get(positionKeyOf(partition)) ?? null;
  }

  note(partition: GroupPartition, place: string): void {
    this.#places.set(positionKeyOf(partition), place);
  }
}

const knownStatement: Statement = {
  name: 'positions-known-topics',
  text: `SELECT DISTINCT topic FROM stream_positions WHERE consumer_group = $1 AND topic = ANY($2::text[])`,
};

/**
 * Returns the topics that have a position on any Kafka cluster. If a topic has one, a partition without a
 * position is new, or its topic was recreated.
 */
export const readKnownTopics = async (
  db: Queryable,
  consumerGroup: string,
  topics: readonly string[],
): Promise<string[]> => {
  const rows = await db.query<{ readonly topic: string }>(knownStatement, [consumerGroup, topics]);
  return rows.map(({ topic }) => topic);
};
