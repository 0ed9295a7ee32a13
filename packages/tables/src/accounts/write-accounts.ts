import type { EnvironmentId, MemberId, TransactionId } from '@loyalty/kernel';
import type { Account, Claim } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import type { LotTake } from '@loyalty/rules/lots';
import type { MemberFigures } from '@loyalty/rules/statistics';
import { insertNewRows, instantSql, type Queryable, type Statement } from '@loyalty/storage';
import { packAuthors } from '../authors/author.ts';
import { searchTextOf } from '../members/search-text.ts';
import type { ClaimRow } from './accounts.ts';
import { epochDay } from './member-days.ts';

export interface AccountWrite {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly externalRef: string;
  readonly account: Account;
  /** If absent, it is unchanged, or zero for a new member. */
  readonly figures?: MemberFigures;
  /** Receipts that were returned wholly, to be added. Absent: none. */
  readonly wholeReturns?: number;
  /** This names who enrolled a new member, as `authorBytesOf` makes it. If it is absent, nobody is known. */
  readonly enrolledBy?: Buffer | null;
  /** This is the time of the newest record that changed it. */
  readonly atMs: number;
}

const enrolStatement: Statement = {
  name: 'members-enrol',
  text: `WITH profiles AS (
           INSERT INTO member_profiles (environment_id, member_id, search_text, updated_at)
           SELECT environment_id, member_id, search_text, ${instantSql('at')}
             FROM unnest($1::int[], $2::uuid[], $13::text[], $9::bigint[])
                  AS p (environment_id, member_id, search_text, at)
           ON CONFLICT DO NOTHING)
         INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                              last_activity_at, enrolled_at, created_at, updated_at, spend_cents, txn_count, last_txn_day,
                              enrolled_by)
         SELECT environment_id, id, member_key, external_ref, balance, lifetime, seq, ${instantSql('activity')},
                ${instantSql('at')}, ${instantSql('at')}, ${instantSql('at')},
                coalesce(spend, 0), coalesce(txns, 0), ${epochDay} + last_day, ($14::bytea[])[author]
           FROM unnest($1::int[], $2::uuid[], $3::bytea[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
                       $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::int[], $15::int[])
                AS m (environment_id, id, member_key, external_ref, balance, lifetime, seq, activity, at, spend, txns,
                      last_day, author)`,
};

const memberKeys = ['members_pkey', 'members_environment_id_member_key_key'];

/**
 * Enrols members in the order of their keys. False means that another engine enrolled one of them, so no
 * other statement of the transaction succeeds; roll back and run again. A profile that exists stays.
 */
