import type { Queryable, Transaction } from './sql/database.ts';
import { forgetDeadLetters } from './dead-letter-counts.ts';
import type { GroupPartition } from './positions.ts';

export interface PositionRecord extends GroupPartition {
  readonly nextOffset: number;
  readonly state: 'RUNNING' | 'PARKED';
  readonly parkedReason: string | null;
  /** The time in ISO 8601, in UTC, with milliseconds. */
  readonly updatedAt: string;
}

export const listPositions = async (db: Queryable, clusterId: string): Promise<PositionRecord[]> => {
  const rows = await db.query<Omit<PositionRecord, 'updatedAt'> & { readonly updatedAt: Date }>(
    `SELECT consumer_group AS "consumerGroup", topic, partition, next_offset AS "nextOffset", state,
            parked_reason AS "parkedReason", updated_at AS "updatedAt"
       FROM stream_positions WHERE cluster_id = $1
      ORDER BY consumer_group, topic, partition`,
    [clusterId],
  );
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
};

/**
 * Releases a position without comparing the next record with the stored timestamp; dead letters are counted
 * from zero. A null offset means that reading continues from the position's own offset.
 */
export const releasePosition = async (
  tx: Transaction,
  clusterId: string,
  { consumerGroup, topic, partition, nextOffset }: GroupPartition & { readonly nextOffset: number | null },
): Promise<boolean> => {
  const released = await tx.query(
    `UPDATE stream_positions
        SET next_offset = COALESCE($5, next_offset), last_timestamp = NULL, state = 'RUNNING',
            parked_reason = NULL, updated_at = now()
      WHERE cluster_id = $1 AND consumer_group = $2 AND topic = $3 AND partition = $4
     RETURNING 1`,
    [clusterId, consumerGroup, topic, partition, nextOffset],
  );
  if (released.length === 0) return false;
  await forgetDeadLetters(tx, { consumerGroup, topic, partition });
  return true;
};

export interface ReadTopic {
  readonly consumerGroup: string;
  readonly topic: string;
}

export const listReadTopics = (db: Queryable, clusterId: string): Promise<ReadTopic[]> =>
  db.query<ReadTopic>(
    `SELECT DISTINCT consumer_group AS "consumerGroup", topic FROM stream_positions
      WHERE cluster_id <> $1 ORDER BY 1, 2`,
    [clusterId],
  );
