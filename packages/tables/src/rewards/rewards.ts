import type { EnvironmentId } from '@loyalty/kernel';
import { normaliseCode, type RewardState } from '@loyalty/rules';
import {
  type BoundedList,
  type Database,
  type Knex,
  type ListPlace,
  pageNewestFirst,
  readBoundedPage,
  sql,
} from '@loyalty/storage';
import { rewardColumns, rewardRecordOf, type RewardRecord, type RewardRow } from './reward-record.ts';

/** Filters of the list; all of them must match. */
export interface RewardQuery {
  readonly memberId?: string;
  /** The state that is shown at `atMs`. */
  readonly state?: RewardState;
  readonly rewardType?: string;
  /** As a person typed it. */
  readonly code?: string;
  readonly before?: ListPlace;
  readonly limit: number;
  readonly atMs: number;
}

/** Some rewards of a list, and the position of the next page: after the last row that was scanned. */
export interface RewardPage {
  readonly rewards: readonly RewardRecord[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: ListPlace | null;
}

/** The database and the environment from which rewards are read. */
export interface RewardSource {
  readonly db: Database;
  readonly environmentId: EnvironmentId;
}

/** Some 50 ms: the most that filters without an index may cost. */
const lookedAtMax = 20_000;

/**
 * Lists rewards, newest first by (createdAt, id). Indexes serve the member, the code, and the states pending and failed. Other
 * filters scan 20,000 rewards at a time, so a page may be short.
 */
export const listRewards = async (
  source: RewardSource,
  query: RewardQuery,
  lookedAt = lookedAtMax,
): Promise<RewardPage> => {
  const { rows, next } = await readBoundedPage<RewardRow>(source.db, {
    sorted: () => sortedRewards(source, query),
    columns: rewardColumns,
    narrowing: narrowingOf(query),
    limit: query.limit,
    lookedAt,
  });
  return { rewards: rows.map((row) => rewardRecordOf(row, query.atMs)), next };
};

/** The rows that an index finds, in its order. */
const sortedRewards = (
  { environmentId }: RewardSource,
  { memberId, code, state, before }: RewardQuery,
): Knex.QueryBuilder => {
  const query = sql({ r: 'rewards' }).where('r.environment_id', environmentId);
  if (memberId !== undefined) void query.where('r.member_id', memberId);
  if (code !== undefined) void query.whereRaw(isOfCode, [environmentId, spellingsOf(code)]);
  if (isUnhappy(state)) void query.whereRaw(isInUnhappyState[state]);
  return pageNewestFirst(query, 'r', { before });
};

const isOfCode =
  'r.id IN (SELECT reward_id FROM reward_codes WHERE environment_id = ? AND code = ANY (?::text[]))';

/** Both spellings, because a pool may have a code that only resembles a generated one. */
const spellingsOf = (code: string): string[] => [...new Set([normaliseCode(code), code.trim()])];

type UnhappyState = 'PENDING_FULFILMENT' | 'FAILED';

const isUnhappy = (state: RewardState | undefined): state is UnhappyState =>
  state === 'PENDING_FULFILMENT' || state === 'FAILED';

/** Written into the text, not bound, so that the planner can use the partial index. */
const isInUnhappyState: Readonly<Record<UnhappyState, string>> = {
  PENDING_FULFILMENT: `r.state = 'PENDING_FULFILMENT'`,
  FAILED: `r.state = 'FAILED'`,
};

/** The conditions that no index serves. */
const narrowingOf = ({ state, rewardType, atMs }: RewardQuery): BoundedList['narrowing'] => {
  const at = new Date(atMs);
  const conditions: BoundedList['narrowing'][number][] = [];
  if (rewardType !== undefined) conditions.push(['r.reward_type = ?', [rewardType]]);
  if (state === 'REDEEMED') conditions.push([`r.state = 'REDEEMED'`, []]);
  if (state === 'ISSUED')
    conditions.push([`r.state = 'ISSUED' AND (r.expires_at IS NULL OR r.expires_at > ?)`, [at]]);
  if (state === 'EXPIRED')
    conditions.push([`(r.state = 'EXPIRED' OR (r.state = 'ISSUED' AND r.expires_at <= ?))`, [at]]);
  return conditions;
};
