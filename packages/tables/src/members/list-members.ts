import { type Clock, type EnvironmentId, Fault, systemClock, uuidMin } from '@loyalty/kernel';
import type { LifetimePointsRange } from '@loyalty/rules/tiers';
import { classifyFailure, onlyRow, type Queryable, type Statement } from '@loyalty/storage';
import { foldedEmail, hasEmail, hasPhone, isOneOf, phoneDigits } from './contact-columns.ts';
import { isMember, memberOfKey, type RecordedState } from './members.ts';
import { phoneFormsOf, phoneNeedlesOf } from './phone-forms.ts';
import {
  containsText,
  findSliceEnd,
  isShort,
  matchesPattern,
  type MemberPage,
  type MemberCursor,
  membersInRange,
  type MemberSource,
  type MemberScan,
  filterMembers,
  pageOf,
  type PointsRange,
  readMembers,
  type ScanFilters,
  scanMembers,
  type ScanBounds,
  type TimeRange,
} from './scan-members.ts';
import { foldedEmailsOf, gramsOfNeedle, needlesOf, patternOf } from './search-text.ts';
import type { MemberWindow } from './sort-members.ts';

/** The filters of a list of members (D53, D339). */
export interface MemberFilters {
  /** The key of a reference of the only member to find. It finds no erased member (D91). */
  readonly memberKey?: Buffer | undefined;
  /**
   * A text to search for in externalRef, name, email and telephone number. Case and accents are ignored, and so
   * is what separates the digits of a number. All apostrophes are alike, all hyphens, and all runs of blanks.
   * Every other character is literal.
   */
  readonly search?: string | undefined;
  /** The whole number, in any notation. */
  readonly phone?: string | undefined;
  /** The whole address, in any case. */
  readonly email?: string | undefined;
  /** The country of national numbers; null if there is none. */
  readonly phoneCountry?: string | null;
  readonly state?: RecordedState | undefined;
  readonly lifetimePoints?: LifetimePointsRange | undefined;
  readonly segmentId?: string | undefined;
  readonly balance?: PointsRange | undefined;
  readonly lastActivity?: TimeRange | undefined;
}

export interface MemberQuery extends MemberFilters {
  readonly before?: MemberCursor;
  readonly limit: number;
}

/** Past them the list returns what it has found. */
interface ListBounds {
  /** Newest members scanned before the index is used: finds frequent needles and new members. */
  readonly newest: number;
  /** Found by the index at most. A needle of more members is frequent enough for a scan. */
  readonly found: number;
  readonly slice: number;
  readonly budgetMs: number;
  readonly clock: Clock;
}

const usualBounds: ListBounds = {
  newest: 5_000,
  found: 10_000,
  slice: 20_000,
  budgetMs: 200,
  clock: systemClock,
};

/**
 * Lists members, newest first. The database must end long statements: a search by index then continues in
 * slices.
 */
export const listMembers = async (
  source: MemberSource,
  query: MemberQuery,
  bounds = usualBounds,
): Promise<MemberPage> => {
  const { memberKey, before, limit } = query;
  const filters = await filtersOf(query);
  const { phones, emails, needles, segmentId } = filters;
  if (needles?.length === 0) return { members: [], next: null };
  const walk = { filters, limit, ...(before === undefined ? {} : { after: before }) };
  if (memberKey !== undefined) return findByKey(source, walk, memberKey);
  if (phones !== undefined || emails !== undefined) return findByIndex(source, walk, bounds);
  if (needles !== undefined) return searchMembers(source, walk, bounds);
  if (segmentId !== undefined) return findByIndex(source, walk, bounds);
  return needsScan(filters) ? scanMembers(source, walk, slicesOf(bounds)) : readPage(source, walk, []);
};

/** No index serves these filters: most members are active, and receipts change the others. */
const needsScan = ({ state, lifetimePoints, balance = {}, lastActivity = {} }: ScanFilters): boolean =>
  state === 'active' ||
  [lifetimePoints, balance.from, balance.to, lastActivity.since, lastActivity.before].some(
    (bound) => bound !== undefined,
  );

/** Finds the members that one request sorts or counts: at most those that an index finds, or the newest. */
export const findMemberWindow = async (
  source: MemberSource,
  query: MemberFilters,
  bounds: Pick<ListBounds, 'found' | 'slice'> = usualBounds,
): Promise<MemberWindow> => {
  const filters = await filtersOf(query);
  const { needles } = filters;
  const ids =
    (await findIds(source, { memberKey: query.memberKey, ...filters }, bounds)) ??
    (needles === undefined ? null : await findIdsByGrams(source, needles, bounds));
  const [from, size] = [{}, bounds.slice];
  return { filters, ids, upTo: ids === null ? await findSliceEnd(source, { filters, from, size }) : null };
};

