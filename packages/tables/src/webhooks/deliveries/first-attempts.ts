import type { Statement, Transaction } from '@loyalty/storage';
import { namesOf, type NewDelivery } from './delivery.ts';
import { recordErrors } from './delivery-errors.ts';
import { resultsOf, type RecordedAttempt } from './record-attempts.ts';

/** The result of the first attempt of a leased delivery, which has no row yet. */
export type FirstAttempt = RecordedAttempt & Omit<NewDelivery, 'replayOf'>;

const insertStatement: Statement = {
  name: 'deliveries-record-first',
  text: `INSERT INTO deliveries (webhook_id, created_at, id, status, attempt, response_code, latency_ms, failure, attempted_at,
                                 next_attempt_at, environment_id, event_at, event_id, event, max_attempts)
         SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::smallint[], $6::smallint[], $7::int[],
                              $8::text[], $9::timestamptz[], $10::timestamptz[], $11::int[], $12::timestamptz[], $13::uuid[],
                              $14::text[], $15::smallint[])
         ON CONFLICT DO NOTHING RETURNING id`,
};

/**
 * Stores deliveries with the results of their first attempts, as one insert each. Returns the ids of the deliveries that were not
 * recorded before. The caller must leave out erased members.
 */
export const recordFirstAttempts = async (
  tx: Transaction,
  attempts: readonly FirstAttempt[],
): Promise<ReadonlySet<string>> => {
  if (attempts.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(insertStatement, [
    ...namesOf(attempts),
    ...resultsOf(attempts),
    attempts.map(({ environmentId }) => environmentId),
    attempts.map(({ eventAtMs }) => new Date(eventAtMs)),
    attempts.map(({ eventId }) => eventId),
    attempts.map(({ event }) => event),
    attempts.map(({ attemptsMax }) => attemptsMax),
  ]);
  const ids = new Set(rows.map(({ id }) => id));
  await recordErrors(
    tx,
    attempts.filter(({ id }) => ids.has(id)),
  );
  return ids;
};
