import { setTimeout as pause } from 'node:timers/promises';
import type { LocalStack } from '@loyalty/stack';
import { onlyRow } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { endsOfFacts } from './ends-of-facts.ts';

const everyMs = 50;
const patienceMs = 120_000;

/**
 * Waits until every follower has read the facts that exist now. Returns the seconds that this took. The whole system cannot
 * sustain a rate that leaves followers behind.
 */
export const untilFollowed = async (stack: LocalStack): Promise<number> => {
  const beganMs = performance.now();
  const bounds = await endsOfFacts(stack);
  const ends = [
    bounds.map(({ topic }) => topic),
    bounds.map(({ partition }) => partition),
    bounds.map(({ end }) => end),
  ];
  const seconds = (): number => (performance.now() - beganMs) / 1_000;
  await withDatabase(stack.databaseUrl, async (db) => {
    for (;;) {
      const { behind } = onlyRow(await db.query<{ behind: number }>(behindSql, ends), 'a count');
      if (behind === 0) return;
      if (seconds() * 1_000 > patienceMs)
        throw new Error(`${behind.toString()} partitions of facts are not read`);
      await pause(everyMs);
    }
  });
  return seconds();
};

const behindSql = `
  SELECT count(*)::int AS behind
    FROM stream_positions p JOIN unnest($1::text[], $2::int[], $3::bigint[]) AS e (topic, partition, high) USING (topic, partition)
   WHERE p.next_offset < e.high`;
