import { setTimeout as pause } from 'node:timers/promises';
import { topics } from '@loyalty/contracts';
import { createKafka } from '@loyalty/messaging';
import type { LocalStack } from '@loyalty/stack';
import { onlyRow } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';
import { withDatabase } from '../with-database.ts';

const everyMs = 50;
const patienceMs = 120_000;

/**
 * Waits until whoever follows facts has read all that there were when it was called; answers how long that took, in seconds. A rate
 * that leaves them behind is not one that the whole can keep.
 */
export const untilFollowed = async (stack: LocalStack): Promise<number> => {
  const beganMs = performance.now();
  const ends = await readEnds(stack);
  const seconds = (): number => (performance.now() - beganMs) / 1_000;
  await withDatabase(stack.databaseUrl, async (db) => {
    for (;;) {
      const { behind } = onlyRow(
        await db.query<{ behind: number }>(behindSql, [topics.facts, ...ends]),
        'a count',
      );
      if (behind === 0) return;
      if (seconds() * 1_000 > patienceMs)
        throw new Error(`${behind.toString()} partitions of facts are not read`);
      await pause(everyMs);
    }
  });
  return seconds();
};

const behindSql = `
  SELECT count(*)::int AS behind FROM stream_positions p JOIN unnest($2::int[], $3::bigint[]) AS e (partition, high) USING (partition)
   WHERE p.topic = $1 AND p.next_offset < e.high`;

/** The partitions of the facts' topic, and where each ends. */
const readEnds = async ({ kafkaBrokers }: LocalStack): Promise<[number[], string[]]> => {
  const admin = createKafka({
    brokers: kafkaBrokers.split(','),
    clientId: 'bench',
    logger: silentLogger,
  }).admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topics.facts);
  await admin.disconnect();
  return [ends.map(({ partition }) => partition), ends.map(({ high }) => high)];
};
