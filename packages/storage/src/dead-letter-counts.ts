import { onlyRow, type Queryable, type Statement } from './sql/database.ts';
import type { GroupPartition } from './positions.ts';

export interface CountedLetters extends GroupPartition {
  /** The environment; 0 on a tenant's own topic, because all its environments are counted together. */
  readonly environmentId: number;
  readonly count: number;
}

const countStatement: Statement = {
  name: 'dead-letters-count',
  text: `INSERT INTO dead_letters_by_environment AS c (consumer_group, topic, partition, environment_id, minute, count)
         VALUES ($1, $2, $3, $4, date_trunc('minute', now()), $5)
         ON CONFLICT (consumer_group, topic, partition, environment_id, minute)
         DO UPDATE SET count = c.count + EXCLUDED.count
         RETURNING count`,
};

/** Counts dead letters in this minute, and returns the new number. */
export const countDeadLetters = async (
  tx: Queryable,
  { consumerGroup, topic, partition, environmentId, count }: CountedLetters,
): Promise<number> => {
  const values = [consumerGroup, topic, partition, environmentId, count];
  return onlyRow(await tx.query<{ count: number }>(countStatement, values), 'dead letters').count;
};

export const forgetDeadLetters = async (
  tx: Queryable,
  { consumerGroup, topic, partition }: GroupPartition,
): Promise<void> => {
  await tx.query(
    'DELETE FROM dead_letters_by_environment WHERE consumer_group = $1 AND topic = $2 AND partition = $3',
    [consumerGroup, topic, partition],
  );
};

export const purgeDeadLetterCounts = async (db: Queryable): Promise<void> => {
  await db.query("DELETE FROM dead_letters_by_environment WHERE minute < now() - interval '1 hour'");
};
