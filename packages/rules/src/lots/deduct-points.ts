import { type LedgerPosting, lotGainOf, lotNameOf, type LotTake } from './lot.ts';

export interface DeductedEntries {
  /** The EARN entries; behind them a RETURN entry, where anything was deducted. */
  readonly postings: readonly LedgerPosting[];
  readonly pointsDeducted: number;
}

/**
 * From the EARN entries of one transaction, in their order, and from nothing else (D193): no lot is read, and
 * no balance falls below what it was. Lifetime points fell at the return.
 */
export const deductFrom = (
  earned: readonly LedgerPosting[],
  {
    pointsToDeduct = 0,
    newId,
  }: {
    readonly pointsToDeduct: number | undefined;
    readonly newId: (kind: string, n: number) => string;
  },
): DeductedEntries => {
  const last = earned.at(-1);
  if (pointsToDeduct === 0 || last === undefined) return { postings: earned, pointsDeducted: 0 };
  const taken = takenInOrder(
    earned.map(({ points }) => points),
    pointsToDeduct,
  );
  const takes = new Map<string, LotTake>();
  for (const [n, entry] of earned.entries()) {
    const take = taken[n] ?? 0;
    const lot = lotGainOf(entry);
    if (lot === null || take === 0) continue;
    const { slidingDays, expiresOn } = lot;
    const points = take + (takes.get(lotNameOf(lot))?.points ?? 0);
    takes.set(lotNameOf(lot), { slidingDays, expiresOn, points });
  }
  const pointsDeducted = taken.reduce((sum, points) => sum + points, 0);
  const deduction: LedgerPosting = {
    id: newId('entry', earned.length),
    seq: last.seq + 1,
    type: 'RETURN',
    points: -pointsDeducted,
    balanceAfter: last.balanceAfter - pointsDeducted,
    description: 'Points of returns deducted',
    expiresAtMs: null,
    ...(takes.size === 0 ? null : { fromLots: [...takes.values()] }),
  };
  return { postings: [...earned, deduction], pointsDeducted };
};

/** The EARN entries with the points that a deduction behind them leaves; without those that it took whole. */
export const leftOfEntries = ({ postings, pointsDeducted }: DeductedEntries): readonly LedgerPosting[] => {
  if (pointsDeducted === 0) return postings;
  const taken = takenInOrder(
    postings.map(({ points }) => Math.max(0, points)),
    pointsDeducted,
  );
  return postings.flatMap((entry, n) => {
    const points = entry.points - (taken[n] ?? 0);
    return points <= 0 ? [] : [{ ...entry, points }];
  });
};

/** Of each its part of `points`: the first ones are used up before the next. */
export const takenInOrder = (available: readonly number[], points: number): readonly number[] => {
  let left = points;
  return available.map((most) => {
    const own = Math.min(most, left);
    left -= own;
    return own;
  });
};

/** Of a response or a fact: absent where nothing was deducted. */
export const deductedIn = ({
  pointsDeducted,
}: Pick<DeductedEntries, 'pointsDeducted'>): { readonly pointsDeducted?: number } =>
  pointsDeducted === 0 ? {} : { pointsDeducted };
