import type { CampaignId, EnvironmentId, MemberId } from '@loyalty/kernel';
import type { MemberCountKind } from '@loyalty/rules/earning';
import { instantSql, type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { type MemberIdentity, membersByKey, type OwnedId, ownIds, valuesOfOwnIds } from './accounts.ts';

export interface MemberCounter {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly campaignId: CampaignId;
  readonly kind: MemberCountKind;
  readonly count: number;
  readonly completed: number;
}

export interface MemberCounterWrite extends MemberCounter {
  readonly atMs: number;
}

export interface SharedCounterKey {
  readonly environmentId: EnvironmentId;
  readonly campaignId: CampaignId;
  readonly scope: string;
}

export interface SharedCounter extends SharedCounterKey {
  readonly count: number;
}

const memberCountersStatement: Statement = {
  name: 'member-counters-read',
  text: `SELECT c.environment_id AS "environmentId", c.member_id AS "memberId", c.campaign_id AS "campaignId", c.kind,
                c.count, c.completed
           FROM ${membersByKey}
           ${ownIds}
          CROSS JOIN LATERAL (SELECT * FROM member_counters o
                               WHERE o.environment_id = m.environment_id AND o.member_id = m.id
                                 AND o.campaign_id = ANY (a.ids) OFFSET 0) c`,
};

/**
 * Reads only the counters of these campaigns, so that archived ones cost nothing. They are valid as long as
 * the members are locked.
 */
export const readMemberCounters = (
  db: Queryable,
  members: readonly MemberIdentity[],
  campaigns: readonly OwnedId[],
): Promise<MemberCounter[]> =>
  db.query<MemberCounter>(memberCountersStatement, valuesOfOwnIds(members, campaigns));

export const cardRows = rowArrays<StampsKey>((fields) =>
  fields('environment_id int', 'member_id uuid', 'campaign_id uuid'),
);
const writtenRows = rowArrays<MemberCounterWrite>((fields, rows) => [
  ...cardRows.columnsOf(rows),
  ...fields('kind text', 'count bigint', 'completed bigint'),
  ['at', 'bigint', rows.map(({ atMs }) => atMs)],
]);
const writeStatement: Statement = {
  name: 'member-counters-write',
  text: `INSERT INTO member_counters AS c (environment_id, member_id, campaign_id, kind, count, completed, last_at)
         SELECT environment_id, member_id, campaign_id, kind, count, completed, ${instantSql('at')}
           FROM ${writtenRows.as('w')}
         ON CONFLICT (environment_id, member_id, campaign_id, kind)
         DO UPDATE SET count = EXCLUDED.count, completed = EXCLUDED.completed, last_at = EXCLUDED.last_at`,
};

/**
 * Writes counters. This transaction must have locked or created the members. Each count may be named once.
 */
export const writeMemberCounters = async (
  tx: Transaction,
  counters: readonly MemberCounterWrite[],
): Promise<void> => {
  if (counters.length > 0) await tx.query(writeStatement, writtenRows.valuesOf(counters));
};

const signUpStatement: Statement = {
  name: 'sign-up-note',
  text: `INSERT INTO member_counters (environment_id, member_id, campaign_id, kind, count, completed, last_at)
         SELECT $1, member_id, campaign_id, 'SIGNUP', 1, 0, to_timestamp($4::bigint / 1000.0)
           FROM unnest($2::uuid[]) AS m (member_id) CROSS JOIN unnest($3::uuid[]) AS c (campaign_id)
         ON CONFLICT DO NOTHING`,
};

/** Planned each time: a plan that was made for few campaigns would read those of all environments. */
const signUpCampaignsText = `SELECT id FROM campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED'
                                AND earning_rule ->> 'type' = 'SIGNUP_BONUS'`;

/**
 * Counts a sign-up for each campaign that gives a bonus for it, so that no campaign welcomes members who signed
 * up elsewhere long ago (D341). The members must be locked or created.
 */
export const noteSignUp = async (
  tx: Transaction,
  { environmentId, atMs }: { readonly environmentId: EnvironmentId; readonly atMs: number },
  memberIds: readonly MemberId[],
): Promise<void> => {
  const campaigns = await tx.query<{ id: CampaignId }>(signUpCampaignsText, [environmentId]);
  if (memberIds.length === 0 || campaigns.length === 0) return;
  const campaignIds = campaigns.map(({ id }) => id);
  await tx.query(signUpStatement, [environmentId, memberIds, campaignIds, atMs]);
};

/** The key of a member's card. */
export interface StampsKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly campaignId: CampaignId;
}