const filtersOf = async (query: MemberFilters): Promise<ScanFilters> => {
  const { search, phone, email, phoneCountry = null } = query;
  const { state, lifetimePoints, segmentId, balance, lastActivity } = query;
  return {
    state,
    lifetimePoints,
    segmentId,
    balance,
    lastActivity,
    needles: search === undefined ? undefined : await allNeedlesOf(search, phoneCountry),
    phones: phone === undefined ? undefined : await phoneFormsOf(phone, phoneCountry),
    emails: email === undefined ? undefined : foldedEmailsOf(email),
  };
};

const allNeedlesOf = async (search: string, phoneCountry: string | null): Promise<readonly string[]> => [
  ...new Set([...needlesOf(search), ...(await phoneNeedlesOf(search, phoneCountry))]),
];

const slicesOf = ({ slice, budgetMs, clock }: ListBounds) => ({ size: slice, budgetMs, clock });

type Condition = readonly [text: string, values: readonly (string | number | Buffer | string[])[]];

const readPage = async (
  source: MemberSource,
  { filters, after, limit }: MemberScan,
  conditions: readonly Condition[],
): Promise<MemberPage> => {
  const range = { ...(after === undefined ? {} : { after }), upTo: null };
  const query = filterMembers(membersInRange(source.scope, range, filters.state), filters);
  for (const [text, values] of conditions) void query.whereRaw(text, values);
  return pageOf(await readMembers(source, query, limit + 1), limit);
};

const findByKey = (source: MemberSource, walk: MemberScan, memberKey: Buffer): Promise<MemberPage> =>
  readPage(source, walk, [
    [`m.id = ${memberOfKey('?', '?')}`, [source.scope.environmentId, memberKey]],
    [`m.state <> 'anonymized'`, []],
  ]);

/**
 * Finds members by a number, an address or a segment. If very many have it, they are found newest first, in
 * slices.
 */
const findByIndex = async (
  source: MemberSource,
  walk: MemberScan,
  bounds: ListBounds,
): Promise<MemberPage> => {
  const ids = await findIds(source, walk.filters, bounds);
  return ids === null ? scanMembers(source, walk, slicesOf(bounds)) : readFound(source, walk, ids);
};

/** Returns null if no index serves the filters, or if it finds too many members. */
const findIds = async (
  { db, scope: { environmentId } }: MemberSource,
  filters: Indexed,
  { found: foundMax }: Pick<ListBounds, 'found'>,
): Promise<string[] | null> => {
  const lookup = lookupOf(filters);
  if (lookup === null) return null;
  const [statement, value] = lookup;
  const found = await db.query<{ id: string }>(statement, [environmentId, value, foundMax + 1]);
  return found.length > foundMax ? null : found.map(({ id }) => id);
};

type Indexed = Pick<ScanFilters, 'phones' | 'emails' | 'segmentId'> & {
  readonly memberKey?: Buffer | undefined;
};

/** The index that finds the fewest members comes first. */
const lookupOf = ({ memberKey, phones, emails, segmentId }: Indexed): [Statement, unknown] | null => {
  if (memberKey !== undefined) return [byKeyStatement, memberKey];
  if (phones !== undefined) return [byPhoneStatement, phones];
  if (emails !== undefined) return [byEmailStatement, emails];
  return segmentId === undefined ? null : [bySegmentStatement, segmentId];
};

const readFound = (source: MemberSource, walk: MemberScan, ids: string[]): Promise<MemberPage> =>
  readPage(source, walk, [['m.id = ANY (?::uuid[])', [ids]]]);

const byKeyStatement: Statement = {
  name: 'members-by-key',
  text: `SELECT id FROM members
          WHERE environment_id = $1 AND id = ${memberOfKey('$1', '$2')} AND state <> 'anonymized' LIMIT $3`,
};

const bySegmentStatement: Statement = {
  name: 'members-by-segment',
  // A deleted segment has no row, while its memberships are still taken away.
  text: `SELECT s.member_id AS id FROM segments g
           JOIN segment_members s ON (s.environment_id, s.segment_id) = (g.environment_id, g.id)
          WHERE g.environment_id = $1 AND g.id = $2 LIMIT $3`,
};

const byPhoneStatement: Statement = {
  name: 'members-by-phone',
  text: `SELECT p.member_id AS id FROM member_profiles p
          WHERE p.environment_id = $1 AND ${hasPhone} AND ${isOneOf(phoneDigits, '$2')} LIMIT $3`,
};

const byEmailStatement: Statement = {
  name: 'members-by-email',
  text: `SELECT p.member_id AS id FROM member_profiles p
          WHERE p.environment_id = $1 AND ${hasEmail} AND ${isOneOf(foldedEmail, '$2')} LIMIT $3`,
};

const searchMembers = async (
  source: MemberSource,
  walk: MemberScan,
  bounds: ListBounds,
): Promise<MemberPage> => {
  const { newest, clock } = bounds;
  const first = await scanMembers(source, walk, { size: newest, budgetMs: 0, clock });
  if (!isShort(first, walk.limit)) return first;
  const rest = { ...walk, after: first.next, limit: walk.limit - first.members.length };
  const found =
    (await searchByGrams(source, rest, bounds)) ?? (await scanMembers(source, rest, slicesOf(bounds)));
  return { members: [...first.members, ...found.members], next: found.next };
};

