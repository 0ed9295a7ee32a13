import type { LifetimePointsRange, MemberState } from '@loyalty/rules';
import { runBuilt, sql, type Knex, type Queryable } from '@loyalty/storage';
import {
  memberColumns,
  memberRecordOf,
  membersWithProfiles,
  type MemberRecord,
  type MemberRow,
  type Scope,
} from './member-record.ts';

/** The position of a member in a list that is ordered newest first. */
export interface MemberPlace {
  readonly createdAt: string;
  readonly id: string;
}

/** Filters of a list of members; all of them must match. */
export interface MemberFilters {
  readonly state?: MemberState;
  readonly lifetimePoints?: LifetimePointsRange;
  /** A folded text that one of their fields contains, literally. */
  readonly needle?: string;
}

/** A range of the list: after one position, up to and including another. */
export interface MemberRange {
  readonly after?: MemberPlace;
  /** Null: to the oldest. */
  readonly upTo: MemberPlace | null;
}

/** Written into the text, not bound, so that the planner can use the partial index of members who are not active. */
const isInState: Readonly<Record<MemberState, string>> = {
  active: `m.state = 'active'`,
  suspended: `m.state = 'suspended'`,
  anonymized: `m.state = 'anonymized'`,
};

/** A query on members with their profiles, newest first, of an environment, a state and a range. */
export const membersInRange = (
  { environmentId }: Scope,
  { after, upTo }: MemberRange,
  state?: MemberState,
): Knex.QueryBuilder => {
  const query = sql(sql.raw(membersWithProfiles)).where('m.environment_id', environmentId);
  if (state !== undefined) void query.whereRaw(isInState[state]);
  if (after !== undefined)
    void query.whereRaw('(m.created_at, m.id) < (?::timestamptz, ?::uuid)', [after.createdAt, after.id]);
  if (upTo !== null)
    void query.whereRaw('(m.created_at, m.id) >= (?::timestamptz, ?::uuid)', [upTo.createdAt, upTo.id]);
  return query.orderBy([
    { column: 'm.created_at', order: 'desc' },
    { column: 'm.id', order: 'desc' },
  ]);
};

/** Narrows such a query to members who have these lifetime points and are not erased, and whose fields contain the needle. */
export const narrowMembers = (
  query: Knex.QueryBuilder,
  { lifetimePoints, needle }: MemberFilters,
): Knex.QueryBuilder => {
  if (lifetimePoints !== undefined) {
    // An erased member has no tier.
    void query.whereRaw(`m.state <> 'anonymized'`);
    void query.where('m.lifetime_points', '>=', lifetimePoints.from);
    if (lifetimePoints.below !== null) void query.where('m.lifetime_points', '<', lifetimePoints.below);
  }
  // A member without a profile is found by lower() of their reference, until a job has created the profile.
  if (needle !== undefined)
    void query.whereRaw('strpos(coalesce(p.search_text, lower(m.external_ref)), ?) > 0', [needle]);
  return query;
};

/** The database and the scope from which members are read. */
export interface MemberSource {
  readonly db: Queryable;
  readonly scope: Scope;
}

/** Returns the first members that a query finds, as records. */
export const readMembers = async (
  { db, scope: { tenantId } }: MemberSource,
  query: Knex.QueryBuilder,
  limit: number,
): Promise<MemberRecord[]> => {
  const rows = await runBuilt<MemberRow>(db, query.select(sql.raw(memberColumns)).limit(limit));
  return rows.map((row) => memberRecordOf(tenantId, row));
};
