import type { CampaignId, EnvironmentId, MemberId, TierId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { RewardType } from '@loyalty/rules/campaigns';
import type { TangibleGrant } from '@loyalty/rules/earning';
import {
  instantSql,
  ownedIds,
  type Queryable,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';

type GivenReward = TangibleGrant & { readonly id: string } & (
    | { readonly campaignId: CampaignId; readonly tierId?: never }
    | { readonly tierId: TierId; readonly campaignId?: never }
  );

/** A reward to store as PENDING_FULFILMENT. */
export interface RewardWrite {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly reward: GivenReward;
  readonly transactionRef?: string;
  readonly atMs: number;
}

/** The values as JSON, and the place of each reward's value among them, from 1. */
const distinctValues = (rewards: readonly RewardWrite[]) => {
  // The rewards of a campaign share one value of up to 8 KiB, which is written, sent and read once a batch.
  const placeOf = new Map<TangibleGrant['value'], number>();
  const values: string[] = [];
  const places = rewards.map(({ reward: { value } }) => {
    const place = placeOf.get(value) ?? values.push(JSON.stringify(value));
    placeOf.set(value, place);
    return place;
  });
  return { places, values };
};

const insertedRows = rowArrays<RewardWrite>((fields, rows) => {
  const { places, values } = distinctValues(rows);
  return [
    ...fields('environment_id int'),
    ['id', 'uuid', rows.map(({ reward }) => reward.id)],
    ...fields('member_id uuid'),
    ['campaign_id', 'uuid', rows.map(({ reward }) => reward.campaignId ?? null)],
    ['tier_id', 'uuid', rows.map(({ reward }) => reward.tierId ?? null)],
    ['reward_type', 'text', rows.map(({ reward }) => reward.rewardType)],
    ['value_at', 'int', places],
    ['valid_days', 'int', rows.map(({ reward }) => reward.validDays)],
    ['at', 'bigint', rows.map(({ atMs }) => atMs)],
    ['ref', 'text', rows.map(({ transactionRef }) => transactionRef ?? null)],
    ['values', null, values],
  ];
});
const insertStatement: Statement = {
  name: 'rewards-insert',
  text: `INSERT INTO rewards (environment_id, id, member_id, campaign_id, tier_id, reward_type, value, valid_days, created_at,
                              transaction_ref)
         SELECT environment_id, id, member_id, campaign_id, tier_id, reward_type, v.value, valid_days, ${instantSql('at')}, ref
           FROM ${insertedRows.as('r')}
           JOIN unnest($11::jsonb[]) WITH ORDINALITY AS v (value, place) ON place = value_at`,
};

/** Inserts rewards. An id that exists makes the transaction fail. */
export const insertRewards = async (tx: Transaction, rewards: readonly RewardWrite[]): Promise<void> => {
  if (rewards.length > 0) await tx.query(insertStatement, insertedRows.valuesOf(rewards));
};

export interface RewardKey {
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

export interface PendingReward extends RewardKey {
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly memberState: MemberState;
  readonly campaignId: CampaignId | null;
  readonly tierId: TierId | null;
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
  /** The number of days that the reward is valid; null means that it never expires. */
  readonly validDays: number | null;
  /** The provider that was asked for the code, now or before; null before one was chosen. */
  readonly provider: string | null;
  readonly attempts: number;
  /** When the reward was granted, or last retried by an operator. */
  readonly requestedAt: Date;
}

export const requestedAtSql = 'coalesce(r.retried_at, r.created_at)';

const lockStatement: Statement = {
  name: 'rewards-lock-pending',
  text: `SELECT 1 FROM rewards r JOIN ${ownedIds.as('k')}
                  ON (r.environment_id, r.id) = (k.environment_id, k.id)
          ORDER BY r.environment_id, r.id FOR NO KEY UPDATE OF r`,
};

const pendingStatement: Statement = {
  name: 'rewards-pending',
  text: `SELECT r.environment_id AS "environmentId", r.id, r.member_id AS "memberId", m.member_key AS "memberKey",
                m.state AS "memberState", r.campaign_id AS "campaignId", r.tier_id AS "tierId", r.reward_type AS "rewardType",
                r.value, r.valid_days AS "validDays", r.provider, r.attempts,
                ${requestedAtSql} AS "requestedAt"
           FROM ${ownedIds.as('k')}
          CROSS JOIN LATERAL (SELECT * FROM rewards WHERE (environment_id, id) = (k.environment_id, k.id) LIMIT 1) AS r
          CROSS JOIN LATERAL (SELECT member_key, state FROM members
                               WHERE (environment_id, id) = (r.environment_id, r.member_id) LIMIT 1) AS m
          WHERE r.state = 'PENDING_FULFILMENT'
          ORDER BY r.environment_id, r.id`,
};

/** Reads pending rewards without a lock. Rewards that do not wait are left out. */
export const readPendingRewards = (db: Queryable, rewards: readonly RewardKey[]): Promise<PendingReward[]> =>
  db.query<PendingReward>(pendingStatement, ownedIds.valuesOf(rewards));

/** Locks rewards in the order of their keys. Returns those that still wait. */
export const lockPendingRewards = async (
  tx: Transaction,
  rewards: readonly RewardKey[],
): Promise<PendingReward[]> => {
  await tx.query(lockStatement, ownedIds.valuesOf(rewards));
  // Read after locking, so that it sees the commits of others.
  return readPendingRewards(tx, rewards);
};

/** The reward that it issues is locked. */
interface RewardIssue extends RewardKey {
  readonly code: string;
  readonly provider: string;
  readonly attempts: number;
  readonly issuedAt: Date;
  readonly expiresAt: Date | null;
}

const codeRows = rowArrays<RewardKey & Pick<RewardIssue, 'code'>>((fields) =>
  fields('environment_id int', 'code text', 'id uuid'),
);
const codesStatement: Statement = {
  name: 'reward-codes-insert',
  text: `INSERT INTO reward_codes (environment_id, code, reward_id)
         SELECT * FROM unnest(${codeRows.arrays})
             ON CONFLICT DO NOTHING RETURNING reward_id AS id`,
};

const givenStatement: Statement = {
  name: 'reward-codes-given',
  text: `SELECT k.id FROM ${codeRows.as('k')}
           JOIN reward_codes c ON (c.environment_id, c.code) = (k.environment_id, k.code)`,
};

/** Returns the ids of the rewards whose code was given to a reward before. */
export const findGivenCodes = async (
  db: Queryable,
  rewards: readonly (RewardKey & Pick<RewardIssue, 'code'>)[],
): Promise<ReadonlySet<string>> => {
  if (rewards.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(givenStatement, codeRows.valuesOf(rewards));
  return new Set(rows.map(({ id }) => id));
};

const issuedRows = rowArrays<RewardIssue>((fields) => [
  ...fields('environment_id int', 'id uuid', 'code text', 'provider text', 'attempts smallint'),
  ...fields('issued_at timestamptz', 'expires_at timestamptz'),
]);
const issueStatement: Statement = {
  name: 'rewards-issue',
  text: `UPDATE rewards AS r SET state = 'ISSUED', code = k.code, provider = k.provider, attempts = k.attempts,
                                 issued_at = k.issued_at, expires_at = k.expires_at
           FROM ${issuedRows.as('k')}
          WHERE (r.environment_id, r.id) = (k.environment_id, k.id)`,
};

/**
 * Issues rewards and returns the ids of those that were issued. A code that was given before is not given
 * again.
 */
export const issueRewards = async (
  tx: Transaction,
  rewards: readonly RewardIssue[],
): Promise<ReadonlySet<string>> => {
  if (rewards.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(codesStatement, codeRows.valuesOf(rewards));
  const given = new Set(rows.map(({ id }) => id));
  const issued = rewards.filter(({ id }) => given.has(id));
  if (issued.length > 0) await tx.query(issueStatement, issuedRows.valuesOf(issued));
  return given;
};

/** Locked; it gets no code any more. */
interface FailedReward extends RewardKey {
  readonly provider: string | null;
  readonly attempts: number;
  readonly reason: string;
  readonly failedAt: Date;
}

const failedRows = rowArrays<FailedReward>((fields) => [
  ...fields('environment_id int', 'id uuid', 'provider text', 'attempts smallint', 'reason text'),
  ...fields('failed_at timestamptz'),
]);
const failStatement: Statement = {
  name: 'rewards-fail',
  text: `UPDATE rewards AS r SET state = 'FAILED', provider = k.provider, attempts = k.attempts, failure_reason = k.reason,
                                 failed_at = k.failed_at
           FROM ${failedRows.as('k')}
          WHERE (r.environment_id, r.id) = (k.environment_id, k.id)`,
};

export const failRewards = async (tx: Transaction, rewards: readonly FailedReward[]): Promise<void> => {
  if (rewards.length > 0) await tx.query(failStatement, failedRows.valuesOf(rewards));
};

/** Locked; it waits for its provider. */
interface AskedReward extends RewardKey {
  readonly provider: string;
  readonly attempts: number;
}

const askedRows = rowArrays<AskedReward>((fields) =>
  fields('environment_id int', 'id uuid', 'provider text', 'attempts smallint'),
);
const askedStatement: Statement = {
  name: 'rewards-asked',
  text: `UPDATE rewards AS r SET provider = k.provider, attempts = k.attempts
           FROM ${askedRows.as('k')}
          WHERE (r.environment_id, r.id) = (k.environment_id, k.id)`,
};

export const recordProviderRequest = async (
  tx: Transaction,
  rewards: readonly AskedReward[],
): Promise<void> => {
  if (rewards.length > 0) await tx.query(askedStatement, askedRows.valuesOf(rewards));
};

export type RewardValue = Readonly<Record<string, unknown>> & { readonly code: string };

const valuesStatement: Statement = {
  name: 'rewards-values',
  text: `SELECT r.id, r.value, r.code
           FROM rewards r JOIN ${ownedIds.as('k')}
                          ON (r.environment_id, r.id) = (k.environment_id, k.id)
          WHERE r.code IS NOT NULL`,
};

/** Returns values by id. No fact contains them, because codes must not travel through topics. */
export const readRewardValues = async (
  db: Queryable,
  rewards: readonly RewardKey[],
): Promise<ReadonlyMap<string, RewardValue>> => {
  if (rewards.length === 0) return new Map();
  const rows = await db.query<{ id: string; value: Record<string, unknown>; code: string }>(
    valuesStatement,
    ownedIds.valuesOf(rewards),
  );
  return new Map(rows.map(({ id, value, code }) => [id, { ...value, code }]));
};
