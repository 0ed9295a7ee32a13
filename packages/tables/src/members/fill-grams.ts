import type { EnvironmentId } from '@loyalty/kernel';
import { environmentsWith, type Queryable, type Statement } from '@loyalty/storage';
import { gramsOf } from './search-text.ts';

const environmentsStatement: Statement = {
  name: 'profiles-unfilled-environments',
  text: environmentsWith('member_profiles', 'grams IS NULL'),
};

/** Returns the environments in which profiles wait for their grams. */
export const readEnvironmentsToFill = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(environmentsStatement)).map(({ id }) => id);

const unfilledStatement: Statement = {
  name: 'profiles-unfilled',
  text: `SELECT member_id AS "memberId", search_text AS "searchText" FROM member_profiles
          WHERE environment_id = $1 AND grams IS NULL
          ORDER BY member_id LIMIT $2`,
};

const fillStatement: Statement = {
  name: 'profiles-fill',
  // A profile that was changed or erased since the read no longer matches. Joined by `ctid`, because a plan made while there were
  // few profiles would scan all of them.
  text: `UPDATE member_profiles p SET grams = w.grams::int[]
           FROM unnest($2::uuid[], $3::text[], $4::text[]) AS w (member_id, search_text, grams)
          CROSS JOIN LATERAL (SELECT ctid AS place FROM member_profiles f
                               WHERE f.environment_id = $1 AND f.member_id = w.member_id
                                 AND f.grams IS NULL AND f.search_text = w.search_text OFFSET 0) x
          WHERE p.ctid = x.place`,
};

/** Fills the grams of at most `size` profiles that have none. Returns how many it found. */
export const fillGrams = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  size: number,
): Promise<number> => {
  const found = await tx.query<{ memberId: string; searchText: string }>(unfilledStatement, [
    environmentId,
    size,
  ]);
  if (found.length === 0) return 0;
  await tx.query(fillStatement, [
    environmentId,
    found.map(({ memberId }) => memberId),
    found.map(({ searchText }) => searchText),
    found.map(({ searchText }) => `{${gramsOf(environmentId, searchText).join(',')}}`),
  ]);
  return found.length;
};
