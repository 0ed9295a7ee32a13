import { randomUUID } from 'node:crypto';
import type { Database } from '@loyalty/storage';
import { countPagesOfRead, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import type { DeliveryStatus } from './deliveries.ts';
import { type DeliveryQuery, listDeliveries } from './list-deliveries.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterEach(() => scratch.drop());

const dayMs = 86_400_000;
const startOfTodayMs = Math.floor(Date.now() / dayMs) * dayMs;
const webhookId = randomUUID();

interface Made {
  readonly webhookId: string;
  readonly count: number;
  readonly status: DeliveryStatus;
  readonly event: string;
  /** Days before today. */
  readonly daysAgo: number;
}

/** Stores so many deliveries of an endpoint, spread over a day. Returns the id of one of their events. */
const store = async (made: Made): Promise<string> => {
  const [row] = await db.query<{ eventId: string }>(
    `WITH stored AS (
       INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt, max_attempts)
       SELECT $1, at, gen_random_uuid(), 1, at, gen_random_uuid(), $2, $3, 1, 5
         FROM (SELECT $4::timestamptz + n * (interval '1 day' / $5) AS at FROM generate_series(0, $5::int - 1) AS n) AS times
       RETURNING event_id)
     SELECT event_id AS "eventId" FROM stored LIMIT 1`,
    [
      made.webhookId,
      made.event,
      made.status,
      new Date(startOfTodayMs - made.daysAgo * dayMs).toISOString(),
      made.count,
    ],
  );
  return row?.eventId ?? '';
};

/** Returns every delivery that a filter finds, page by page, and the number of pages. */
const walk = async (query: Omit<DeliveryQuery, 'limit'>, lookedAt: number) => {
  const ids: string[] = [];
  let [pages, before] = [0, query.before];
  do {
    const { rows, next } = await listDeliveries(db, { ...query, limit: 7, before }, lookedAt);
    ids.push(...rows.map(({ id }) => id));
    before = next ?? undefined;
    pages += 1;
  } while (before !== undefined);
  return { ids, pages };
};

const statuses: readonly DeliveryStatus[] = ['PENDING', 'SUCCEEDED', 'RETRYING', 'FAILED'];

test('each filter finds its deliveries, newest first, each once, however few rows a page scans', async () => {
  await db.query('SELECT add_delivery_days($1::date, 3)', [new Date(startOfTodayMs - 2 * dayMs)]);
  const eventIds: string[] = [];
  for (const daysAgo of [0, 1, 2])
    for (const [n, status] of statuses.entries())
      eventIds.push(
        await store({ webhookId, count: 5 + n, status, event: 'a', daysAgo }),
        await store({ webhookId, count: 5 + n, status, event: 'b', daysAgo }),
      );
  await store({ webhookId: randomUUID(), count: 10, status: 'FAILED', event: 'a', daysAgo: 0 });
  const all = await db.query<{ id: string; status: string; event: string; eventId: string; at: Date }>(
    `SELECT id, status, event, event_id AS "eventId", created_at AS at FROM deliveries WHERE webhook_id = $1
      ORDER BY created_at DESC, id DESC`,
    [webhookId],
  );
  expect(all).toHaveLength(156);
  const [eventId = ''] = eventIds;
  const yesterday = new Date(startOfTodayMs - dayMs);
  const asked: readonly (readonly [Partial<DeliveryQuery>, (row: (typeof all)[number]) => boolean])[] = [
    [{}, () => true],
    ...statuses.map((status) => [{ status }, (row: { status: string }) => row.status === status] as const),
    [{ status: 'FAILED', event: 'b' }, (row) => row.status === 'FAILED' && row.event === 'b'],
    [{ event: 'a' }, (row) => row.event === 'a'],
    [{ eventId }, (row) => row.eventId === eventId],
    [
      { since: yesterday, until: new Date(startOfTodayMs) },
      ({ at }) => at >= yesterday && +at <= startOfTodayMs,
    ],
  ];
  for (const [filter, holds] of asked)
    for (const lookedAt of [8, 10_000])
      expect((await walk({ webhookId, ...filter }, lookedAt)).ids).toEqual(
        all.filter(holds).map(({ id }) => id),
      );
  expect((await walk({ webhookId, eventId }, 8)).pages).toBe(20);
});

/** Returns how many pages of tables and indexes it reads. */
const pagesOf = (query: Partial<DeliveryQuery>): Promise<number> =>
  countPagesOfRead(db, (counted) => listDeliveries(counted, { webhookId, limit: 50, ...query }));

const filters: readonly Partial<DeliveryQuery>[] = [
  {},
  ...statuses.map((status) => ({ status })),
  { status: 'RETRYING', event: 'a' },
  { event: 'a' },
  { event: 'b' },
  { eventId: randomUUID() },
  { since: new Date(startOfTodayMs - 2 * dayMs), until: new Date(startOfTodayMs - dayMs) },
];

test.each(['never', 'while there were few', 'as they are'])(
  '▲ behind 180,000 deliveries a page costs the same by every filter, when tables were analysed %s',
  async (analysed) => {
    const days = [0, 1, 2];
    await db.query('SELECT add_delivery_days($1::date, 3)', [new Date(startOfTodayMs - 2 * dayMs)]);
    for (const { parent, daysAgo } of days.flatMap((daysAgo) =>
      ['deliveries', 'delivery_errors'].map((parent) => ({ parent, daysAgo })),
    )) {
      const day = new Date(startOfTodayMs - daysAgo * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
      await db.query(`ALTER TABLE ${parent}_${day} SET (autovacuum_enabled = false)`);
    }
    for (const daysAgo of days) {
      await store({ webhookId, count: 100, status: 'SUCCEEDED', event: 'a', daysAgo });
      await store({ webhookId, count: 10, status: 'RETRYING', event: 'a', daysAgo });
    }
    if (analysed === 'while there were few') await db.query('ANALYZE');
    await db.query(`DELETE FROM deliveries WHERE created_at >= $1`, [new Date(startOfTodayMs - dayMs)]);
    for (const daysAgo of days)
      await store({ webhookId, count: 60_000, status: 'FAILED', event: 'a', daysAgo });
    if (analysed === 'as they are') await db.query('ANALYZE');
    const read: [string, number][] = [];
    for (const filter of filters) read.push([JSON.stringify(filter), await pagesOf(filter)]);
    expect(read.filter(([, pages]) => pages > 1_000)).toEqual([]);
  },
);
