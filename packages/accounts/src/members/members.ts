import type { EnvironmentId } from '@loyalty/kernel';
import type { LifetimePointsRange, MemberState } from '@loyalty/rules';
import { onlyRow, runBuilt, sql, type Knex, type Queryable, type Statement } from '@loyalty/storage';

/** A member as interface 2.4 and D45 show it, without their tier, which follows from the programme's tiers (D54). */
export interface MemberRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly externalRef: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly state: MemberState;
  readonly enrolledAt: string;
  readonly lastActivityAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface MemberRow {
  readonly id: string;
  readonly externalRef: string;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly state: MemberState;
  readonly enrolledAt: Date;
  readonly lastActivityAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whose members: the environment, and the tenant that its records name. */
export interface Scope {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
}

/** Filters of D53, and where the page begins (the last record of the page before). */
export interface MemberQuery {
  readonly ref?: string;
  /** Substring of the externalRef; `%` and `_` are literal, case does not count. */
  readonly search?: string;
  readonly state?: MemberState;
  readonly lifetimePoints?: LifetimePointsRange;
  readonly before?: { readonly createdAt: string; readonly id: string };
  readonly limit: number;
}

const recordOf = (tenantId: string, row: MemberRow): MemberRecord => ({
  id: row.id,
  tenantId,
  externalRef: row.externalRef,
  // Profiles come with the routes that write them; until then nobody has one.
  name: null,
  email: null,
  phone: null,
  pointsBalance: row.pointsBalance,
  lifetimePoints: row.lifetimePoints,
  state: row.state,
  enrolledAt: row.enrolledAt.toISOString(),
  lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const columns = {
  id: 'id',
  externalRef: 'external_ref',
  pointsBalance: 'points_balance',
  lifetimePoints: 'lifetime_points',
  state: 'state',
  enrolledAt: 'enrolled_at',
  lastActivityAt: 'last_activity_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const isWithin =
  ({ from, below }: LifetimePointsRange) =>
  (where: Knex.QueryBuilder): void => {
    void where.where('lifetime_points', '>=', from);
    if (below !== null) void where.where('lifetime_points', '<', below);
  };

const listQuery = (scope: Scope, query: MemberQuery): Knex.QueryBuilder => {
  const list = sql('members').select(columns).where('environment_id', scope.environmentId);
  if (query.ref !== undefined) void list.where('external_ref', query.ref);
  if (query.state !== undefined) void list.where('state', query.state);
  if (query.lifetimePoints !== undefined) void list.where(isWithin(query.lifetimePoints));
  if (query.search !== undefined) {
    void list.whereRaw('external_ref ILIKE ?', [`%${query.search.replace(/[\\%_]/g, '\\$&')}%`]);
  }
  if (query.before !== undefined) {
    void list.whereRaw('(created_at, id) < (?::timestamptz, ?::uuid)', [
      query.before.createdAt,
      query.before.id,
    ]);
  }
  return list
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(query.limit);
};

/** Members, newest first by (createdAt, id). */
export const listMembers = async (db: Queryable, scope: Scope, query: MemberQuery): Promise<MemberRecord[]> =>
  (await runBuilt<MemberRow>(db, listQuery(scope, query))).map((row) => recordOf(scope.tenantId, row));

const findStatement: Statement = {
  name: 'member-find',
  text: `SELECT ${Object.entries(columns)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(', ')} FROM members WHERE environment_id = $1 AND id = $2`,
};

/** One member by id, or null. */
export const findMember = async (
  db: Queryable,
  scope: Scope,
  memberId: string,
): Promise<MemberRecord | null> => {
  const [row] = await db.query<MemberRow>(findStatement, [scope.environmentId, memberId]);
  return row === undefined ? null : recordOf(scope.tenantId, row);
};

const countStatement: Statement = {
  name: 'members-count',
  text: `SELECT count(*) AS count FROM members
          WHERE environment_id = $1 AND lifetime_points >= $2 AND ($3::bigint IS NULL OR lifetime_points < $3)`,
};

/** How many members have lifetime points in the range. Reads all members of the environment. */
export const countMembers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { from, below }: LifetimePointsRange,
): Promise<number> =>
  onlyRow(await db.query<{ count: number }>(countStatement, [environmentId, from, below]), 'members').count;
