import type { EnvironmentId, MemberId, TransactionId } from '@loyalty/kernel';
import type { Account, Claim } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import type { LotTake } from '@loyalty/rules/lots';
import type { MemberFigures } from '@loyalty/rules/statistics';
import {
  insertNewRows,
  instantSql,
  type Queryable,
  rowArrays,
  sparse,
  type Statement,
} from '@loyalty/storage';
import { packAuthors } from '../authors/author.ts';
import { searchTextOf } from '../members/search-text.ts';
import type { ClaimRow } from './accounts.ts';
import { epochDay } from './member-days.ts';

export interface AccountWrite {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly externalRef: string;
  readonly account: Account;
  /** The figures. If they are absent, they stay as they are, or are zero for a new member. */
  readonly figures?: MemberFigures;
  /** The number of completely returned receipts to add. Default: 0. */
  readonly wholeReturns?: number;
  /** Who enrolled a new member, as `authorBytesOf` makes it. If it is absent, nobody is known. */
  readonly enrolledBy?: Buffer | null;
  /** The time of the newest record that changed the account. */
  readonly atMs: number;
}

type ChangedAccount = Pick<AccountWrite, 'environmentId' | 'account' | 'figures' | 'wholeReturns' | 'atMs'>;

const totalRows = rowArrays<ChangedAccount>((_, rows) => [
  ['balance', 'bigint', rows.map(({ account }) => account.pointsBalance)],
  ['lifetime', 'bigint', rows.map(({ account }) => account.lifetimePoints)],
  ['seq', 'bigint', rows.map(({ account }) => account.ledgerSeq)],
  ['activity', 'bigint', rows.map(({ account }) => account.lastActivityAtMs)],
  ['at', 'bigint', rows.map(({ atMs }) => atMs)],
  ['spend', 'bigint', rows.map(({ figures }) => figures?.spendCents ?? null)],
  ['txns', 'bigint', rows.map(({ figures }) => figures?.txnCount ?? null)],
  ['last_day', 'int', rows.map(({ figures }) => figures?.lastTxnDay ?? null)],
]);

const searchTextOfNew = ({ externalRef }: AccountWrite): string =>
  searchTextOf({ externalRef, name: null, email: null, phone: null });

const enrolledRows = rowArrays<AccountWrite>((fields, rows) => {
  const authors = packAuthors(rows.map(({ enrolledBy }) => enrolledBy ?? null));
  return [
    ...fields('environment_id int'),
    ['id', 'uuid', rows.map(({ account }) => account.memberId)],
    ...fields('member_key bytea', 'external_ref text'),
    ...totalRows.columnsOf(rows),
    ['search_text', 'text', rows.map(searchTextOfNew)],
    ['authors', null, authors.distinct],
    ['author', 'int', authors.places],
  ];
});
const enrolStatement: Statement = {
  name: 'members-enrol',
  text: `WITH profiles AS (
           INSERT INTO member_profiles (environment_id, member_id, search_text, updated_at)
           SELECT environment_id, member_id, search_text, ${instantSql('at')}
             FROM unnest(${enrolledRows.only('environment_id', 'id', 'search_text', 'at').arrays})
                  AS p (environment_id, member_id, search_text, at)
           ON CONFLICT DO NOTHING)
         INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                              last_activity_at, enrolled_at, created_at, updated_at, spend_cents, txn_count, last_txn_day,
                              enrolled_by)
         SELECT environment_id, id, member_key, external_ref, balance, lifetime, seq, ${instantSql('activity')},
                ${instantSql('at')}, ${instantSql('at')}, ${instantSql('at')},
                coalesce(spend, 0), coalesce(txns, 0), ${epochDay} + last_day, ($14::bytea[])[author]
           FROM ${enrolledRows.without('search_text').as('m')}`,
};

/** The constraints that keep a member and a reference apart: see `insertNewRows`. */
export const memberKeys = ['members_pkey', 'members_environment_id_member_key_key'];

/**
 * Enrols members in the order of their keys. Returns false if another engine enrolled one of them: no other
 * statement of the transaction can then succeed, so roll back and run again. An existing profile stays.
 */
export const enrolMembers = async (tx: Queryable, members: readonly AccountWrite[]): Promise<boolean> => {
  if (members.length === 0) return true;
  const ordered = members.toSorted((a, b) => a.memberKey.compare(b.memberKey));
  const values = enrolledRows.valuesOf(ordered);
  return insertNewRows(tx, { statement: enrolStatement, values, keys: memberKeys });
};

