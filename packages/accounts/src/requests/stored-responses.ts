import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, StoredResponse } from '@loyalty/storage';

/** The namespaces of references (D15). */
export type Operation = 'evaluate' | 'redeem' | 'event' | 'adjust' | 'return' | 'credit';

/** Names one request for ever. */
export interface RequestName {
  readonly environmentId: EnvironmentId;
  readonly operation: Operation;
  readonly ref: string;
}

/** The response to one request that was processed. */
export interface TransactionResponse extends RequestName, StoredResponse {
  /** The time of the record that was answered, by the broker's clock; milliseconds since the epoch. */
  readonly atMs: number;
}

const statement: Statement = {
  name: 'answers-read',
  text: `SELECT environment_id AS "environmentId", operation, ref, fingerprint, answer,
                (extract(epoch FROM created_at) * 1000)::bigint AS "atMs"
           FROM transactions
          WHERE (environment_id, operation, ref) IN (SELECT * FROM unnest($1::int[], $2::text[], $3::text[]))`,
};

/** The stored answers of those of these requests that were processed. */
export const readStoredResponses = (
  db: Queryable,
  names: readonly RequestName[],
): Promise<TransactionResponse[]> =>
  db.query<TransactionResponse>(statement, [
    names.map(({ environmentId }) => environmentId),
    names.map(({ operation }) => operation),
    names.map(({ ref }) => ref),
  ]);
