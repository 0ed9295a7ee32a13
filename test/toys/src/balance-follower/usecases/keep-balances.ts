import type { EnvironmentId } from '@loyalty/kernel';
import type { MemberUpdate } from '@loyalty/service/facts';
import type { Statement, Transaction } from '@loyalty/storage';
import type { BatchHandler } from '@loyalty/streams';

/** A member's balance, read in the batch's transaction. */
interface Balance {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly points: number;
}

const readStatement: Statement = {
  name: 'toy-read-balances',
  text: `SELECT environment_id AS "environmentId", member_key AS "memberKey", points_balance AS points
           FROM members WHERE (environment_id, member_key) IN (SELECT * FROM unnest($1::int[], $2::bytea[]))`,
};

const writeStatement: Statement = {
  name: 'toy-write-balances',
  text: `INSERT INTO toy_balances AS b (environment_id, member_key, points)
         SELECT * FROM unnest($1::int[], $2::bytea[], $3::bigint[])
         ON CONFLICT (environment_id, member_key) DO UPDATE SET points = EXCLUDED.points`,
};

/** Reads the balance of each changed member once per batch and copies it. Repeated facts give the same copy. */
export const balanceHandler: BatchHandler<MemberUpdate<true>, Transaction, readonly Balance[]> = {
  plan: (tx, batch) =>
    tx.query<Balance>(readStatement, [
      batch.map(({ value }) => value.environmentId),
      batch.map(({ value }) => value.memberKey),
    ]),
  store: async (tx, balances) => {
    await tx.query(writeStatement, [
      balances.map(({ environmentId }) => environmentId),
      balances.map(({ memberKey }) => memberKey),
      balances.map(({ points }) => points),
    ]);
  },
  effectsOf: () => ({ facts: [], replies: [], rejected: [] }),
  committed: () => undefined,
};
