import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import type { SecretBox, SecretOwner } from '@loyalty/storage/secrets';
import { openSecret, type SecretColumn } from './tenants/secrets.ts';

interface KeptPlace {
  readonly environmentId: EnvironmentId;
  /** A UUID that is derived from the operation, the credential and its key. */
  readonly id: string;
}

export interface KeptResponse extends KeptPlace {
  /** Differs if the request differs. */
  readonly fingerprint: Buffer;
  /** The member whom the response names; null if it names none. An erasure of the member deletes it. */
  readonly memberId: string | null;
  /** JSON, which is sealed because it may show a secret. */
  readonly response: string;
}

/** How long a response is kept (D336). */
const kept = "interval '24 hours'";

const ownerOf = (environmentId: EnvironmentId, id: string): SecretOwner => ({
  kind: 'kept-response',
  environmentId,
  id,
});

/** The column that `loyaltyctl secrets reseal` seals again. */
export const keptResponseColumns: readonly SecretColumn[] = [
  { table: 'kept_responses', column: 'response', placeOf: ownerOf },
];

// A row that is older than 24 hours and not purged yet counts as absent.
const insertStatement: Statement = {
  name: 'kept-response-insert',
  text: `INSERT INTO kept_responses AS k (environment_id, id, created_at, fingerprint, member_id, response)
         VALUES ($1, $2, now(), $3, $4, $5)
         ON CONFLICT (environment_id, id) DO UPDATE
            SET created_at = now(), fingerprint = EXCLUDED.fingerprint, member_id = EXCLUDED.member_id,
                response = EXCLUDED.response
          WHERE k.created_at <= now() - ${kept}
         RETURNING 1 AS stored`,
};

/**
 * Keeps a response in the transaction of the write that it describes. Returns false if another request with
 * this key was faster; the caller then rolls back. Waits for a request with this key that has not ended yet.
 */
export const keepResponse = async (
  tx: Transaction,
  box: SecretBox,
  { environmentId, id, fingerprint, memberId, response }: KeptResponse,
): Promise<boolean> => {
  const sealed = box.seal(ownerOf(environmentId, id), Buffer.from(response));
  const values = [environmentId, id, fingerprint, memberId, sealed];
  return (await tx.query(insertStatement, values)).length > 0;
};

const findStatement: Statement = {
  name: 'kept-response-find',
  text: `SELECT fingerprint, response FROM kept_responses
          WHERE environment_id = $1 AND id = $2 AND created_at > now() - ${kept}`,
};

interface KeptRow {
  readonly fingerprint: Buffer;
  readonly response: Buffer;
}

/** Returns null if there is none. The response is null if its sealing key was removed. */
export const findKeptResponse = async (
  db: Queryable,
  box: SecretBox,
  { environmentId, id }: KeptPlace,
): Promise<{ readonly fingerprint: Buffer; readonly response: string | null } | null> => {
  const [row] = await db.query<KeptRow>(findStatement, [environmentId, id]);
  if (row === undefined) return null;
  const opened = openSecret(box, ownerOf(environmentId, id), row.response);
  return { fingerprint: row.fingerprint, response: opened?.export().toString() ?? null };
};

// Skips rows that an erasure has locked, so nobody waits.
const purgeStatement: Statement = {
  name: 'kept-responses-purge',
  text: `DELETE FROM kept_responses
          WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM kept_responses WHERE created_at <= to_timestamp($1::bigint / 1000.0) - ${kept}
                 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING 1 AS purged`,
};

/** A chunk takes some 50 ms. */
const sizes = { min: 1_000, max: 1_000 };

const hourMs = 3_600_000;

/** Creates a job for the whole database. The limits of requests bound how many rows an environment has. */
export const createPurgeKeptResponsesJob = (): Job<Transaction, object> => ({
  name: 'purge-kept-responses',
  schedule: { everyMs: hourMs },
  destroysByTime: true,
  sizes,
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, size }) => {
    const taken = (await tx.query(purgeStatement, [atMs, size])).length;
    return { cursor: taken < size ? null : {}, taken };
  },
});