const updatedRows = rowArrays<ChangedAccount>((fields, rows) => [
  ...fields('environment_id int'),
  ['id', 'uuid', rows.map(({ account }) => account.memberId)],
  ...totalRows.columnsOf(rows),
  ['wholly', 'int', sparse(rows.map(({ wholeReturns }) => wholeReturns))],
  // Without one of these the column stays as it is.
  ['deduct', 'bigint', sparse(rows.map(({ account }) => account.pointsToDeduct))],
  ['claims', 'jsonb', sparse(rows.map(({ account: { claims } }) => claims && textOfClaims(claims)))],
]);
const updateStatement: Statement = {
  name: 'accounts-update',
  text: `UPDATE members AS m
            SET points_balance = w.balance, lifetime_points = w.lifetime, ledger_seq = w.seq,
                last_activity_at = ${instantSql('w.activity')}, updated_at = ${instantSql('w.at')},
                spend_cents = coalesce(w.spend, m.spend_cents), txn_count = coalesce(w.txns, m.txn_count),
                last_txn_day = coalesce(${epochDay} + w.last_day, m.last_txn_day),
                whole_returns = m.whole_returns + coalesce(w.wholly, 0),
                points_to_deduct = coalesce(w.deduct, m.points_to_deduct),
                claims = CASE WHEN w.claims IS NULL THEN m.claims ELSE nullif(w.claims, '[]') END
           FROM ${updatedRows.as('w')}
          WHERE m.environment_id = w.environment_id AND m.id = w.id`,
};

export const updateAccounts = async (tx: Queryable, accounts: readonly ChangedAccount[]): Promise<void> => {
  if (accounts.length > 0) await tx.query(updateStatement, updatedRows.valuesOf(accounts));
};

const textOfClaims = (claims: readonly Claim[]): string =>
  JSON.stringify(
    claims.map(({ kind, seq, points, campaignId }): ClaimRow => [kind, seq, points, campaignId]),
  );

export interface PostingWrite {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly transactionId: TransactionId | null;
  readonly posting: LedgerPosting;
  readonly atMs: number;
}

const postingRows = rowArrays<PostingWrite>((fields, rows) => [
  ...fields('environment_id int', 'member_id uuid'),
  ['seq', 'bigint', rows.map(({ posting }) => posting.seq)],
  ['id', 'uuid', rows.map(({ posting }) => posting.id)],
  ['type', 'text', rows.map(({ posting }) => posting.type)],
  ['points', 'bigint', rows.map(({ posting }) => posting.points)],
  ['balance_after', 'bigint', rows.map(({ posting }) => posting.balanceAfter)],
  ...fields('transaction_id uuid'),
  ['description', 'text', rows.map(({ posting }) => posting.description)],
  ['expires', 'bigint', rows.map(({ posting }) => posting.expiresAtMs)],
  ['at', 'bigint', rows.map(({ atMs }) => atMs)],
  ['sliding_days', 'int', sparse(rows.map(({ posting }) => posting.slidingDays))],
  ['from_lots', 'jsonb', sparse(rows.map(({ posting: { fromLots } }) => fromLots && textOfTakes(fromLots)))],
  ['lifetime', 'bigint', sparse(rows.map(({ posting }) => posting.lifetimeChange))],
]);
const postingsStatement: Statement = {
  name: 'postings-insert',
  text: `INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, transaction_id,
                                     description, expires_at, created_at, sliding_days, from_lots, lifetime_change)
         SELECT environment_id, member_id, seq, id, type, points, balance_after, transaction_id, description,
                ${instantSql('expires')}, ${instantSql('at')}, sliding_days, from_lots, lifetime
           FROM ${postingRows.as('p')}`,
};

/** Inserts entries. A seq that exists makes the transaction fail. */
export const insertPostings = async (tx: Queryable, postings: readonly PostingWrite[]): Promise<void> => {
  if (postings.length > 0) await tx.query(postingsStatement, postingRows.valuesOf(postings));
};

const textOfTakes = (takes: readonly LotTake[]): string =>
  JSON.stringify(
    takes.map(({ slidingDays, expiresOn, points, addedAtMs, expiresAtMs }) => {
      // Of a sliding lot when the points were added, of a dated one when they end; most need neither.
      const timeMs = slidingDays > 0 ? addedAtMs : expiresAtMs;
      return timeMs === undefined
        ? [slidingDays, expiresOn, points]
        : [slidingDays, expiresOn, points, timeMs];
    }),
  );
