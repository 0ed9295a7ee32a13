import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { keptDays } from './refused-records.ts';

/** What became of a receipt, found by its reference. */
export interface ReceiptState {
  /** The 16 bytes of the stored content's fingerprint; null while none is stored. */
  readonly fingerprint: Buffer | null;
  /** The time of the stored record, by the broker's clock. */
  readonly storedAtMs: number | null;
  /** Why it was refused or given up, as long as that is kept; null if it was not. */
  readonly refusalCode: string | null;
}

const statesStatement: Statement = {
  name: 'receipt-states-read',
  // Key by key, as stored responses are read.
  text: `SELECT t.fingerprint, (extract(epoch FROM t.created_at) * 1000)::bigint AS "storedAtMs", f.code AS "refusalCode"
           FROM unnest($2::text[]) WITH ORDINALITY AS n (ref, place)
           LEFT JOIN LATERAL (SELECT fingerprint, created_at FROM transactions
                               WHERE environment_id = $1 AND operation = 'evaluate' AND ref = n.ref LIMIT 1) t ON true
           LEFT JOIN LATERAL (SELECT code FROM (
                                (SELECT code, created_at FROM failed_requests
                                  WHERE environment_id = $1 AND operation = 'evaluate' AND ref = n.ref
                                    AND created_at > now() - interval '24 hours' LIMIT 1)
                                UNION ALL
                                (SELECT code, created_at FROM refused_records
                                  WHERE environment_id = $1 AND ref = n.ref
                                    AND created_at > now() - interval '${keptDays.toString()} days'
                                  ORDER BY created_at DESC LIMIT 1)) failures
                               ORDER BY created_at DESC LIMIT 1) f ON true
          ORDER BY n.place`,
};

/** Returns one state for each reference, in the order of the references. */
export const readReceiptStates = (
  db: Queryable,
  environmentId: EnvironmentId,
  refs: readonly string[],
): Promise<ReceiptState[]> => db.query<ReceiptState>(statesStatement, [environmentId, refs]);
