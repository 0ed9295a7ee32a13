import type { EnvironmentId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { searchTextOf } from './search-text.ts';

const findStatement: Statement = {
  name: 'profiles-missing',
  text: `SELECT m.id FROM members m
          WHERE m.environment_id = $1 AND m.id > $2
            AND NOT EXISTS (SELECT FROM member_profiles p WHERE p.environment_id = m.environment_id AND p.member_id = m.id)
          ORDER BY m.id LIMIT $3`,
};

const lockStatement: Statement = {
  name: 'profiles-missing-lock',
  text: `SELECT id, external_ref AS "externalRef", state FROM members
          WHERE environment_id = $1 AND id = ANY ($2::uuid[])
          ORDER BY id FOR NO KEY UPDATE`,
};

const insertStatement: Statement = {
  name: 'profiles-complete',
  text: `INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
         SELECT $1, member_id, search_text, CASE WHEN search_text = '' THEN '{}'::int[] END, now()
           FROM unnest($2::uuid[], $3::text[]) AS p (member_id, search_text)
         ON CONFLICT DO NOTHING`,
};

/** Before every id. */
const first = '00000000-0000-0000-0000-000000000000';

/** Members whom a build without profiles has enrolled, after `after`; answers the last of them, null when there are no more. */
export const completeProfiles = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { after, size }: { readonly after: string | null; readonly size: number },
): Promise<{ readonly completed: number; readonly last: string | null }> => {
  const found = await tx.query<{ id: string }>(findStatement, [environmentId, after ?? first, size]);
  const last = found.at(-1)?.id ?? null;
  if (last === null) return { completed: 0, last };
  // Read under the lock: an erasure may have come in between.
  const members = await tx.query<{ id: string; externalRef: string; state: string }>(lockStatement, [
    environmentId,
    found.map(({ id }) => id),
  ]);
  await tx.query(insertStatement, [
    environmentId,
    members.map(({ id }) => id),
    members.map(({ externalRef, state }) =>
      state === 'anonymized' ? '' : searchTextOf({ externalRef, name: null, email: null }),
    ),
  ]);
  return { completed: found.length, last: found.length < size ? null : last };
};
