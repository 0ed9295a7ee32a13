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
  const takes = new Map<string, LotTake>();
  let left = pointsToDeduct;
  for (const entry of earned) {
    const take = Math.min(left, entry.points);
    left -= take;
    const lot = lotGainOf(entry);
    if (lot === null || take === 0) continue;
    const { slidingDays, expiresOn } = lot;
    const points = take + (takes.get(lotNameOf(lot))?.points ?? 0);
    takes.set(lotNameOf(lot), { slidingDays, expiresOn, points });
  }
  const pointsDeducted = pointsToDeduct - left;
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
  let left = pointsDeducted;
  return postings.flatMap((entry) => {
    const take = Math.min(left, Math.max(0, entry.points));
    left -= take;
    return entry.points <= take ? [] : [{ ...entry, points: entry.points - take }];
  });
};
