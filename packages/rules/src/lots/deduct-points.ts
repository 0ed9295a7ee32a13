import { type LedgerPosting, lotGainOf, type LotTake, takesByLot } from './lot.ts';

export interface DeductedEntries {
  /** The EARN entries, followed by a RETURN entry if anything was deducted. */
  readonly postings: readonly LedgerPosting[];
  readonly pointsDeducted: number;
}

/**
 * Deducts points from the EARN entries of one transaction, in their order (D193). No lot is read, and no
 * balance falls below what it was. Lifetime points fell at the return.
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
  const take = takeFromEntries(earned, pointsToDeduct);
  const deduction = deductionAfter(last, { ...take, id: newId('entry', earned.length) });
  return { postings: [...earned, deduction], pointsDeducted: take.taken };
};

/**
 * Returns the EARN entries with the points that a later deduction leaves, without those that it took
 * completely.
 */
export const leftOfEntries = ({ postings, pointsDeducted }: DeductedEntries): readonly LedgerPosting[] =>
  pointsDeducted === 0 ? postings : takeFromEntries(postings, pointsDeducted).left;

interface EntriesTake {
  readonly taken: number;
  /** The lots that these points came from; the rest came from points that never expire. */
  readonly fromLots: readonly LotTake[];
  /** The entries with the points that are left; without those that were taken whole. */
  readonly left: readonly LedgerPosting[];
}

/** Takes points from entries that gave some, in the order of the entries. */
export const takeFromEntries = (entries: readonly LedgerPosting[], points: number): EntriesTake => {
  const parts = takenInOrder(
    entries.map((entry) => Math.max(0, entry.points)),
    points,
  );
  const partOf = (at: number): number => parts[at] ?? 0;
  const takes = entries.flatMap((entry, at): readonly LotTake[] => {
    const lot = partOf(at) === 0 ? null : lotGainOf(entry);
    if (lot === null) return [];
    const { slidingDays, expiresOn } = lot;
    return [{ slidingDays, expiresOn, points: partOf(at) }];
  });
  return {
    taken: parts.reduce((sum, part) => sum + part, 0),
    fromLots: takesByLot(takes),
    left: entries.flatMap((entry, at) => {
      const left = entry.points - partOf(at);
      return left <= 0 ? [] : [{ ...entry, points: left }];
    }),
  };
};

/**
 * Returns the RETURN entry for points that pay for returns after another entry of the member. Lifetime points
 * fell at the return.
 */
export const deductionAfter = (
  { seq, balanceAfter }: Pick<LedgerPosting, 'seq' | 'balanceAfter'>,
  { id, taken, fromLots }: Pick<EntriesTake, 'taken' | 'fromLots'> & Pick<LedgerPosting, 'id'>,
): LedgerPosting => ({
  id,
  seq: seq + 1,
  type: 'RETURN',
  points: -taken,
  balanceAfter: balanceAfter - taken,
  description: 'Points of returns deducted',
  expiresAtMs: null,
  ...(fromLots.length === 0 ? null : { fromLots }),
});

/** Returns the part of `points` that is taken from each number: the first is used up before the next. */
export const takenInOrder = (available: readonly number[], points: number): readonly number[] => {
  let left = points;
  return available.map((most) => {
    const own = Math.min(most, left);
    left -= own;
    return own;
  });
};

/**
 * Returns the field of a response or a fact with the deducted points. It is absent if nothing was deducted.
 */
export const deductedIn = ({
  pointsDeducted,
}: Pick<DeductedEntries, 'pointsDeducted'>): { readonly pointsDeducted?: number } =>
  pointsDeducted === 0 ? {} : { pointsDeducted };
