import { awaitAll } from '@loyalty/kernel';
import type { ReceiptReward, TakenReward } from '@loyalty/rules/returns';
import {
  instantSql,
  ownedIds,
  type Queryable,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { packAuthors } from './authors/author.ts';
import type { RewardKey } from './granted-rewards.ts';

export interface FoundReward extends RewardKey, ReceiptReward {}

const lockStatement: Statement = {
  name: 'rewards-lock-returned',
  text: `SELECT 1 FROM rewards WHERE (environment_id, id) IN (SELECT * FROM unnest(${ownedIds.arrays}))
          ORDER BY environment_id, id FOR NO KEY UPDATE`,
};

const readStatement: Statement = {
  name: 'rewards-read-returned',
  text: `SELECT r.environment_id AS "environmentId", r.id, r.state, r.reward_type AS "rewardType", r.value,
                (extract(epoch FROM r.expires_at) * 1000)::bigint AS "expiresAtMs",
                (r.state = 'EXPIRED' AND r.expired_at < coalesce(r.expires_at, 'infinity')
                 OR r.state = 'FAILED' AND r.failure_reason = 'RETURNED') IS TRUE AS "isTakenBack"
           FROM ${ownedIds.as('k')}
           JOIN rewards r ON (r.environment_id, r.id) = (k.environment_id, k.id)`,
};

/** Reads rewards without a lock, for previews. */
export const readRewards = async (db: Queryable, keys: readonly RewardKey[]): Promise<FoundReward[]> =>
  keys.length === 0 ? [] : db.query<FoundReward>(readStatement, ownedIds.valuesOf(keys));

/**
 * Locks rewards in the order of their keys, and reads them after the locks. A simultaneous redeem of one of
 * them was either first or is too late.
 */
export const lockRewards = async (tx: Transaction, keys: readonly RewardKey[]): Promise<FoundReward[]> => {
  if (keys.length === 0) return [];
  const locked = tx.query(lockStatement, ownedIds.valuesOf(keys));
  const [, rewards] = await awaitAll([locked, readRewards(tx, keys)]);
  return rewards;
};

export interface RewardTakenBack extends RewardKey, TakenReward {
  readonly atMs: number;
  /** The change of tier that took the reward back, if a tier gave it (D304). */
  readonly tierSeq?: number;
  /** The author of the return (D303). */
  readonly author: Buffer | null;
}

const takenRows = rowArrays<RewardTakenBack>((fields, rows) => {
  const authors = packAuthors(rows.map(({ author }) => author));
  return [
    ...fields('environment_id int', 'id uuid'),
    ['state', 'text', rows.map(({ to }) => to)],
    ['at', 'bigint', rows.map(({ atMs }) => atMs)],
    ['authors', null, authors.distinct],
    ['author', 'int', authors.places],
    ['tier_seq', 'bigint', rows.map(({ tierSeq }) => tierSeq ?? null)],
  ];
});
const takeBackStatement: Statement = {
  name: 'rewards-take-back',
  text: `UPDATE rewards AS r
            SET changed_by = ($5::bytea[])[w.author], state = w.state, expired_at = CASE w.state WHEN 'EXPIRED' THEN w.at END,
                failed_at = CASE w.state WHEN 'FAILED' THEN w.at END,
                failure_reason = CASE w.state WHEN 'FAILED' THEN 'RETURNED' END, taken_tier_seq = w.tier_seq
           FROM (SELECT environment_id, id, state, ${instantSql('at')} AS at, tier_seq, author
                   FROM ${takenRows.as('u')}) w
          WHERE (r.environment_id, r.id) = (w.environment_id, w.id)`,
};

/** Takes rewards back. This transaction must have locked them. */
export const takeBackRewards = async (tx: Queryable, rewards: readonly RewardTakenBack[]): Promise<void> => {
  if (rewards.length > 0) await tx.query(takeBackStatement, takenRows.valuesOf(rewards));
};
