import { type EnvironmentId, systemClock, uuidMin } from '@loyalty/kernel';
import type { LifetimePointsRange } from '@loyalty/rules/tiers';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';
import type { SliceBounds } from './scan-members.ts';

/** The number of members in a range of lifetime points, as far as the scan came. */
export interface MemberTotals {
  readonly memberCount: number;
  /** False: the scan ended before the last member, and there may be more. */
  readonly isWhole: boolean;
}

/** Bounds of the scan. Lifetime points have no index, because each receipt would write it. */
export interface CountBounds extends SliceBounds {
  /** The scan ends when it has found so many. */
  readonly found: number;
}

const usualBounds: CountBounds = { size: 20_000, found: 1_000, budgetMs: 1_000, clock: systemClock };

const sliceStatement: Statement = {
  name: 'members-count-slice',
  text: `SELECT count(*) AS size, (array_agg(id ORDER BY id DESC))[1] AS "upTo",
                count(*) FILTER (WHERE state <> 'anonymized' AND lifetime_points >= $4
                                   AND ($5::bigint IS NULL OR lifetime_points < $5)) AS found
           FROM (SELECT id, state, lifetime_points FROM members WHERE environment_id = $1 AND id > $2
                  ORDER BY id LIMIT $3) AS slice`,
};

interface CountedSlice {
  readonly size: number;
  readonly found: number;
  readonly upTo: string | null;
}

/**
 * Counts the members who are not erased and have lifetime points in the range. It scans slice by slice, and ends when it has found
 * enough or its time is over. So its duration does not grow with the number of members.
 */
export const countMembers = async (
  db: Queryable,
  { environmentId, range }: { readonly environmentId: EnvironmentId; readonly range: LifetimePointsRange },
  { size, found, budgetMs, clock }: CountBounds = usualBounds,
): Promise<MemberTotals> => {
  const beganMs = clock.now();
  let memberCount = 0;
  let after = uuidMin;
  do {
    const values = [environmentId, after, size, range.from, range.below];
    const slice = onlyRow(await db.query<CountedSlice>(sliceStatement, values), 'members');
    memberCount += slice.found;
    if (slice.size < size || slice.upTo === null) return { memberCount, isWhole: true };
    after = slice.upTo;
  } while (memberCount < found && clock.now() - beganMs < budgetMs);
  return { memberCount, isWhole: false };
};
