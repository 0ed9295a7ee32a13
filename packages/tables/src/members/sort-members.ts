import { type Knex, runBuilt, sql } from '@loyalty/storage/lists';
import { memberColumns, memberRecordOf, type MemberRow, membersWithProfiles } from './members.ts';
import {
  filterMembers,
  type MemberCursor,
  type MemberPage,
  membersInRange,
  type MemberSource,
  type ScanFilters,
} from './scan-members.ts';

/** The members with the most points, or those who bought last, come first. */
export type MemberSort = 'balance' | 'lastActivity';

/**
 * The members that one request sorts or counts: those whom an index finds, or the newest ones, because
 * receipts change balances and purchases, so these have no index.
 */
export interface MemberWindow {
  readonly filters: ScanFilters;
  /** Null if no index finds them. */
  readonly ids: readonly string[] | null;
  /** The oldest member of the window; null if nobody is older. */
  readonly upTo: MemberCursor | null;
}

/** The place of a member in a sorted list. */
export interface SortedPlace {
  readonly key: number;
  readonly id: string;
}

export interface SortedMembers {
  readonly members: MemberPage['members'];
  /** Null at the end. */
  readonly next: SortedPlace | null;
}

interface SortedPage {
  readonly sort: MemberSort;
  readonly after?: SortedPlace | undefined;
  readonly limit: number;
}

/** SQL: a whole number that grows with what the list is sorted by. Who never bought comes last. */
const sortKeys: Readonly<Record<MemberSort, string>> = {
  balance: 'm.points_balance',
  lastActivity: 'coalesce((extract(epoch FROM m.last_activity_at) * 1000)::bigint, 0)',
};

export const sortMembers = async (
  { db, scope }: MemberSource,
  window: MemberWindow,
  { sort, after, limit }: SortedPage,
): Promise<SortedMembers> => {
  const key = sortKeys[sort];
  const places = membersOf(scope, window).select(sql.raw(`m.id, ${key} AS key`));
  if (after !== undefined)
    void places.whereRaw(`(${key}, m.id) < (?::bigint, ?::uuid)`, [after.key, after.id]);
  void places.orderByRaw('key DESC, m.id DESC').limit(limit + 1);
  const query = sql(sql.raw(membersWithProfiles))
    .where('m.environment_id', scope.environmentId)
    .join(places.as('s'), 's.id', 'm.id')
    .select(sql.raw(`s.key, ${memberColumns}`))
    .orderByRaw('s.key DESC, m.id DESC');
  const rows = await runBuilt<MemberRow & { readonly key: number }>(db, query);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    members: shown.map((row) => memberRecordOf(scope.tenantId, row)),
    next: rows.length > limit && last !== undefined ? { key: last.key, id: last.id } : null,
  };
};

export interface MemberTotal {
  readonly memberCount: number;
  /** False if only the newest members were counted, and there may be more. */
  readonly isWhole: boolean;
}

export const countWindow = async (
  { db, scope }: MemberSource,
  window: MemberWindow,
): Promise<MemberTotal> => {
  const [row] = await runBuilt<{ count: number }>(
    db,
    membersOf(scope, window).select(sql.raw('count(*) AS count')),
  );
  return { memberCount: row?.count ?? 0, isWhole: window.upTo === null };
};

const membersOf = (scope: MemberSource['scope'], { filters, ids, upTo }: MemberWindow): Knex.QueryBuilder => {
  const query = filterMembers(membersInRange(scope, { upTo }, filters.state), filters).clearOrder();
  return ids === null ? query : query.whereRaw('m.id = ANY (?::uuid[])', [[...ids]]);
};
