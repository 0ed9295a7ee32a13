import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { named, namesOf, type DeliveryKey } from './delivery.ts';

/** The response body of an attempt that the receiver did not accept, as readable text; null when there is none to store. */
export interface SaidError extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly errorBody: string | null;
}

const storeStatement: Statement = {
  name: 'delivery-errors-record',
  text: `INSERT INTO delivery_errors (webhook_id, created_at, delivery_id, environment_id, member_id, error_body)
         SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::uuid[], $6::text[])
         ON CONFLICT (webhook_id, created_at, delivery_id) DO UPDATE SET error_body = EXCLUDED.error_body`,
};

/**
 * Stores response bodies of rejected attempts, if there are any. Each endpoint keeps the newest thousand, and some more until the
 * next trim.
 */
export const recordErrors = async (tx: Transaction, attempts: readonly SaidError[]): Promise<void> => {
  const stored = attempts.filter(({ errorBody }) => errorBody !== null);
  if (stored.length === 0) return;
  await tx.query(storeStatement, [
    ...namesOf(stored),
    stored.map(({ environmentId }) => environmentId),
    stored.map(({ memberId }) => memberId),
    stored.map(({ errorBody }) => errorBody),
  ]);
  const many = new Set(stored.filter(isDrawn).map(({ webhookId }) => webhookId));
  if (many.size > 0) await tx.query(trimStatement, [[...many]]);
};

/** One delivery in 64: so often an endpoint's bodies beyond the thousand are deleted, in any process. */
const isDrawn = ({ id }: DeliveryKey): boolean => Number.parseInt(id.slice(-2), 16) % 64 === 0;

const errorsKept = 1_000;
/** For one endpoint at a time: more than arrive between two trims. */
const errorsTrimmedMax = 2_000;

/** Skips rows that another transaction has locked; the next trim deletes them. */
const trimStatement: Statement = {
  name: 'delivery-errors-trim',
  text: `DELETE FROM delivery_errors AS e
          USING unnest($1::uuid[]) AS k (webhook_id)
          CROSS JOIN LATERAL (SELECT created_at, delivery_id FROM delivery_errors o WHERE o.webhook_id = k.webhook_id
                               ORDER BY created_at DESC, delivery_id DESC
                              OFFSET ${errorsKept.toString()} LIMIT ${errorsTrimmedMax.toString()} FOR UPDATE SKIP LOCKED) AS old
          WHERE (e.webhook_id, e.created_at, e.delivery_id) = (k.webhook_id, old.created_at, old.delivery_id)`,
};

const forgetStatement: Statement = {
  name: 'delivery-errors-forget',
  text: `DELETE FROM delivery_errors AS e USING ${named}
          WHERE (e.webhook_id, e.created_at, e.delivery_id) = (k.webhook_id, k.created_at, k.id)`,
};

/** Deletes the response bodies of deliveries that have since succeeded, or failed without a body. */
export const forgetErrors = async (tx: Transaction, deliveries: readonly DeliveryKey[]): Promise<void> => {
  if (deliveries.length > 0) await tx.query(forgetStatement, namesOf(deliveries));
};
