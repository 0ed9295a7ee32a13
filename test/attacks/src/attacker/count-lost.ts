import { setTimeout as pause } from 'node:timers/promises';
import type { Ground } from './ground.ts';

/** A request that was only accepted, and a streamed receipt, may wait behind all others of its tenant. */
const patienceMs = 90_000;
const perQuery = 10_000;

/** Returns how many of these acknowledged receipts are not stored exactly once; waits for those that come late. */
export const countLost = async (ground: Ground, refs: readonly string[]): Promise<number> => {
  const untilMs = performance.now() + patienceMs;
  let missing = refs;
  for (;;) {
    missing = await missingOf(ground, missing);
    if (missing.length === 0 || performance.now() > untilMs) break;
    await pause(500);
  }
  return missing.length;
};

/** The primary key of transactions allows a reference once; its entries in the ledger are judged by `loyaltyctl check`. */
const missingOf = async (
  { db, environmentIds }: Ground,
  refs: readonly string[],
): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (let from = 0; from < refs.length; from += perQuery) {
    const asked = refs.slice(from, from + perQuery);
    const rows = await db.query<{ ref: string }>(
      `SELECT ref FROM transactions WHERE environment_id = ANY($1::int[]) AND operation = 'evaluate' AND ref = ANY($2)`,
      [Object.values(environmentIds), asked],
    );
    const stored = new Set(rows.map(({ ref }) => ref));
    missing.push(...asked.filter((ref) => !stored.has(ref)));
  }
  return missing;
};
