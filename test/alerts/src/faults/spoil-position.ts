import { earnGroups, topics } from '@loyalty/contracts';
import { runSql, type Ground } from './ground.ts';

/** Gives the engine's position on a partition of `loyalty.evaluate` another offset, as SQL. */
export const spoilPosition = async (ground: Ground, partition: number, offset: string): Promise<void> => {
  await runSql(
    ground,
    `UPDATE stream_positions SET next_offset = ${offset}, last_timestamp = NULL
      WHERE consumer_group = $1 AND topic = $2 AND partition = $3`,
    [earnGroups.evaluate, topics.evaluate, partition],
  );
};
