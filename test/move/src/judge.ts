import { setTimeout as pause } from 'node:timers/promises';
import type { Cell } from './cell.ts';
import type { LimitedMembers } from './limits.ts';
import { pointsAuthorized, pointsEach, pointsOfSaver, type Responses, type Shop } from './till.ts';

/** The memberRef of each receipt, by reference. */
type Receipts = ReadonlyMap<string, string>;

const patienceMs = 120_000;

/** Waits until the engines of this cell have processed every receipt, or for two minutes. */
export const waitForAll = async (cell: Cell, shop: Shop, expected: Receipts): Promise<void> => {
  const untilMs = performance.now() + patienceMs;
  while (performance.now() < untilMs && (await readReferences(cell, shop)).length < expected.size)
    await pause(1_000);
};

const readReferences = async ({ db }: Cell, { environmentId }: Shop): Promise<readonly string[]> => {
  const rows = await db.query<{ ref: string }>(
    `SELECT ref FROM transactions WHERE environment_id = $1 AND operation = 'evaluate'`,
    [environmentId],
  );
  return rows.map(({ ref }) => ref);
};

/** Sales, returns and authorizations of callers, and receipts that were streamed besides. */
export interface Sold {
  readonly responses: Responses;
  readonly streamed?: Receipts;
  readonly limited?: Pick<LimitedMembers, 'processed' | 'returned' | 'extra'>;
}

export const receiptsOf = ({ responses, streamed, limited }: Sold): Receipts =>
  new Map([...responses.processed, ...(streamed ?? []), ...(limited?.processed ?? [])]);

const returnedOf = ({ responses, limited }: Sold): ReadonlySet<string> =>
  new Set([...responses.returned, ...(limited?.returned ?? [])]);

/**
 * Returns what is wrong in a cell. Each expected receipt must be stored once, nothing else may be, the balances must be what
 * callers know, and no authorization may be open.
 */
export const faultsOf = async (cell: Cell, shop: Shop, sold: Sold): Promise<readonly string[]> => {
  const expected = receiptsOf(sold);
  const stored = new Set(await readReferences(cell, shop));
  const lost = [...expected.keys()].filter((ref) => !stored.has(ref));
  const strange = [...stored].filter((ref) => !expected.has(ref));
  const balances = await cell.db.query<{ ref: string; balance: number; entries: number }>(
    `SELECT m.external_ref AS ref, m.points_balance AS balance,
            (SELECT count(*) FROM ledger_entries e WHERE (e.environment_id, e.member_id) = (m.environment_id, m.id)) AS entries
       FROM members m WHERE m.environment_id = $1`,
    [shop.environmentId],
  );
  const { captured, voided } = sold.responses;
  const returned = returnedOf(sold);
  const books = new Map([
    [
      shop.saverRef,
      { balance: pointsOfSaver - captured * pointsAuthorized, entries: 1 + captured + 2 * voided },
    ],
  ]);
  for (const [receipt, ref] of expected) {
    const { balance, entries } = books.get(ref) ?? { balance: 0, entries: 0 };
    const isBack = returned.has(receipt);
    const earned = pointsEach + (sold.limited?.extra.get(receipt) ?? 0);
    books.set(ref, { balance: balance + (isBack ? 0 : earned), entries: entries + (isBack ? 2 : 1) });
  }
  const wrong = balances.filter(({ ref, balance, entries }) => {
    const book = books.get(ref);
    return entries !== book?.entries || balance !== book.balance;
  });
  const [{ open } = { open: 0 }] = await cell.db.query<{ open: number }>(
    'SELECT count(*)::int AS open FROM open_redemptions WHERE environment_id = $1',
    [shop.environmentId],
  );
  return [
    ...(lost.length === 0
      ? []
      : [`${lost.length.toString()} receipts were lost: ${lost.slice(0, 3).join(', ')}`]),
    ...(strange.length === 0
      ? []
      : [`${strange.length.toString()} receipts are stored that no caller got a response for`]),
    ...(wrong.length === 0 ? [] : [`${wrong.length.toString()} balances are wrong`]),
    ...(open === 0 ? [] : [`${open.toString()} authorizations are open`]),
  ];
};

