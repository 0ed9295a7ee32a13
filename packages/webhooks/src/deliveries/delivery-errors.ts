import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { named, namesOf, type DeliveryKey } from './delivery.ts';

/** What a receiver said to an attempt that it did not take, readable; null: nothing is kept. */
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

/** Stores what receivers said, where they said something. Of an endpoint the newest thousand are kept, and some more for a while. */
export const recordErrors = async (tx: Transaction, attempts: readonly SaidError[]): Promise<void> => {
  const told = attempts.filter(({ errorBody }) => errorBody !== null);
  if (told.length === 0) return;
  await tx.query(storeStatement, [
    ...namesOf(told),
    told.map(({ environmentId }) => environmentId),
    told.map(({ memberId }) => memberId),
    told.map(({ errorBody }) => errorBody),
  ]);
  const many = new Set(told.filter(isDrawn).map(({ webhookId }) => webhookId));
  if (many.size > 0) await tx.query(trimStatement, [[...many]]);
};

/** One delivery in 64: what stands beyond the thousand is looked for as often, whoever records. */
const isDrawn = ({ id }: DeliveryKey): boolean => Number.parseInt(id.slice(-2), 16) % 64 === 0;

const errorsKept = 1_000;
/** Of one endpoint at a time: more than come between two looks. */
const errorsTrimmedMax = 2_000;

/** What another transaction holds is left for the next look. */
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

/** Takes away what receivers said of deliveries that have been taken, or have failed in another way since. */
export const forgetErrors = async (tx: Transaction, deliveries: readonly DeliveryKey[]): Promise<void> => {
  if (deliveries.length > 0) await tx.query(forgetStatement, namesOf(deliveries));
};
