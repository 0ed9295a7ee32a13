import type { Queryable, Statement } from '@loyalty/storage';
import type { RewardKey } from './fulfil-rewards.ts';

/** The value of an issued reward, with its code. */
export type RewardValue = Readonly<Record<string, unknown>> & { readonly code: string };

const statement: Statement = {
  name: 'rewards-values',
  text: `SELECT r.id, r.value, r.code
           FROM rewards r JOIN unnest($1::int[], $2::uuid[]) AS k (environment_id, id)
                          ON (r.environment_id, r.id) = (k.environment_id, k.id)
          WHERE r.code IS NOT NULL`,
};

/** Returns the values of issued rewards, by id. No fact contains them, because codes must not travel through topics. */
export const readRewardValues = async (
  db: Queryable,
  rewards: readonly RewardKey[],
): Promise<ReadonlyMap<string, RewardValue>> => {
  if (rewards.length === 0) return new Map();
  const rows = await db.query<{ id: string; value: Record<string, unknown>; code: string }>(statement, [
    rewards.map(({ environmentId }) => environmentId),
    rewards.map(({ id }) => id),
  ]);
  return new Map(rows.map(({ id, value, code }) => [id, { ...value, code }]));
};