const searchByGrams = async (
  source: MemberSource,
  walk: MemberScan,
  bounds: ListBounds,
): Promise<MemberPage | null> => {
  const ids = await findIdsByGrams(source, walk.filters.needles ?? [], bounds);
  return ids === null ? null : readFound(source, walk, ids);
};

/** Returns null if a needle is too short, too many members match, or the search takes too long. */
const findIdsByGrams = async (
  source: MemberSource,
  needles: readonly string[],
  { found: foundMax }: Pick<ListBounds, 'found'>,
): Promise<string[] | null> => {
  const { environmentId } = source.scope;
  const withGrams = needles.map((needle) => ({ needle, grams: gramsOfNeedle(environmentId, needle) }));
  if (withGrams.some(({ grams }) => grams.length === 0)) return null;
  try {
    const ids = await findByGrams(source, withGrams, foundMax + 1);
    return ids.size > foundMax ? null : [...ids];
  } catch (failure) {
    if (tookTooLong(failure)) return null;
    throw failure;
  }
};

/** Profiles without grams are searched too; while they are many, the search falls back to slices. */
const gramsStatementOf = (name: string, contains: string): Statement => ({
  name,
  text: `SELECT member_id AS id FROM member_profiles
          WHERE environment_id = $1 AND grams @> $2::int[] AND ${contains}
         UNION ALL
         SELECT member_id FROM member_profiles
          WHERE environment_id = $1 AND grams IS NULL AND ${contains}
          LIMIT $4`,
});

const byText = gramsStatementOf('members-by-grams', containsText('search_text', '$3'));
const byPattern = gramsStatementOf('members-by-grams-and-pattern', matchesPattern('search_text', '$3'));

interface NeedleWithGrams {
  readonly needle: string;
  readonly grams: readonly number[];
}

/**
 * A statement of its own: joined, the planner scans the newest, not knowing how rare grams are. One for each
 * needle: there is a second one only for accents and for numbers.
 */
const findByGrams = async (
  { db, scope: { environmentId } }: MemberSource,
  needles: readonly NeedleWithGrams[],
  limit: number,
): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for (const { needle, grams } of needles) {
    if (ids.size >= limit) break;
    const pattern = patternOf(needle);
    const found = await db.query<{ id: string }>(pattern === null ? byText : byPattern, [
      environmentId,
      grams,
      pattern ?? needle,
      limit,
    ]);
    for (const { id } of found) ids.add(id);
  }
  return ids;
};

/** Recognises a timeout also inside a Fault. */
const tookTooLong = (failure: unknown): boolean =>
  classifyFailure(failure instanceof Fault ? failure.cause : failure) === 'timeout';

interface MemberTotals {
  readonly memberCount: number;
  /** False if there may be more members after the place where the scan ended. */
  readonly isWhole: boolean;
}

/** Lifetime points have no index, because each receipt would write it. */
interface CountBounds extends ScanBounds {
  /** The scan ends when it has found this many. */
  readonly found: number;
}

const usualCountBounds: CountBounds = { size: 20_000, found: 1_000, budgetMs: 1_000, clock: systemClock };

const sliceStatement: Statement = {
  name: 'members-count-slice',
  text: `SELECT count(*) AS size, (array_agg(id ORDER BY id DESC))[1] AS "upTo",
                count(*) FILTER (WHERE state <> 'anonymized' AND ${isMember} AND lifetime_points >= $4
                                   AND ($5::bigint IS NULL OR lifetime_points < $5)) AS found
           FROM (SELECT id, state, lifetime_points, leads_to FROM members WHERE environment_id = $1 AND id > $2
                  ORDER BY id LIMIT $3) AS slice`,
};

/**
 * Counts members, without erased ones. It reads slice by slice until enough are found or the time is over, so
 * its duration is bounded.
 */
export const countMembers = async (
  db: Queryable,
  { environmentId, range }: { readonly environmentId: EnvironmentId; readonly range: LifetimePointsRange },
  { size, found, budgetMs, clock }: CountBounds = usualCountBounds,
): Promise<MemberTotals> => {
  const beganMs = clock.now();
  let memberCount = 0;
  let after = uuidMin;
  do {
    const values = [environmentId, after, size, range.from, range.below];
    const slice = onlyRow(
      await db.query<{ readonly size: number; readonly found: number; readonly upTo: string | null }>(
        sliceStatement,
        values,
      ),
      'members',
    );
    memberCount += slice.found;
    if (slice.size < size || slice.upTo === null) return { memberCount, isWhole: true };
    after = slice.upTo;
  } while (memberCount < found && clock.now() - beganMs < budgetMs);
  return { memberCount, isWhole: false };
};