/** Counts of days before, or entries of the audit log, as text. */
export type CountedRows = readonly string[];

const countedDays = 5;

/** Writes what a shop of some days has, which no process counts any more. */
export const writePast = async ({ db }: Cell, { environmentId }: Shop): Promise<void> => {
  await db.query(
    `INSERT INTO activity (environment_id, step_minutes, at, campaign_id, receipts, events, awards, spend_cents, points_earned,
                           points_redeemed, discount_cents, points_expired, points_adjusted, members_enrolled, rewards_given,
                           cost_cents)
     SELECT $1::int, 1440, date_trunc('day', now(), 'UTC') - n * interval '1 day', c.id, n, 1, 2, 3, 4, 5, 6, 7, -8, 9, 10, -11
       FROM generate_series(1, $2::int) AS n,
            (SELECT id FROM campaigns WHERE environment_id = $1 UNION SELECT '00000000-0000-0000-0000-000000000000') AS c`,
    [environmentId, countedDays],
  );
  await db.query(
    `INSERT INTO balance_counts (environment_id, day, counted_at, members, members_with_points, points, point_value_cents)
     SELECT $1::int, current_date - n, now() - n * interval '1 day', n, n, 100 * n, 1
       FROM generate_series(1, $2::int) AS n`,
    [environmentId, countedDays],
  );
};

export const readPast = async ({ db }: Cell, { environmentId }: Shop): Promise<CountedRows> => {
  const rows = await db.query<{ row: string }>(
    `SELECT (to_jsonb(a) - 'environment_id')::text AS row FROM activity a
      WHERE environment_id = $1 AND at < date_trunc('day', now(), 'UTC')
     UNION ALL
     SELECT (to_jsonb(b) - 'environment_id')::text FROM balance_counts b WHERE environment_id = $1 AND day < current_date
     ORDER BY row`,
    [environmentId],
  );
  return rows.map(({ row }) => row);
};

/** Entries of the audit log, as text. */
export const readLog = async ({ db }: Cell, { environmentId }: Shop): Promise<CountedRows> => {
  const rows = await db.query<{ row: string }>(
    'SELECT to_jsonb(a)::text AS row FROM audit_entries a WHERE environment_id = $1 ORDER BY row',
    [environmentId],
  );
  return rows.map(({ row }) => row);
};

/** Nobody changes anything while a tenant moves: the log must be there as it was. */
export const logFaultsOf = async (cell: Cell, shop: Shop, log: CountedRows): Promise<readonly string[]> => {
  const here = await readLog(cell, shop);
  return here.length > 0 && here.join() === log.join() ? [] : ['entries of the audit log differ'];
};

/** A process that stops counting for an environment that has left keeps no more than this. */
const missingSecondsMax = 5;

/**
 * Compares what was counted with what is stored, once it is at rest. The past must be as it was; today nothing may be counted
 * twice, and what was not written before the move may be missing.
 */
export const countFaultsOf = async (
  cell: Cell,
  shop: Shop,
  { past, perSecond }: { readonly past: CountedRows; readonly perSecond: number },
): Promise<readonly string[]> => {
  const here = await readPast(cell, shop);
  const stored = (await readReferences(cell, shop)).length;
  const counted = await countedAtRest(cell, shop);
  const missing = stored - counted;
  return [
    ...(here.length > 0 && here.join() === past.join() ? [] : ['counts of days before differ']),
    ...(missing < 0 ? [`${(-missing).toString()} receipts are counted twice`] : []),
    ...(missing > missingSecondsMax * perSecond ? [`${missing.toString()} receipts are not counted`] : []),
  ];
};

/** Minutes are written each second. */
const countedAtRest = async ({ db }: Cell, { environmentId }: Shop): Promise<number> => {
  let before = -1;
  for (;;) {
    const [row] = await db.query<{ receipts: number }>(
      `SELECT coalesce(sum(receipts), 0)::int AS receipts FROM activity WHERE environment_id = $1 AND step_minutes = 1`,
      [environmentId],
    );
    const receipts = row?.receipts ?? 0;
    if (receipts === before) return receipts;
    before = receipts;
    await pause(3_000);
  }
};
