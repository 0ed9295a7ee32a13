import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { OwnStack } from '@loyalty/stack';
import { readLags } from '../lags.ts';
import { progress } from '../say.ts';

const lookEveryMs = 2_000;

interface Left {
  /** Facts that the dispatcher has not read. */
  readonly unread: number;
  /** Deliveries that are due now or were refused at most once: their next attempt comes within the minute. */
  readonly soon: number;
  /** Deliveries that were refused twice or more. */
  readonly later: number;
}

/** How long to wait for deliveries. */
export interface DeliveryPatience {
  /** The longest time without progress. */
  readonly stillMsMax: number;
  /** The longest time in all. */
  readonly wholeMsMax: number;
}

/** Waits until every event was delivered, except those refused more than once. Returns what is left when the patience ends. */
export const untilDelivered = async (
  stack: OwnStack,
  db: Client,
  { stillMsMax, wholeMsMax }: DeliveryPatience,
): Promise<Left> => {
  const untilMs = Date.now() + wholeMsMax;
  let left = await leftOf(stack, db);
  let movedMs = Date.now();
  while (left.unread + left.soon > 0 && Date.now() < Math.min(movedMs + stillMsMax, untilMs)) {
    progress(`${left.unread.toString()} facts unread, ${left.soon.toString()} deliveries due soon`);
    await pause(lookEveryMs);
    const now = await leftOf(stack, db);
    if (now.unread + now.soon < left.unread + left.soon) movedMs = Date.now();
    left = now;
  }
  return left;
};

const leftOf = async (stack: OwnStack, db: Client): Promise<Left> => {
  const positions = [
    ...(await readLags(stack, '--topic', 'loyalty.facts')),
    ...(await readLags(stack, '--topic', 'loyalty.facts-bulk')),
  ];
  const unread = positions
    .filter(({ consumerGroup }) => consumerGroup === 'webhook-dispatcher')
    .reduce((sum, { lag }) => sum + (lag ?? 0), 0);
  const { rows } = await db.query<{ soon: number; later: number }>(
    `SELECT count(*) FILTER (WHERE is_soon)::int AS soon, count(*) FILTER (WHERE NOT is_soon)::int AS later
       FROM (SELECT due_at <= now() OR attempt < 2 AS is_soon FROM delivery_tasks) AS due`,
  );
  return { unread, soon: rows[0]?.soon ?? 0, later: rows[0]?.later ?? 0 };
};
