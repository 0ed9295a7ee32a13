import type { EnvironmentId } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import type { Queryable, Statement } from '@loyalty/storage';

export interface Stored {
  readonly fingerprint: Buffer;
  readonly answer: Buffer;
}

export interface MemberWrite {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly externalRef: string;
  readonly account: Account;
  readonly atMs: number;
}

/** The key of one request. */
export interface RequestName {
  readonly environmentId: EnvironmentId;
  readonly operation: 'evaluate' | 'redeem';
  readonly ref: string;
}

export interface TransactionWrite extends Stored, RequestName {
  readonly id: string;
  readonly memberId: string;
  readonly atMs: number;
}

const lockStatement: Statement = {
  name: 'm-lock',
  text: `SELECT id AS "memberId", state, points_balance AS "pointsBalance", lifetime_points AS "lifetimePoints",
                ledger_seq AS "ledgerSeq", (extract(epoch FROM last_activity_at) * 1000)::bigint AS "lastActivityAtMs"
           FROM members WHERE environment_id = $1 AND member_key = $2 FOR NO KEY UPDATE`,
};

export const lockMember = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  memberKey: Buffer,
): Promise<Account | null> => {
  const [row] = await tx.query<Account>(lockStatement, [environmentId, memberKey]);
  return row ?? null;
};

const answerStatement: Statement = {
  name: 'm-answer',
  text: `SELECT fingerprint, answer FROM transactions
          WHERE environment_id = $1 AND operation = $2 AND ref = $3`,
};

export const readAnswer = async (
  db: Queryable,
  { environmentId, operation, ref }: RequestName,
): Promise<Stored | null> => {
  const [row] = await db.query<Stored>(answerStatement, [environmentId, operation, ref]);
  return row ?? null;
};

const transactionStatement: Statement = {
  name: 'm-transaction',
  text: `INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0)) ON CONFLICT DO NOTHING
         RETURNING 1 AS stored`,
};

/** Stores a transaction. Returns false when its reference is already stored. */
export const insertTransaction = async (tx: Queryable, write: TransactionWrite): Promise<boolean> => {
  const { environmentId, operation, ref, id, memberId, fingerprint, answer, atMs } = write;
  const values = [environmentId, operation, ref, id, memberId, fingerprint, answer, atMs];
  return (await tx.query(transactionStatement, values)).length === 1;
};

const enrolStatement: Statement = {
  name: 'm-enrol',
  text: `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                              last_activity_at, enrolled_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0), to_timestamp($9 / 1000.0),
                 to_timestamp($9 / 1000.0), to_timestamp($9 / 1000.0)) ON CONFLICT DO NOTHING
         RETURNING 1 AS stored`,
};

/** Enrols a member. Returns false when another request enrolled it first. */
export const enrol = async (tx: Queryable, write: MemberWrite): Promise<boolean> => {
  const { environmentId, memberKey, externalRef, account, atMs } = write;
  const { memberId, pointsBalance, lifetimePoints, ledgerSeq, lastActivityAtMs } = account;
  const values = [environmentId, memberId, memberKey, externalRef, pointsBalance, lifetimePoints];
  const rows = await tx.query(enrolStatement, [...values, ledgerSeq, lastActivityAtMs, atMs]);
  return rows.length === 1;
};

const updateStatement: Statement = {
  name: 'm-update',
  text: `UPDATE members SET points_balance = $3, lifetime_points = $4, ledger_seq = $5,
                            last_activity_at = to_timestamp($6 / 1000.0), updated_at = to_timestamp($7 / 1000.0)
          WHERE environment_id = $1 AND id = $2`,
};

export const updateMember = async (tx: Queryable, write: MemberWrite): Promise<void> => {
  const { memberId, pointsBalance, lifetimePoints, ledgerSeq, lastActivityAtMs } = write.account;
  const values = [write.environmentId, memberId, pointsBalance, lifetimePoints, ledgerSeq];
  await tx.query(updateStatement, [...values, lastActivityAtMs, write.atMs]);
};

const postingStatement: Statement = {
  name: 'm-posting',
  text: `INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, transaction_id,
                                     description, created_at, from_lots)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10 / 1000.0), $11)`,
};

export const insertPosting = async (
  tx: Queryable,
  { environmentId, memberId, id: transactionId, atMs }: TransactionWrite,
  posting: LedgerPosting,
): Promise<void> => {
  const { seq, id, type, points, balanceAfter, description, fromLots } = posting;
  const values = [environmentId, memberId, seq, id, type, points, balanceAfter];
  const from = fromLots?.map((lot) => [lot.slidingDays, lot.expiresOn, lot.points]) ?? null;
  await tx.query(postingStatement, [
    ...values,
    transactionId,
    description,
    atMs,
    from && JSON.stringify(from),
  ]);
};

const outboxStatement: Statement = {
  name: 'm-outbox',
  text: 'INSERT INTO outbox (owner, messages) VALUES (0, $1)',
};

export const insertOutbox = async (tx: Queryable, facts: Buffer): Promise<void> => {
  await tx.query(outboxStatement, [facts]);
};
