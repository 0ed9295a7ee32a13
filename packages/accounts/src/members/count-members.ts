import { systemClock, type EnvironmentId, uuidMin } from '@loyalty/kernel';
import type { LifetimePointsRange } from '@loyalty/rules';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';
import type { SliceBounds } from './scan-members.ts';

/** Members with lifetime points in a range, as far as was looked. */
export interface MemberTotals {
  readonly memberCount: number;
  /** False: not all members were looked at, and there may be more. */
  readonly isWhole: boolean;
}

/** How far is looked: no index knows lifetime points, because it would be written with each receipt. */
export interface CountBounds extends SliceBounds {
  /** With so many found nobody needs to know more. */
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

interface Slice {
  readonly size: number;
  readonly found: number;
  readonly upTo: string | null;
}

/**
 * How many members that are not erased have lifetime points in the range. It looks at members slice by slice, and ends when it has found
 * many or its time is over: it never takes longer because there are more.
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
    const slice = onlyRow(await db.query<Slice>(sliceStatement, values), 'members');
    memberCount += slice.found;
    if (slice.size < size || slice.upTo === null) return { memberCount, isWhole: true };
    after = slice.upTo;
  } while (memberCount < found && clock.now() - beganMs < budgetMs);
  return { memberCount, isWhole: false };
};
