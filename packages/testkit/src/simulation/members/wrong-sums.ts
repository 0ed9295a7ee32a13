import { groupBy } from '@loyalty/kernel';
import type { MemoryDatabase } from '../../memory-database.ts';

const sumOf = (points: readonly number[]): number => points.reduce((sum, one) => sum + one, 0);

/** Adds up the whole ledger from the beginning. Returns the first wrong sum; null if all are right. */
export const wrongSumOf = ({ accounts, entries, effects }: MemoryDatabase): string | null => {
  const postings = groupBy([...entries.rows], ([key]) => key.slice(0, key.lastIndexOf('/')));
  const requests = groupBy([...effects.rows.values()], ({ member }) => member);
  for (const [key, { pointsBalance, lifetimePoints }] of accounts.rows) {
    const own = (postings.get(key) ?? []).map(([, posting]) => posting);
    const asked = sumOf((requests.get(key) ?? []).map(({ amount }) => amount));
    const booked = sumOf(own.filter(({ type }) => type !== 'EXPIRE').map(({ points }) => points));
    const earned = sumOf(own.filter(({ type }) => type === 'EARN').map(({ points }) => points));
    if (pointsBalance !== sumOf(own.map(({ points }) => points)))
      return `I1: the balance of ${key} is not Σ of its entries`;
    if (lifetimePoints !== earned) return `I6: lifetimePoints of ${key} are not Σ EARN`;
    if (asked !== booked)
      return `I3: requests of ${key} are of ${asked.toString()} points, its entries of ${booked.toString()}`;
  }
  return null;
};
