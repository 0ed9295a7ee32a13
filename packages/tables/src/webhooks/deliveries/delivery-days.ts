import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';

/** Partitions of so many days are created in advance. */
export const deliveryDaysAhead = 8;

/** Creates the partitions from yesterday to {@link deliveryDaysAhead} days ahead. Returns how many were missing. */
export const addDeliveryDays = async (tx: Transaction, atMs: number): Promise<number> => {
  const rows = await tx.query<{ made: number }>(
    `SELECT add_delivery_days(($1::timestamptz AT TIME ZONE 'UTC')::date - 1, $2) AS made`,
    [new Date(atMs), deliveryDaysAhead + 2],
  );
  return onlyRow(rows, 'days').made;
};

const addDay: Statement = {
  name: 'delivery-day-add',
  text: `SELECT add_delivery_days(k.day, 1) FROM (SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date AS day) AS k
          WHERE EXISTS (SELECT FROM unnest(ARRAY['webhook_events', 'deliveries', 'delivery_errors']) AS parent
                         WHERE to_regclass(parent || '_' || to_char(k.day, 'YYYYMMDD')) IS NULL)`,
};

/** Creates the partitions of one day if they are missing; otherwise it waits for no lock. */
export const addDeliveryDay = async (tx: Transaction, atMs: number): Promise<void> => {
  await tx.query(addDay, [new Date(atMs)]);
};

/**
 * Removes the partitions of days before this instant, oldest first, at most `limit`; returns how many. A reader waits for
 * milliseconds, and this waits no longer for readers.
 */
export const removeDeliveryDays = async (
  tx: Transaction,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> => {
  const rows = await tx.query<{ removed: number }>('SELECT remove_delivery_days($1, $2) AS removed', [
    new Date(beforeMs),
    limit,
  ]);
  return onlyRow(rows, 'days').removed;
};

/** Returns the start of the oldest day with stored events, milliseconds since the epoch. */
export const readOldestDeliveryDay = async (db: Queryable): Promise<number> => {
  const rows = await db.query<{ atMs: number }>(oldestDay);
  return onlyRow(rows, 'days').atMs;
};

const oldestDay = `
  SELECT (extract(epoch FROM min(to_date(right(c.relname, 8), 'YYYYMMDD'))) * 1000)::bigint AS "atMs"
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'webhook_events'::regclass`;

/** So far ahead is looked. */
const daysLookedAt = 31;

const aheadText = `
  SELECT coalesce(min(n), ${daysLookedAt.toString()}) - 1 AS ahead
    FROM generate_series(0, ${(daysLookedAt - 1).toString()}) AS n
   WHERE EXISTS (SELECT FROM unnest(ARRAY['webhook_events', 'deliveries', 'delivery_errors']) AS parent
                  WHERE to_regclass(parent || '_' || to_char((now() AT TIME ZONE 'UTC')::date + n, 'YYYYMMDD')) IS NULL)`;

/** Returns how many days after today have their partitions; -1 when today's are missing. */
export const readDeliveryDaysAhead = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ ahead: number }>(aheadText), 'days').ahead;
