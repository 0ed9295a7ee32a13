import type { Queryable, Statement } from './database.ts';

const knownStatement: Statement = {
  name: 'positions-known-topics',
  text: `SELECT DISTINCT topic FROM stream_positions WHERE consumer_group = $1 AND topic = ANY($2::text[])`,
};

/**
 * Returns the topics of which the group has a position on any Kafka cluster. A partition without a position in such a topic was
 * added later, or the topic was recreated on another cluster.
 */
export const readKnownTopics = async (
  db: Queryable,
  consumerGroup: string,
  topics: readonly string[],
): Promise<string[]> => {
  const rows = await db.query<{ readonly topic: string }>(knownStatement, [consumerGroup, topics]);
  return rows.map(({ topic }) => topic);
};
