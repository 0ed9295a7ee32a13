import type { Clock } from '@loyalty/kernel';
import type { LifetimePointsRange } from '@loyalty/rules/tiers';
import type { Queryable } from '@loyalty/storage';
import { type Knex, runBuilt, sql } from '@loyalty/storage/lists';
import { foldedEmail, hasEmail, hasPhone, phoneDigits } from './contact-columns.ts';
import {
  isMember,
  memberColumns,
  type MemberRecord,
  memberRecordOf,
  type MemberRow,
  membersWithProfiles,
  type RecordedState,
  type Scope,
} from './members.ts';
import { patternOf } from './search-text.ts';

export interface MemberPage {
  readonly members: readonly MemberRecord[];
  /**
   * Where the next page begins; null at the end. A page may be short, or even empty, before the end of the
   * list.
   */
  readonly next: MemberCursor | null;
}

export interface MemberScan {
  readonly filters: ScanFilters;
  readonly after?: MemberCursor;
  readonly limit: number;
}

export interface ScanBounds {
  readonly size: number;
  readonly budgetMs: number;
  readonly clock: Clock;
}

/**
 * Scans members, newest first, until a page is full or the time is over, but at least one slice, because no
 * index serves these filters.
 */
export const scanMembers = async (
  source: MemberSource,
  walk: MemberScan,
  { size, budgetMs, clock }: ScanBounds,
): Promise<MemberPage> => {
  const beganMs = clock.now();
  let page = await readSlice(source, walk, size);
  while (isShort(page, walk.limit) && clock.now() - beganMs < budgetMs) {
    const { members, next } = page;
    const rest = { ...walk, after: next, limit: walk.limit - members.length };
    const slice = await readSlice(source, rest, size);
    page = { members: [...members, ...slice.members], next: slice.next };
  }
  return page;
};

export const isShort = (
  page: MemberPage,
  limit: number,
): page is MemberPage & { readonly next: MemberCursor } => page.next !== null && page.members.length < limit;

const readSlice = async (
  source: MemberSource,
  { filters, after, limit }: MemberScan,
  size: number,
): Promise<MemberPage> => {
  const from = after === undefined ? {} : { after };
  const upTo = await findSliceEnd(source, { filters, from, size });
  const query = filterMembers(membersInRange(source.scope, { ...from, upTo }, filters.state), filters);
  const members = await readMembers(source, query, limit + 1);
  if (members.length <= limit) return { members, next: upTo };
  return pageOf(members, limit);
};

/** Returns null if the list ends within the slice. */
export const findSliceEnd = async (
  { db, scope }: MemberSource,
  {
    filters,
    from,
    size,
  }: {
    readonly filters: ScanFilters;
    readonly from: { readonly after?: MemberCursor };
    readonly size: number;
  },
): Promise<MemberCursor | null> => {
  const query = membersInRange(scope, { ...from, upTo: null }, filters.state)
    .select(sql.raw('m.created_at AS "createdAt", m.id'))
    .offset(size - 1)
    .limit(1);
  const [row] = await runBuilt<{ createdAt: Date; id: string }>(db, query);
  return row === undefined ? null : { createdAt: row.createdAt.toISOString(), id: row.id };
};

/**
 * Returns a page of a list that has one record more than a page holds. The next page starts after the last
 * one shown.
 */
export const pageOf = (members: readonly MemberRecord[], limit: number): MemberPage => {
  const shown = members.slice(0, limit);
  const last = shown.at(-1);
  if (members.length <= limit || last === undefined) return { members: shown, next: null };
  return { members: shown, next: { createdAt: last.createdAt, id: last.id } };
};

export interface MemberCursor {
  readonly createdAt: string;
  readonly id: string;
}

/** A range of points, both ends of which are included. */
export interface PointsRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A range of times. The first is included, the second is not. */
export interface TimeRange {
  readonly since?: Date | undefined;
  readonly before?: Date | undefined;
}

export interface ScanFilters {
  readonly state?: RecordedState | undefined;
  readonly lifetimePoints?: LifetimePointsRange | undefined;
  readonly segmentId?: string | undefined;
  readonly balance?: PointsRange | undefined;
  /** The time of the last purchase. Who never bought is in no range. */
  readonly lastActivity?: TimeRange | undefined;
  /** Folded texts, one of which the member's text contains literally. */
  readonly needles?: readonly string[] | undefined;
  /** Digits with or without a leading plus; the telephone number is one of them. */
  readonly phones?: readonly string[] | undefined;
  /** Folded email addresses; the member's address is one of them. */
  readonly emails?: readonly string[] | undefined;
}

/** The range starts after one position, and ends with another, which is included. */
interface ListRange {
  readonly after?: MemberCursor;
  /** Null means that the range reaches to the oldest. */
  readonly upTo: MemberCursor | null;
}

