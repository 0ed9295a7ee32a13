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
 * Drops the partitions of days before this instant, oldest first, at most `limit`. Returns how many. A reader waits for
 * milliseconds, and the drop waits for a lock for at most 200 ms.
 */
export const removeDeliveryDays = async (
  tx: Transaction,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> => {
  const old = await tx.query<{ parent: string; part: string }>(oldDays, [new Date(beforeMs), limit]);
  if (old.length > 0) await tx.query(`SET LOCAL lock_timeout = '200ms'`);
  for (const { parent, part } of old) {
    await tx.query(`ALTER TABLE ${parent} DETACH PARTITION ${part}`);
    await tx.query(`DROP TABLE ${part}`);
  }
  return old.length;
};

/** Returns the start of the oldest day with stored events, milliseconds since the epoch. */
export const readOldestDeliveryDay = async (db: Queryable): Promise<number> => {
  const rows = await db.query<{ atMs: number }>(oldestDay);
  return onlyRow(rows, 'days').atMs;
};

const oldestDay = `
  SELECT (extract(epoch FROM min(to_date(right(c.relname, 8), 'YYYYMMDD'))) * 1000)::bigint AS "atMs"
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'webhook_events'::regclass`;

/** Compares names as text: Postgres may evaluate the condition for other tables before it knows their parents. */
const oldDays = `
  SELECT p.relname AS parent, c.relname AS part
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
   WHERE i.inhparent IN ('webhook_events'::regclass, 'deliveries'::regclass, 'delivery_errors'::regclass)
     AND right(c.relname, 8) < to_char($1::timestamptz AT TIME ZONE 'UTC', 'YYYYMMDD')
   ORDER BY right(c.relname, 8), 1 LIMIT $2`;

/** The check ends at so many days ahead. */
const daysLookedAt = 31;

const aheadText = `
  SELECT coalesce(min(n), ${daysLookedAt.toString()}) - 1 AS ahead
    FROM generate_series(0, ${(daysLookedAt - 1).toString()}) AS n
   WHERE EXISTS (SELECT FROM unnest(ARRAY['webhook_events', 'deliveries', 'delivery_errors']) AS parent
                  WHERE to_regclass(parent || '_' || to_char((now() AT TIME ZONE 'UTC')::date + n, 'YYYYMMDD')) IS NULL)`;

/** Returns how many days after today have their partitions; -1 when today's are missing. */
export const readDeliveryDaysAhead = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ ahead: number }>(aheadText), 'days').ahead;
