import { type EnvironmentId, type MemberId, type TransactionId, uuidMin } from '@loyalty/kernel';
import { instantSql, type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { identityRows, type MemberIdentity, membersByKey } from './accounts/accounts.ts';

/** An open redemption of a member. The row exists until the redemption is captured, voided, or lapses. */
export interface OpenRedemption {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly ref: string;
}

export interface OpenRedemptionWrite extends OpenRedemption {
  readonly transactionId: TransactionId;
  readonly points: number;
  readonly expiresAtMs: number;
}

export interface OpenCount {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly open: number;
}

const countStatement: Statement = {
  name: 'open-redemptions-count',
  text: `SELECT m.environment_id AS "environmentId", m.id AS "memberId", o.open
           FROM ${membersByKey}
          CROSS JOIN LATERAL (SELECT count(*)::int AS open FROM open_redemptions r
                               WHERE r.environment_id = m.environment_id AND r.member_id = m.id) o`,
};

/**
 * Counts open redemptions by member key, so that the statement can be sent right after the lock statement.
 */
export const countOpenRedemptions = async (
  tx: Queryable,
  members: readonly MemberIdentity[],
): Promise<readonly OpenCount[]> =>
  members.length === 0 ? [] : tx.query<OpenCount>(countStatement, identityRows.valuesOf(members));

const nameRows = rowArrays<OpenRedemption>((fields) =>
  fields('environment_id int', 'member_id uuid', 'ref text'),
);
const openedRows = rowArrays<OpenRedemptionWrite>((fields, rows) => [
  ...nameRows.columnsOf(rows),
  ...fields('transaction_id uuid', 'points bigint'),
  ['expires', 'bigint', rows.map(({ expiresAtMs }) => expiresAtMs)],
]);
const openStatement: Statement = {
  name: 'open-redemptions-write',
  text: `INSERT INTO open_redemptions (environment_id, member_id, ref, transaction_id, points, expires_at, ask_at)
         SELECT environment_id, member_id, ref, transaction_id, points, ${instantSql('expires')},
                ${instantSql('expires')} + interval '1 minute'
           FROM ${openedRows.as('w')}`,
};

/** Writes open redemptions. Their members must be locked. */
export const writeOpenRedemptions = async (
  tx: Queryable,
  opened: readonly OpenRedemptionWrite[],
): Promise<void> => {
  if (opened.length > 0) await tx.query(openStatement, openedRows.valuesOf(opened));
};

const closeStatement: Statement = {
  name: 'open-redemptions-close',
  text: `DELETE FROM open_redemptions o
          USING ${nameRows.as('w')}
          WHERE o.environment_id = w.environment_id AND o.member_id = w.member_id AND o.ref = w.ref`,
};

/**
 * Deletes redemptions that are no longer open. Their members must be locked. A job that asks for a lapse
 * holds a row for as long as its chunk takes.
 */
export const closeRedemptions = async (tx: Queryable, closed: readonly OpenRedemption[]): Promise<void> => {
  if (closed.length > 0) await tx.query(closeStatement, nameRows.valuesOf(closed));
};

export interface ListedRedemption {
  readonly ref: string;
  readonly transactionId: string;
  readonly points: number;
  readonly expiresAt: Date;
}

const listStatement: Statement = {
  name: 'open-redemptions-list',
  text: `SELECT ref, transaction_id AS "transactionId", points, expires_at AS "expiresAt" FROM open_redemptions
          WHERE environment_id = $1 AND member_id = $2 ORDER BY expires_at, ref`,
};

/** Lists a member's open redemptions, earliest due first. A member has few of them (D187). */
export const listOpenRedemptions = (
  db: Queryable,
  { environmentId, memberId }: Pick<OpenRedemption, 'environmentId'> & { readonly memberId: string },
): Promise<ListedRedemption[]> => db.query<ListedRedemption>(listStatement, [environmentId, memberId]);

export interface OpenRedemptionRow extends ListedRedemption {
  readonly memberId: string;
  /**
   * When its lapse is asked for next, to the microsecond: a minute after its time at first, and later each
   * time.
   */
  readonly askAt: string;
}

export type OpenRedemptionPlace = Pick<OpenRedemptionRow, 'askAt' | 'memberId' | 'ref'>;

interface OpenRedemptionsQuery {
  /** Lists only authorizations that should have lapsed. */
  readonly isOverdue: boolean;
  /** The last one of the page before. */
  readonly after: OpenRedemptionPlace | null;
  readonly limit: number;
}

// What is past its time is due now, or was asked for within the last minute.
const pageStatement: Statement = {
  name: 'open-redemptions-page',
  text: `SELECT member_id AS "memberId", ref, transaction_id AS "transactionId", points, expires_at AS "expiresAt",
                ask_at::text AS "askAt"
           FROM open_redemptions o
          WHERE environment_id = $1 AND (ask_at, member_id, ref) > ($2::timestamptz, $3::uuid, $4)
            AND ask_at <= CASE WHEN $5 THEN now() + interval '1 minute' ELSE 'infinity' END
            AND (NOT $5 OR expires_at < now() - interval '1 minute')
          ORDER BY o.ask_at, o.member_id, o.ref LIMIT $6`,
};

const beginning: OpenRedemptionPlace = { askAt: '-infinity', memberId: uuidMin, ref: '' };

/**
 * Reads redemptions in the order in which their lapses are asked for. One that is asked for meanwhile is
 * returned again on a later page.
 */
export const readOpenRedemptionsPage = (
  db: Queryable,
  environmentId: EnvironmentId,
  { isOverdue, after, limit }: OpenRedemptionsQuery,
): Promise<OpenRedemptionRow[]> => {
  const { askAt, memberId, ref } = after ?? beginning;
  return db.query<OpenRedemptionRow>(pageStatement, [environmentId, askAt, memberId, ref, isOverdue, limit]);
};