export interface Stamps extends StampsKey {
  readonly stamps: number;
}

const stampsOfStatement: Statement = {
  name: 'stamps-read',
  text: `SELECT k.environment_id AS "environmentId", k.member_id AS "memberId", k.campaign_id AS "campaignId",
                c.count AS stamps
           FROM ${cardRows.as('k')}
          CROSS JOIN LATERAL (SELECT o.count FROM member_counters o
                               WHERE o.environment_id = k.environment_id AND o.member_id = k.member_id
                                 AND o.campaign_id = k.campaign_id AND o.kind = 'STAMPS' OFFSET 0) c`,
};

/** Reads stamps, which are valid as long as the members are locked. Cards without a stamp are left out. */
export const readStamps = async (db: Queryable, keys: readonly StampsKey[]): Promise<Stamps[]> =>
  keys.length === 0 ? [] : db.query<Stamps>(stampsOfStatement, cardRows.valuesOf(keys));

const stampsRows = rowArrays<Stamps>((_, rows) => [
  ...cardRows.columnsOf(rows),
  ['count', 'bigint', rows.map(({ stamps }) => stamps)],
]);
const writeStampsStatement: Statement = {
  name: 'stamps-write',
  text: `UPDATE member_counters AS c SET count = w.count
           FROM ${stampsRows.as('w')}
          WHERE c.environment_id = w.environment_id AND c.member_id = w.member_id AND c.campaign_id = w.campaign_id
            AND c.kind = 'STAMPS'`,
};

/**
 * Writes absolute numbers of stamps, which were read under the members' locks in this transaction; each card
 * may be named once. Completed cards and the time of the last stamp do not change, so that every published
 * fact about a card stays true.
 */
export const writeStamps = async (tx: Queryable, cards: readonly Stamps[]): Promise<void> => {
  if (cards.length > 0) await tx.query(writeStampsStatement, stampsRows.valuesOf(cards));
};

const sharedKeyRows = rowArrays<SharedCounterKey>((fields) =>
  fields('environment_id int', 'campaign_id uuid', 'scope text'),
);
const named = `(${sharedKeyRows.names}) IN (SELECT * FROM unnest(${sharedKeyRows.arrays}))`;
const columns = 'environment_id AS "environmentId", campaign_id AS "campaignId", scope, count';

const beginStatement: Statement = {
  name: 'shared-counters-begin',
  text: `INSERT INTO campaign_counters (environment_id, campaign_id, scope, count)
         SELECT environment_id, campaign_id, scope, 0
           FROM ${sharedKeyRows.as('n')}
          WHERE NOT EXISTS (SELECT FROM campaign_counters c
                             WHERE c.environment_id = n.environment_id AND c.campaign_id = n.campaign_id
                               AND c.scope = n.scope)
          ORDER BY environment_id, campaign_id, scope COLLATE "C"
         ON CONFLICT DO NOTHING`,
};

const lockStatement: Statement = {
  name: 'shared-counters-lock',
  text: `SELECT ${columns} FROM campaign_counters WHERE ${named}
          ORDER BY environment_id, campaign_id, scope FOR NO KEY UPDATE`,
};

const readStatement: Statement = {
  name: 'shared-counters-read',
  text: `SELECT ${columns} FROM campaign_counters WHERE ${named}`,
};

/** Creates the counts that do not exist, at 0, because a lock needs a row. */
export const beginSharedCounters = async (
  tx: Transaction,
  names: readonly SharedCounterKey[],
): Promise<void> => {
  await tx.query(beginStatement, sharedKeyRows.valuesOf(names));
};

/** Locks counts in the order of their keys. */
export const lockSharedCounters = (
  tx: Transaction,
  names: readonly SharedCounterKey[],
): Promise<SharedCounter[]> => tx.query<SharedCounter>(lockStatement, sharedKeyRows.valuesOf(names));

