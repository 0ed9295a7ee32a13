import type { Statement, Transaction } from '@loyalty/storage';
import { namesOf, type NewDelivery } from './delivery.ts';

const insertStatement: Statement = {
  name: 'deliveries-insert',
  text: `INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt,
                                 max_attempts, failure, replay_of)
         SELECT webhook_id, created_at, id, environment_id, event_at, event_id, event, status, 0, max_attempts, failure, replay_of
           FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::timestamptz[], $6::uuid[], $7::text[], $8::text[],
                       $9::smallint[], $10::text[], $11::uuid[])
                AS k (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, max_attempts, failure, replay_of)`,
};

/** A delivery to store: PENDING, or FAILED because it must not be sent. */
export interface StoredDelivery extends NewDelivery {
  /** The reason why it is not attempted; null when it is. */
  readonly failure: 'MEMBER_ERASED' | null;
}

/** Stores deliveries. Each needs a task row in the same transaction, unless it has failed. */
export const addDeliveries = async (
  tx: Transaction,
  deliveries: readonly StoredDelivery[],
): Promise<void> => {
  if (deliveries.length === 0) return;
  await tx.query(insertStatement, [
    ...namesOf(deliveries),
    deliveries.map(({ environmentId }) => environmentId),
    deliveries.map(({ eventAtMs }) => new Date(eventAtMs)),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ event }) => event),
    deliveries.map(({ failure }) => (failure === null ? 'PENDING' : 'FAILED')),
    deliveries.map(({ attemptsMax }) => attemptsMax),
    deliveries.map(({ failure }) => failure),
    deliveries.map(({ replayOf }) => replayOf),
  ]);
};
