import type { EnvironmentId } from '@loyalty/kernel';
import { normaliseCode, type RewardState } from '@loyalty/rules';
import {
  newestFirst,
  readBoundedPage,
  sql,
  type BoundedList,
  type Database,
  type Knex,
  type ListPlace,
} from '@loyalty/storage';
import { rewardColumns, rewardRecordOf, type RewardRecord, type RewardRow } from './reward-record.ts';

/** Which rewards are asked for; all of it must hold. */
export interface RewardQuery {
  readonly memberId?: string;
  /** As it is shown at `atMs`. */
  readonly state?: RewardState;
  readonly rewardType?: string;
  /** As somebody typed it. */
  readonly code?: string;
  readonly before?: ListPlace;
  readonly limit: number;
  readonly atMs: number;
}

/** Some rewards of a list, and where it goes on: behind the last that was looked at. */
export interface RewardPage {
  readonly rewards: readonly RewardRecord[];
  /** Null at the end. A page may be short, and even empty, and still go on. */
  readonly next: ListPlace | null;
}

/** Where rewards are read, and whose. */
export interface RewardSource {
  readonly db: Database;
  readonly environmentId: EnvironmentId;
}

/** Some 50 ms: what filters that no index serves may cost. */
const lookedAtMax = 20_000;

/**
 * Rewards, newest first by (createdAt, id). An index serves members, codes, what waits and what has failed; what is rarer is looked
 * for among 20,000 rewards at a time, and may come as a short page.
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

/** What an index finds, in its order. */
const sortedRewards = (
  { environmentId }: RewardSource,
  { memberId, code, state, before }: RewardQuery,
): Knex.QueryBuilder => {
  const query = sql({ r: 'rewards' }).where('r.environment_id', environmentId);
  if (memberId !== undefined) void query.where('r.member_id', memberId);
  if (code !== undefined) void query.whereRaw(isOfCode, [environmentId, spellingsOf(code)]);
  if (isUnhappy(state)) void query.whereRaw(isInUnhappyState[state]);
  if (before !== undefined)
    void query.whereRaw('(r.created_at, r.id) < (?::timestamptz, ?::uuid)', [before.createdAt, before.id]);
  return newestFirst(query, 'r');
};

const isOfCode =
  'r.id IN (SELECT reward_id FROM reward_codes WHERE environment_id = ? AND code = ANY (?::text[]))';

/** A pool may have a code that only looks like one of the generator. */
const spellingsOf = (code: string): string[] => [...new Set([normaliseCode(code), code.trim()])];

type UnhappyState = 'PENDING_FULFILMENT' | 'FAILED';

const isUnhappy = (state: RewardState | undefined): state is UnhappyState =>
  state === 'PENDING_FULFILMENT' || state === 'FAILED';

/** Written into the text, not bound: the partial index serves such a query. */
const isInUnhappyState: Readonly<Record<UnhappyState, string>> = {
  PENDING_FULFILMENT: `r.state = 'PENDING_FULFILMENT'`,
  FAILED: `r.state = 'FAILED'`,
};

/** What no index knows. */
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