/** Reads counts without a lock, for previews. A count that was never begun is left out. */
export const readSharedCounters = (
  db: Queryable,
  names: readonly SharedCounterKey[],
): Promise<SharedCounter[]> => db.query<SharedCounter>(readStatement, sharedKeyRows.valuesOf(names));

const sharedRows = rowArrays<SharedCounter>((fields, rows) => [
  ...sharedKeyRows.columnsOf(rows),
  ...fields('count bigint'),
]);
const writeSharedStatement: Statement = {
  name: 'shared-counters-write',
  text: `UPDATE campaign_counters AS c SET count = w.count
           FROM ${sharedRows.as('w')}
          WHERE c.environment_id = w.environment_id AND c.campaign_id = w.campaign_id AND c.scope = w.scope`,
};

export const writeSharedCounters = async (
  tx: Transaction,
  counters: readonly SharedCounter[],
): Promise<void> => {
  if (counters.length > 0) await tx.query(writeSharedStatement, sharedRows.valuesOf(counters));
};

export interface StampCard {
  readonly campaignId: CampaignId;
  readonly stampsCollected: number;
  readonly completedCount: number;
  readonly lastStampAt: string | null;
}

const stampsStatement: Statement = {
  name: 'stamp-cards-read',
  text: `SELECT campaign_id AS "campaignId", count AS "stampsCollected", completed AS "completedCount",
                last_at AS "lastStampAt"
           FROM member_counters
          WHERE environment_id = $1 AND member_id = $2 AND kind = 'STAMPS'`,
};

/** Reads a member's stamp cards. Cards without a stamp are left out. */
export const readStampCards = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberId: string,
): Promise<StampCard[]> => {
  const rows = await db.query<Omit<StampCard, 'lastStampAt'> & { readonly lastStampAt: Date | null }>(
    stampsStatement,
    [environmentId, memberId],
  );
  return rows.map((row) => ({ ...row, lastStampAt: row.lastStampAt?.toISOString() ?? null }));
};

export interface Visits {
  readonly campaignId: CampaignId;
  readonly count: number;
  readonly lastVisitAt: string;
}

const visitsStatement: Statement = {
  name: 'visits-read',
  text: `SELECT campaign_id AS "campaignId", count, last_at AS "lastVisitAt"
           FROM member_counters
          WHERE environment_id = $1 AND member_id = $2 AND kind = 'VISITS'
          ORDER BY last_at DESC, campaign_id`,
};

/** Reads visits, latest first (D23). */
export const readVisits = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberId: string,
): Promise<Visits[]> => {
  const rows = await db.query<Omit<Visits, 'lastVisitAt'> & { readonly lastVisitAt: Date }>(visitsStatement, [
    environmentId,
    memberId,
  ]);
  return rows.map((row) => ({ ...row, lastVisitAt: row.lastVisitAt.toISOString() }));
};

/** The two members of a merge. */
export interface MergedMembers {
  readonly winnerId: MemberId;
  readonly loserId: MemberId;
}

const mergeStatement: Statement = {
  name: 'member-counters-merge',
  // A sign-up counts once, no matter who signed up first.
  text: `WITH gone AS (DELETE FROM member_counters WHERE environment_id = $1 AND member_id = $3 RETURNING *)
           INSERT INTO member_counters AS c (environment_id, member_id, campaign_id, kind, count, completed, last_at)
           SELECT environment_id, $2, campaign_id, kind, count, completed, last_at FROM gone ORDER BY campaign_id, kind
           ON CONFLICT (environment_id, member_id, campaign_id, kind)
           DO UPDATE SET count = CASE WHEN c.kind = 'SIGNUP' THEN greatest(c.count, EXCLUDED.count) ELSE c.count + EXCLUDED.count END,
                         completed = c.completed + EXCLUDED.completed, last_at = greatest(c.last_at, EXCLUDED.last_at)`,
};

/** Adds the stamps, visits and other counts of a merged member to those of another one (D346). Both must be locked. */
export const mergeMemberCounters = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { winnerId, loserId }: MergedMembers,
): Promise<void> => {
  await tx.query(mergeStatement, [environmentId, winnerId, loserId]);
};
