import type { Queryable, Statement } from './database.ts';

const knownStatement: Statement = {
  name: 'positions-known-topics',
  text: `SELECT DISTINCT topic FROM stream_positions WHERE consumer_group = $1 AND topic = ANY($2::text[])`,
};

/**
 * Those of these topics of which the group has read something, or has said where it begins, on whatever cluster: a partition
 * that it has no position of is one that was added, or the topic was made anew elsewhere.
 */
export const readKnownTopics = async (
  db: Queryable,
  consumerGroup: string,
  topics: readonly string[],
): Promise<string[]> => {
  const rows = await db.query<{ readonly topic: string }>(knownStatement, [consumerGroup, topics]);
  return rows.map(({ topic }) => topic);
};
