import { setTimeout as pause } from 'node:timers/promises';
import type { Cell } from './cell.ts';
import { pointsEach, type Shop } from './till.ts';

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

/**
 * Returns what is wrong with the expected receipts in a cell. Each must be stored once, and the balances must equal their
 * points.
 */
export const faultsOf = async (cell: Cell, shop: Shop, expected: Receipts): Promise<readonly string[]> => {
  const stored = new Set(await readReferences(cell, shop));
  const lost = [...expected.keys()].filter((ref) => !stored.has(ref));
  const strange = [...stored].filter((ref) => !expected.has(ref));
  const balances = await cell.db.query<{ ref: string; balance: number; entries: number }>(
    `SELECT m.external_ref AS ref, m.points_balance AS balance,
            (SELECT count(*) FROM ledger_entries e WHERE (e.environment_id, e.member_id) = (m.environment_id, m.id)) AS entries
       FROM members m WHERE m.environment_id = $1`,
    [shop.environmentId],
  );
  const counts = new Map<string, number>();
  for (const member of expected.values()) counts.set(member, (counts.get(member) ?? 0) + 1);
  const wrong = balances.filter(({ ref, balance, entries }) => {
    const receipts = counts.get(ref) ?? 0;
    return entries !== receipts || balance !== receipts * pointsEach;
  });
  return [
    ...(lost.length === 0
      ? []
      : [`${lost.length.toString()} receipts were lost: ${lost.slice(0, 3).join(', ')}`]),
    ...(strange.length === 0
      ? []
      : [`${strange.length.toString()} receipts are stored that no caller got a response for`]),
    ...(wrong.length === 0 ? [] : [`${wrong.length.toString()} balances are wrong`]),
  ];
};
