import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, StoredResponse } from '@loyalty/storage';

/** The namespaces of references (D15). */
export type RequestOperation = 'evaluate' | 'redeem' | 'event' | 'adjust' | 'return' | 'credit';

/** Identifies one request for ever. */
export interface RequestKey {
  readonly environmentId: EnvironmentId;
  readonly operation: RequestOperation;
  readonly ref: string;
}

/** The stored response of one processed request. */
export interface DatedStoredResponse extends RequestKey, StoredResponse {
  /** The time of the request's record by the broker's clock, milliseconds since the epoch. */
  readonly atMs: number;
}

const statement: Statement = {
  name: 'responses-read',
  // Key by key: each lookup picks its partition at run time, whatever the planner's statistics say.
  text: `SELECT t.environment_id AS "environmentId", t.operation, t.ref, t.fingerprint, t.answer AS response,
                (extract(epoch FROM t.created_at) * 1000)::bigint AS "atMs"
           FROM unnest($1::int[], $2::text[], $3::text[]) AS n (environment_id, operation, ref)
          CROSS JOIN LATERAL (SELECT * FROM transactions
                               WHERE environment_id = n.environment_id AND operation = n.operation AND ref = n.ref
                               LIMIT 1) t`,
};

/** Returns the stored responses of the requests that were processed; one for each time that a request is named. */
export const readStoredResponses = (
  db: Queryable,
  names: readonly RequestKey[],
): Promise<DatedStoredResponse[]> =>
  db.query<DatedStoredResponse>(statement, [
    names.map(({ environmentId }) => environmentId),
    names.map(({ operation }) => operation),
    names.map(({ ref }) => ref),
  ]);
