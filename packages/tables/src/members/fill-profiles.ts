import type { Job } from '@loyalty/jobs/job';
import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import {
  environmentsWith,
  onlyRow,
  type Queryable,
  readEnvironments,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { readEnvironmentIds } from '../tenants/tenants.ts';
import { toFold } from './contact-columns.ts';
import { isMember } from './members.ts';
import { completeSearchText, gramsOf, searchTextOf } from './search-text.ts';

/** No position: a filled profile is not found again. */
type GramsCursor = 'what is left';

/**
 * Creates a job that adds the grams by which profiles are searched, because adding them in the batch would
 * slow receipts down. Profiles without them are searched one by one.
 */
export const createFillGramsJob = (database: Queryable): Job<Transaction, GramsCursor> => ({
  name: 'fill-grams',
  schedule: { everyMs: 10_000 },
  sizes: { min: 500, max: 500 },
  environments: () => readEnvironmentsToFill(database),
  chunk: async (tx, { environmentId, size }) => {
    const taken = await fillGrams(tx, environmentId, size);
    return { cursor: taken < size ? null : 'what is left', taken };
  },
});

/**
 * Creates a job that folds texts that a build before 0.4 wrote: telephone numbers, and names with accents.
 */
export const createFoldProfilesJob = (database: Queryable): Job<Transaction, GramsCursor> => ({
  name: 'fold-profiles',
  schedule: { everyMs: 10_000 },
  sizes: { min: 500, max: 500 },
  environments: () => readEnvironmentsToFold(database),
  chunk: async (tx, { environmentId, size }) => {
    const taken = await foldProfiles(tx, environmentId, size);
    return { cursor: taken < size ? null : 'what is left', taken };
  },
});

/**
 * Creates a job that adds profiles for members whom a build without profiles enrolled. Once all have one, it
 * only reads.
 */
export const createCompleteProfilesJob = (database: Queryable): Job<Transaction, string> => ({
  name: 'complete-profiles',
  schedule: { dailyAtHourUtc: 2 },
  sizes: { min: 100, max: 10_000 },
  environments: () => readEnvironmentIds(database),
  chunk: async (tx, { environmentId, cursor, size }) => {
    const { lookedAt, last } = await completeProfiles(tx, environmentId, { after: cursor, size });
    return { cursor: last, taken: lookedAt };
  },
});

const environmentsStatement: Statement = {
  name: 'profiles-unfilled-environments',
  text: environmentsWith('member_profiles', 'grams IS NULL'),
};

export const readEnvironmentsToFill = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, environmentsStatement);

const unfilledStatement: Statement = {
  name: 'profiles-unfilled',
  text: `SELECT member_id AS "memberId", search_text AS "searchText" FROM member_profiles
          WHERE environment_id = $1 AND grams IS NULL
          ORDER BY member_id LIMIT $2`,
};

/** An array cannot hold arrays of different lengths, so grams travel as text. */
const gramsTextOf = (environmentId: EnvironmentId, searchText: string): string =>
  `{${gramsOf(environmentId, searchText).join(',')}}`;

type UnfilledProfile = { readonly memberId: string; readonly searchText: string };
type FilledProfile = UnfilledProfile & { readonly grams: string };

const filledRows = rowArrays<FilledProfile>((fields) =>
  fields('member_id uuid', 'search_text text', 'grams text'),
).from(2);
const fillStatement: Statement = {
  name: 'profiles-fill',
  // A profile that was changed or erased since the read no longer matches. Joined by `ctid`, because a plan
  // made while there were few profiles would scan all of them.
  text: `UPDATE member_profiles p SET grams = w.grams::int[]
           FROM ${filledRows.as('w')}
          CROSS JOIN LATERAL (SELECT ctid AS place FROM member_profiles f
                               WHERE f.environment_id = $1 AND f.member_id = w.member_id
                                 AND f.grams IS NULL AND f.search_text = w.search_text OFFSET 0) x
          WHERE p.ctid = x.place`,
};

/** Fills at most `size` profiles. Returns how many it found. */
export const fillGrams = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  size: number,
): Promise<number> => {
  const found = await tx.query<UnfilledProfile>(unfilledStatement, [environmentId, size]);
  if (found.length === 0) return 0;
  const filled = found.map((row) => ({ ...row, grams: gramsTextOf(environmentId, row.searchText) }));
  await tx.query(fillStatement, [environmentId, ...filledRows.valuesOf(filled)]);
  return found.length;
};

const environmentsToFoldStatement: Statement = {
  name: 'profiles-unfolded-environments',
  text: environmentsWith('member_profiles', toFold),
};

