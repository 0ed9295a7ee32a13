import type { EnvironmentId } from '@loyalty/kernel';
import { normaliseCode, type RewardState } from '@loyalty/rules';
import { runBuilt, sql, type Knex, type Queryable } from '@loyalty/storage';
import { rewardColumns, rewardRecordOf, type RewardRecord, type RewardRow } from './reward-record.ts';

/** The place of a reward in a list that is ordered newest first. */
export interface RewardPlace {
  readonly createdAt: string;
  readonly id: string;
}

/** Which rewards are asked for; all of it must hold. */
export interface RewardQuery {
  readonly memberId?: string;
  /** As it is shown at `atMs`. */
  readonly state?: RewardState;
  readonly rewardType?: string;
  /** As somebody typed it. */
  readonly code?: string;
  readonly before?: RewardPlace;
  readonly limit: number;
  readonly atMs: number;
}

/** Some rewards of a list, and where it goes on: behind the last that was looked at. */
export interface RewardPage {
  readonly rewards: readonly RewardRecord[];
  /** Null at the end. A page may be short, and even empty, and still go on. */
  readonly next: RewardPlace | null;
}

/** Where rewards are read, and whose. */
export interface RewardSource {
  readonly db: Queryable;
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
  const isLookedFor = query.code === undefined && narrowingOf(query).length > 0;
  if (!isLookedFor) return pageOf(await readRewards(source, query, sortedRewards(source, query)), query);
  const found = await readRewards(source, query, sortedRewards(source, query).limit(lookedAt));
  if (found.length > query.limit) return pageOf(found, query);
  return readSlice(source, query, lookedAt);
};

/** As far as so many rewards reach. The end is read first: a reward that comes meanwhile is shown on neither page, not on both. */
const readSlice = async (source: RewardSource, query: RewardQuery, lookedAt: number): Promise<RewardPage> => {
  const [end] = await runBuilt<{ createdAt: Date; id: string }>(
    source.db,
    sql
      .from(sortedRewards(source, query).as('r'))
      .select(sql.raw('r.created_at AS "createdAt", r.id'))
      .offset(lookedAt - 1)
      .limit(1),
  );
  if (end === undefined) return pageOf(await readRewards(source, query, sortedRewards(source, query)), query);
  const upTo = { createdAt: end.createdAt.toISOString(), id: end.id };
  const slice = sortedRewards(source, query).whereRaw('(created_at, id) >= (?::timestamptz, ?::uuid)', [
    ...[upTo.createdAt, upTo.id],
  ]);
  const page = pageOf(await readRewards(source, query, slice), query);
  return page.next === null ? { ...page, next: upTo } : page;
};

/** What an index finds, in its order. */
const sortedRewards = (
  { environmentId }: RewardSource,
  { memberId, code, state, before }: RewardQuery,
): Knex.QueryBuilder => {
  const query = sql('rewards').where('environment_id', environmentId);
  if (memberId !== undefined) void query.where('member_id', memberId);
  if (code !== undefined) void query.whereRaw(isOfCode, [environmentId, spellingsOf(code)]);
  if (isUnhappy(state)) void query.whereRaw(isInUnhappyState[state]);
  if (before !== undefined)
    void query.whereRaw('(created_at, id) < (?::timestamptz, ?::uuid)', [before.createdAt, before.id]);
  return query.orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);
};

const isOfCode =
  'id IN (SELECT reward_id FROM reward_codes WHERE environment_id = ? AND code = ANY (?::text[]))';

/** A pool may have a code that only looks like one of the generator. */
const spellingsOf = (code: string): string[] => [...new Set([normaliseCode(code), code.trim()])];

type UnhappyState = 'PENDING_FULFILMENT' | 'FAILED';

const isUnhappy = (state: RewardState | undefined): state is UnhappyState =>
  state === 'PENDING_FULFILMENT' || state === 'FAILED';

/** Written into the text, not bound: the partial index serves such a query. */
const isInUnhappyState: Readonly<Record<UnhappyState, string>> = {
  PENDING_FULFILMENT: `state = 'PENDING_FULFILMENT'`,
  FAILED: `state = 'FAILED'`,
};

type Condition = readonly [text: string, values: readonly (string | Date)[]];

/** What no index knows. */
const narrowingOf = ({ state, rewardType, atMs }: RewardQuery): Condition[] => {
  const at = new Date(atMs);
  const conditions: Condition[] = [];
  if (rewardType !== undefined) conditions.push(['r.reward_type = ?', [rewardType]]);
  if (state === 'REDEEMED') conditions.push([`r.state = 'REDEEMED'`, []]);
  if (state === 'ISSUED')
    conditions.push([`r.state = 'ISSUED' AND (r.expires_at IS NULL OR r.expires_at > ?)`, [at]]);
  if (state === 'EXPIRED')
    conditions.push([`(r.state = 'EXPIRED' OR (r.state = 'ISSUED' AND r.expires_at <= ?))`, [at]]);
  return conditions;
};

/** One more than the page holds, of what is left of `sorted`. */
const readRewards = async (
  { db }: RewardSource,
  query: RewardQuery,
  sorted: Knex.QueryBuilder,
): Promise<RewardRecord[]> => {
  const narrowed = sql.from(sorted.as('r')).select(sql.raw(rewardColumns));
  for (const [text, values] of narrowingOf(query)) void narrowed.whereRaw(text, values);
  const rows = await runBuilt<RewardRow>(
    db,
    narrowed
      .orderBy([
        { column: 'r.created_at', order: 'desc' },
        { column: 'r.id', order: 'desc' },
      ])
      .limit(query.limit + 1),
  );
  return rows.map((row) => rewardRecordOf(row, query.atMs));
};

const pageOf = (found: readonly RewardRecord[], { limit }: RewardQuery): RewardPage => {
  const rewards = found.slice(0, limit);
  const last = rewards.at(-1);
  if (found.length <= limit || last === undefined) return { rewards, next: null };
  return { rewards, next: { createdAt: last.createdAt, id: last.id } };
};
