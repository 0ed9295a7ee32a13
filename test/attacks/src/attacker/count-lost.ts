import { setTimeout as pause } from 'node:timers/promises';
import type { Ground } from './ground.ts';

/** Streamed receipts wait behind all others of their tenant: they are lost when none of them is stored for so long. */
const stillMsMax = 30_000;
const wholeMsMax = 300_000;
const perQuery = 10_000;

/** Returns how many of these acknowledged receipts are not stored exactly once; waits for those that come late. */
export const countLost = async (ground: Ground, refs: readonly string[]): Promise<number> => {
  const giveUpMs = performance.now() + wholeMsMax;
  let missing = refs;
  let movedMs = performance.now();
  while (missing.length > 0) {
    const left = await missingOf(ground, missing);
    const nowMs = performance.now();
    if (left.length < missing.length) movedMs = nowMs;
    missing = left;
    if (nowMs - movedMs > stillMsMax || nowMs > giveUpMs) break;
    if (missing.length > 0) await pause(500);
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