export const readEnvironmentsToFold = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, environmentsToFoldStatement);

const unfoldedStatement: Statement = {
  name: 'profiles-unfolded',
  text: `SELECT member_id AS "memberId", search_text AS "searchText", phone FROM member_profiles
          WHERE environment_id = $1 AND ${toFold}
          ORDER BY member_id LIMIT $2`,
};

type UnfoldedProfile = UnfilledProfile & { readonly phone: string | null };
type FoldedProfile = UnfoldedProfile & FilledProfile & { readonly complete: string };

const foldedRows = rowArrays<FoldedProfile>((fields) =>
  fields('member_id uuid', 'search_text text', 'phone text', 'complete text', 'grams text'),
).from(2);
const foldStatement: Statement = {
  name: 'profiles-fold',
  // As `profiles-fill`. Grams are those of the new text, so that searches by index go on.
  text: `UPDATE member_profiles p SET search_text = w.complete, grams = w.grams::int[]
           FROM ${foldedRows.as('w')}
          CROSS JOIN LATERAL (SELECT ctid AS place FROM member_profiles f
                               WHERE f.environment_id = $1 AND f.member_id = w.member_id
                                 AND f.search_text = w.search_text AND f.phone IS NOT DISTINCT FROM w.phone
                              OFFSET 0) x
          WHERE p.ctid = x.place`,
};

/** Folds at most `size` profiles. Returns how many it found. */
export const foldProfiles = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  size: number,
): Promise<number> => {
  const found = await tx.query<UnfoldedProfile>(unfoldedStatement, [environmentId, size]);
  if (found.length === 0) return 0;
  const folded = found.map((row) => {
    const complete = completeSearchText(row.searchText, row.phone);
    return { ...row, complete, grams: gramsTextOf(environmentId, complete) };
  });
  await tx.query(foldStatement, [environmentId, ...foldedRows.valuesOf(folded)]);
  return found.length;
};

const findStatement: Statement = {
  name: 'profiles-missing',
  // Bounded by the members that it reads, not by those that it finds: where all have a profile, it would scan
  // every member.
  text: `WITH looked_at AS MATERIALIZED (
           SELECT id, leads_to FROM members WHERE environment_id = $1 AND id > $2 ORDER BY id LIMIT $3)
         SELECT (SELECT count(*) FROM looked_at) AS "lookedAt",
                (SELECT id FROM looked_at ORDER BY id DESC LIMIT 1) AS last,
                ARRAY(SELECT id FROM looked_at l
                       WHERE ${isMember} AND NOT EXISTS (SELECT FROM member_profiles p WHERE p.environment_id = $1 AND p.member_id = l.id)
                       ORDER BY id) AS missing`,
};

const lockStatement: Statement = {
  name: 'profiles-missing-lock',
  text: `SELECT id, external_ref AS "externalRef", state FROM members
          WHERE environment_id = $1 AND id = ANY ($2::uuid[]) AND ${isMember}
          ORDER BY id FOR NO KEY UPDATE`,
};

type MemberWithoutProfile = { readonly id: string; readonly externalRef: string; readonly state: string };

const firstSearchTextOf = ({ externalRef, state }: MemberWithoutProfile): string =>
  state === 'anonymized' ? '' : searchTextOf({ externalRef, name: null, email: null, phone: null });

const completedRows = rowArrays<MemberWithoutProfile>((_, rows) => [
  ['member_id', 'uuid', rows.map(({ id }) => id)],
  ['search_text', 'text', rows.map(firstSearchTextOf)],
]).from(2);
const insertStatement: Statement = {
  name: 'profiles-complete',
  text: `INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
         SELECT $1, member_id, search_text, CASE WHEN search_text = '' THEN '{}'::int[] END, now()
           FROM ${completedRows.as('p')}
         ON CONFLICT DO NOTHING`,
};

/**
 * Completes the next `size` members after `after`, whom a build without profiles may have enrolled. Returns
 * null if there are no more.
 */
export const completeProfiles = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { after, size }: { readonly after: string | null; readonly size: number },
): Promise<{ readonly lookedAt: number; readonly last: string | null }> => {
  const rows = await tx.query<{
    readonly lookedAt: number;
    readonly last: string | null;
    readonly missing: readonly string[];
  }>(findStatement, [environmentId, after ?? uuidMin, size]);
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
  const members = await tx.query<MemberWithoutProfile>(lockStatement, [environmentId, missing]);
  await tx.query(insertStatement, [environmentId, ...completedRows.valuesOf(members)]);
};
