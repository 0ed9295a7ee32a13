import { setTimeout as pause } from 'node:timers/promises';
import type { Cell } from './cell.ts';
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
}

export const receiptsOf = ({ responses, streamed = new Map() }: Sold): Receipts =>
  new Map([...responses.processed, ...streamed]);

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
  const { returned, captured, voided } = sold.responses;
  const books = new Map([
    [
      shop.saverRef,
      { balance: pointsOfSaver - captured * pointsAuthorized, entries: 1 + captured + 2 * voided },
    ],
  ]);
  for (const [receipt, ref] of expected) {
    const { balance, entries } = books.get(ref) ?? { balance: 0, entries: 0 };
    const isBack = returned.has(receipt);
    books.set(ref, { balance: balance + (isBack ? 0 : pointsEach), entries: entries + (isBack ? 2 : 1) });
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
