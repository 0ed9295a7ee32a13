import type { Queryable } from './database.ts';

/** A topic that a group has read. */
export interface Reading {
  readonly consumerGroup: string;
  readonly topic: string;
}

/** Returns the topics that groups have read on other clusters. */
export const listReadings = (db: Queryable, clusterId: string): Promise<Reading[]> =>
  db.query<Reading>(
    `SELECT DISTINCT consumer_group AS "consumerGroup", topic FROM stream_positions
      WHERE cluster_id <> $1 ORDER BY 1, 2`,
    [clusterId],
  );
