import { awaitAll } from '@loyalty/kernel';
import type { ReceiptReward, TakenReward } from '@loyalty/rules/returns';
import { instantSql, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { packAuthors } from '../authors/author.ts';
import type { RewardKey } from './granted-rewards.ts';

export interface FoundReward extends RewardKey, ReceiptReward {}

const lockStatement: Statement = {
  name: 'rewards-lock-returned',
  text: `SELECT 1 FROM rewards WHERE (environment_id, id) IN (SELECT * FROM unnest($1::int[], $2::uuid[]))
          ORDER BY environment_id, id FOR NO KEY UPDATE`,
};

const readStatement: Statement = {
  name: 'rewards-read-returned',
  text: `SELECT r.environment_id AS "environmentId", r.id, r.state, r.reward_type AS "rewardType", r.value,
                (extract(epoch FROM r.expires_at) * 1000)::bigint AS "expiresAtMs",
                (r.state = 'EXPIRED' AND r.expired_at < coalesce(r.expires_at, 'infinity')
                 OR r.state = 'FAILED' AND r.failure_reason = 'RETURNED') IS TRUE AS "isTakenBack"
           FROM unnest($1::int[], $2::uuid[]) AS k (environment_id, id)
           JOIN rewards r ON (r.environment_id, r.id) = (k.environment_id, k.id)`,
};

const valuesOf = (keys: readonly RewardKey[]): unknown[] => [
  keys.map(({ environmentId }) => environmentId),
  keys.map(({ id }) => id),
];

/** Reads without a lock, for previews. */
export const readRewards = async (db: Queryable, keys: readonly RewardKey[]): Promise<FoundReward[]> =>
  keys.length === 0 ? [] : db.query<FoundReward>(readStatement, valuesOf(keys));

/**
 * Locks in the order of their keys, and reads after the locks. A redeem of one of them at the same time has
 * either won or is too late.
 */
export const lockRewards = async (tx: Transaction, keys: readonly RewardKey[]): Promise<FoundReward[]> => {
  if (keys.length === 0) return [];
  const [, rewards] = await awaitAll([tx.query(lockStatement, valuesOf(keys)), readRewards(tx, keys)]);
  return rewards;
};

export interface RewardTakenBack extends RewardKey, TakenReward {
  readonly atMs: number;
  /** The change of tier that took the reward, if a tier gave it (D304). */
  readonly tierSeq?: number;
  /** This is the author of the return (D303). */
  readonly author: Buffer | null;
}

const takeBackStatement: Statement = {
  name: 'rewards-take-back',
  text: `UPDATE rewards AS r
            SET changed_by = ($5::bytea[])[w.author], state = w.state, expired_at = CASE w.state WHEN 'EXPIRED' THEN w.at END,
                failed_at = CASE w.state WHEN 'FAILED' THEN w.at END,
                failure_reason = CASE w.state WHEN 'FAILED' THEN 'RETURNED' END, taken_tier_seq = w.tier_seq
           FROM (SELECT environment_id, id, state, ${instantSql('at')} AS at, tier_seq, author
                   FROM unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[], $7::bigint[], $6::int[])
                        AS u (environment_id, id, state, at, tier_seq, author)) w
          WHERE (r.environment_id, r.id) = (w.environment_id, w.id)`,
};

/** This transaction has locked the rewards. */
export const takeBackRewards = async (tx: Queryable, rewards: readonly RewardTakenBack[]): Promise<void> => {
  if (rewards.length === 0) return;
  const authors = packAuthors(rewards.map(({ author }) => author));
  await tx.query(takeBackStatement, [
    ...valuesOf(rewards),
    rewards.map(({ to }) => to),
    rewards.map(({ atMs }) => atMs),
    authors.distinct,
    authors.places,
    rewards.map(({ tierSeq }) => tierSeq ?? null),
  ]);
};