/**
 * States are in the text, not bound, so that the planner can use the partial index of members who are not
 * active.
 */
const isInState: Readonly<Record<RecordedState, string>> = {
  active: `m.state = 'active'`,
  suspended: `m.state = 'suspended'`,
  anonymized: `m.state = 'anonymized'`,
  merged: `m.state = 'merged'`,
};

/**
 * Returns the members of a range, newest first. From the plain times the planner learns how short the range
 * is; by pairs of columns alone it would take it for a large part of the table, and scan all of that.
 */
export const membersInRange = (
  { environmentId }: Scope,
  { after, upTo }: ListRange,
  state?: RecordedState,
): Knex.QueryBuilder => {
  const query = sql(sql.raw(membersWithProfiles)).where('m.environment_id', environmentId);
  // Members who were merged are listed only by their state.
  if (state !== 'merged') void query.whereRaw(isMember);
  if (state !== undefined) void query.whereRaw(isInState[state]);
  if (after !== undefined)
    void query
      .whereRaw('m.created_at <= ?::timestamptz', [after.createdAt])
      .whereRaw('(m.created_at, m.id) < (?::timestamptz, ?::uuid)', [after.createdAt, after.id]);
  if (upTo !== null)
    void query
      .whereRaw('m.created_at >= ?::timestamptz', [upTo.createdAt])
      .whereRaw('(m.created_at, m.id) >= (?::timestamptz, ?::uuid)', [upTo.createdAt, upTo.id]);
  return query.orderBy([
    { column: 'm.created_at', order: 'desc' },
    { column: 'm.id', order: 'desc' },
  ]);
};

/** Adds the filters that no index of the range serves. */
export const filterMembers = (
  query: Knex.QueryBuilder,
  { lifetimePoints, segmentId, balance = {}, lastActivity = {}, ...texts }: ScanFilters,
): Knex.QueryBuilder => {
  if (lifetimePoints !== undefined) {
    // An erased member has no tier.
    void query.whereRaw(`m.state <> 'anonymized'`);
    void query.where('m.lifetime_points', '>=', lifetimePoints.from);
    if (lifetimePoints.below !== null) void query.where('m.lifetime_points', '<', lifetimePoints.below);
  }
  if (segmentId !== undefined) void query.whereRaw(isInSegment, [segmentId]);
  if (balance.from !== undefined) void query.where('m.points_balance', '>=', balance.from);
  if (balance.to !== undefined) void query.where('m.points_balance', '<=', balance.to);
  if (lastActivity.since !== undefined) void query.where('m.last_activity_at', '>=', lastActivity.since);
  if (lastActivity.before !== undefined) void query.where('m.last_activity_at', '<', lastActivity.before);
  return filterTexts(query, texts);
};

const isInSegment = `EXISTS (SELECT FROM segment_members s
  WHERE s.environment_id = m.environment_id AND s.member_id = m.id AND s.segment_id = ?::uuid)`;

const filterTexts = (
  query: Knex.QueryBuilder,
  { needles, phones, emails }: Pick<ScanFilters, 'needles' | 'phones' | 'emails'>,
): Knex.QueryBuilder => {
  if (needles !== undefined && needles.length > 0) {
    const conditions = needles.map((needle) => {
      const pattern = patternOf(needle);
      return pattern === null
        ? { text: containsText(searchedText, '?'), value: needle }
        : { text: matchesPattern(searchedText, '?'), value: pattern };
    });
    void query.whereRaw(
      `(${conditions.map(({ text }) => text).join(' OR ')})`,
      conditions.map(({ value }) => value),
    );
  }
  if (phones !== undefined)
    void query.whereRaw(`${hasPhone} AND ${phoneDigits} = ANY (?::text[])`, [[...phones]]);
  if (emails !== undefined)
    void query.whereRaw(`${hasEmail} AND ${foldedEmail} = ANY (?::text[])`, [[...emails]]);
  return query;
};

/** A member without a profile is found by lower() of their reference, until a job has created the profile. */
const searchedText = 'coalesce(p.search_text, lower(m.external_ref))';

/** Returns SQL that is true if the text contains the needle of a parameter. */
export const containsText = (text: string, needle: string): string => `strpos(${text}, ${needle}) > 0`;

/** Returns SQL that is true if the text contains what the pattern of a parameter stands for. */
export const matchesPattern = (text: string, pattern: string): string => `${text} ~ ${pattern}`;

export interface MemberSource {
  readonly db: Queryable;
  readonly scope: Scope;
}

export const readMembers = async (
  { db, scope: { tenantId } }: MemberSource,
  query: Knex.QueryBuilder,
  limit: number,
): Promise<MemberRecord[]> => {
  const rows = await runBuilt<MemberRow>(db, query.select(sql.raw(memberColumns)).limit(limit));
  return rows.map((row) => memberRecordOf(tenantId, row));
};