export const enrolMembers = async (tx: Queryable, members: readonly AccountWrite[]): Promise<boolean> => {
  if (members.length === 0) return true;
  const ordered = members.toSorted((a, b) => a.memberKey.compare(b.memberKey));
  const authors = packAuthors(ordered.map(({ enrolledBy }) => enrolledBy ?? null));
  const values = [
    ordered.map(({ environmentId }) => environmentId),
    ordered.map(({ account }) => account.memberId),
    ordered.map(({ memberKey }) => memberKey),
    ordered.map(({ externalRef }) => externalRef),
    ordered.map(({ account }) => account.pointsBalance),
    ordered.map(({ account }) => account.lifetimePoints),
    ordered.map(({ account }) => account.ledgerSeq),
    ordered.map(({ account }) => account.lastActivityAtMs),
    ordered.map(({ atMs }) => atMs),
    ...figuresOf(ordered),
    ordered.map(({ externalRef }) => searchTextOf({ externalRef, name: null, email: null, phone: null })),
    authors.distinct,
    authors.places,
  ];
  return insertNewRows(tx, { statement: enrolStatement, values, keys: memberKeys });
};

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
           FROM unnest($1::int[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                       $8::bigint[], $9::bigint[], $10::int[], $11::int[], $12::bigint[], $13::jsonb[])
                AS w (environment_id, id, balance, lifetime, seq, activity, at, spend, txns, last_day, wholly, deduct,
                      claims)
          WHERE m.environment_id = w.environment_id AND m.id = w.id`,
};

export const updateAccounts = async (
  tx: Queryable,
  accounts: readonly Pick<AccountWrite, 'environmentId' | 'account' | 'figures' | 'wholeReturns' | 'atMs'>[],
): Promise<void> => {
  if (accounts.length === 0) return;
  await tx.query(updateStatement, [
    accounts.map(({ environmentId }) => environmentId),
    accounts.map(({ account }) => account.memberId),
    accounts.map(({ account }) => account.pointsBalance),
    accounts.map(({ account }) => account.lifetimePoints),
    accounts.map(({ account }) => account.ledgerSeq),
    accounts.map(({ account }) => account.lastActivityAtMs),
    accounts.map(({ atMs }) => atMs),
    ...figuresOf(accounts),
    wholeReturnsOf(accounts),
    pointsToDeductOf(accounts),
    claimsOf(accounts),
  ]);
};

/** Most batches have none: for a missing array `unnest` returns nulls. */
const wholeReturnsOf = (accounts: readonly Pick<AccountWrite, 'wholeReturns'>[]): number[] | null =>
  accounts.some(({ wholeReturns }) => wholeReturns !== undefined)
    ? accounts.map(({ wholeReturns }) => wholeReturns ?? 0)
    : null;

/** Null where nothing was and nothing is to be deducted: the column then stays as it is. */
const pointsToDeductOf = (accounts: readonly Pick<AccountWrite, 'account'>[]): (number | null)[] | null =>
  accounts.some(({ account }) => account.pointsToDeduct !== undefined)
    ? accounts.map(({ account }) => account.pointsToDeduct ?? null)
    : null;

/** Null where there were none and there are none: the column then stays as it is. */
const claimsOf = (accounts: readonly Pick<AccountWrite, 'account'>[]): (string | null)[] | null =>
  accounts.some(({ account }) => account.claims !== undefined)
    ? accounts.map(({ account: { claims } }) => (claims === undefined ? null : textOfClaims(claims)))
    : null;

const textOfClaims = (claims: readonly Claim[]): string =>
  JSON.stringify(
    claims.map(({ kind, seq, points, campaignId }): ClaimRow => [kind, seq, points, campaignId]),
  );

const figuresOf = (accounts: readonly Pick<AccountWrite, 'figures'>[]): (number | null)[][] => [
  accounts.map(({ figures }) => figures?.spendCents ?? null),
  accounts.map(({ figures }) => figures?.txnCount ?? null),
  accounts.map(({ figures }) => figures?.lastTxnDay ?? null),
];

export interface PostingWrite {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly transactionId: TransactionId | null;
  readonly posting: LedgerPosting;
  readonly atMs: number;
}

const postingsStatement: Statement = {
  name: 'postings-insert',
  text: `INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, transaction_id,
                                     description, expires_at, created_at, sliding_days, from_lots, lifetime_change)
         SELECT environment_id, member_id, seq, id, type, points, balance_after, transaction_id, description,
                ${instantSql('expires')}, ${instantSql('at')}, sliding_days, from_lots, lifetime
           FROM unnest($1::int[], $2::uuid[], $3::bigint[], $4::uuid[], $5::text[], $6::bigint[], $7::bigint[],
                       $8::uuid[], $9::text[], $10::bigint[], $11::bigint[], $12::int[], $13::jsonb[],
                       $14::bigint[])
                AS p (environment_id, member_id, seq, id, type, points, balance_after, transaction_id, description,
                      expires, at, sliding_days, from_lots, lifetime)`,
};

/** A seq that exists fails the transaction. */
export const insertPostings = async (tx: Queryable, postings: readonly PostingWrite[]): Promise<void> => {
  if (postings.length === 0) return;
  await tx.query(postingsStatement, [
    postings.map(({ environmentId }) => environmentId),
    postings.map(({ memberId }) => memberId),
    postings.map(({ posting }) => posting.seq),
    postings.map(({ posting }) => posting.id),
    postings.map(({ posting }) => posting.type),
    postings.map(({ posting }) => posting.points),
    postings.map(({ posting }) => posting.balanceAfter),
    postings.map(({ transactionId }) => transactionId),
    postings.map(({ posting }) => posting.description),
    postings.map(({ posting }) => posting.expiresAtMs),
    postings.map(({ atMs }) => atMs),
    slidingDaysOf(postings),
    fromLotsOf(postings),
    lifetimeChangesOf(postings),
  ]);
};

/** Most batches have none: for a missing array `unnest` returns nulls. */
const slidingDaysOf = (postings: readonly PostingWrite[]): (number | null)[] | null =>
  postings.some(({ posting }) => posting.slidingDays !== undefined)
    ? postings.map(({ posting }) => posting.slidingDays ?? null)
    : null;

const fromLotsOf = (postings: readonly PostingWrite[]): (string | null)[] | null =>
  postings.some(({ posting }) => posting.fromLots !== undefined)
    ? postings.map(({ posting }) => (posting.fromLots === undefined ? null : textOfTakes(posting.fromLots)))
    : null;

const lifetimeChangesOf = (postings: readonly PostingWrite[]): (number | null)[] | null =>
  postings.some(({ posting }) => posting.lifetimeChange !== undefined)
    ? postings.map(({ posting }) => posting.lifetimeChange ?? null)
    : null;

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
