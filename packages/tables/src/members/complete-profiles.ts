import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import { searchTextOf } from './search-text.ts';

const findStatement: Statement = {
  name: 'profiles-missing',
  // Bounded by the members that it reads, not by those that it finds: where all have a profile, it would scan every member.
  text: `WITH looked_at AS MATERIALIZED (
           SELECT id FROM members WHERE environment_id = $1 AND id > $2 ORDER BY id LIMIT $3)
         SELECT (SELECT count(*) FROM looked_at) AS "lookedAt",
                (SELECT id FROM looked_at ORDER BY id DESC LIMIT 1) AS last,
                ARRAY(SELECT id FROM looked_at l
                       WHERE NOT EXISTS (SELECT FROM member_profiles p WHERE p.environment_id = $1 AND p.member_id = l.id)
                       ORDER BY id) AS missing`,
};

interface LookedAt {
  readonly lookedAt: number;
  readonly last: string | null;
  readonly missing: readonly string[];
}

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
const first = uuidMin;

/**
 * Checks the `size` members after `after`, in order of their ids, and creates missing profiles. A build without profiles may have
 * enrolled their members. Returns how many it checked, and the last of them; null when there are no more.
 */
export const completeProfiles = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { after, size }: { readonly after: string | null; readonly size: number },
): Promise<{ readonly lookedAt: number; readonly last: string | null }> => {
  const rows = await tx.query<LookedAt>(findStatement, [environmentId, after ?? first, size]);
  const { lookedAt, last, missing } = onlyRow(rows, 'members that were looked at');
  if (missing.length > 0) await complete(tx, environmentId, missing);
  return { lookedAt, last: lookedAt < size ? null : last };
};

const complete = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  missing: readonly string[],
): Promise<void> => {
  // Read under the lock, because an erasure may have come in between.
  const members = await tx.query<{ id: string; externalRef: string; state: string }>(lockStatement, [
    environmentId,
    missing,
  ]);
  await tx.query(insertStatement, [
    environmentId,
    members.map(({ id }) => id),
    members.map(({ externalRef, state }) =>
      state === 'anonymized' ? '' : searchTextOf({ externalRef, name: null, email: null }),
    ),
  ]);
};
