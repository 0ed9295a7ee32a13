import type { Queryable } from './database.ts';

/** A topic that a group has read. */
export interface Reading {
  readonly consumerGroup: string;
  readonly topic: string;
}

/** What groups have read on clusters other than this one. */
export const listReadings = (db: Queryable, clusterId: string): Promise<Reading[]> =>
  db.query<Reading>(
    `SELECT DISTINCT consumer_group AS "consumerGroup", topic FROM stream_positions
      WHERE cluster_id <> $1 ORDER BY 1, 2`,
    [clusterId],
  );
