import { topics, headers as names } from '@loyalty/contracts';
import { burnRequestCodec } from '@loyalty/contracts/burning';
import type { Job } from '@loyalty/jobs/job';
import type { OutgoingMessage } from '@loyalty/kafka';
import type { SchemaId } from '@loyalty/kafka/registry';
import type { EnvironmentId } from '@loyalty/kernel';
import { redemptionEndOf } from '@loyalty/rules/requests';
import {
  environmentsWith,
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import type { FactOutbox } from '@loyalty/streams/outbox';
import { jobAuthor } from './authors/author.ts';

interface LapseRedemptionsOptions {
  readonly db: Queryable;
  readonly outbox: FactOutbox;
  /** The id in the registry is that of burn requests. */
  readonly schemaId: SchemaId;
}

const author = jobAuthor('lapse-redemptions');

/** No position: a redemption that was asked for is not found again within a minute. */
type LapseCursor = 'what is left';

/**
 * Creates a job that asks burn-engine to void authorizations that are past their time, and asks again each
 * minute until the row is gone, so that one piece of code gives points back (D187). Rows that a batch has
 * locked end there, or wait for the next run.
 */
export const createLapseRedemptionsJob = ({
  db,
  outbox,
  schemaId,
}: LapseRedemptionsOptions): Job<Transaction, LapseCursor> => ({
  name: 'lapse-redemptions',
  schedule: { everyMs: 5_000 },
  destroysByTime: true,
  // Captures and voids of these rows wait for a chunk.
  sizes: { min: 50, max: 500, targetMs: 50 },
  environments: () => readEnvironmentsWithDueRedemptions(db),
  chunk: async (tx, { environmentId, atMs, size }) => {
    const due = await tx.query<DueRedemption>(askStatement, [environmentId, atMs, size]);
    const id = schemaId();
    await outbox.add(
      tx,
      due.map((redemption) => lapseOf(redemption, { environmentId, id })),
    );
    return { cursor: due.length < size ? null : 'what is left', taken: due.length };
  },
});

interface DueRedemption {
  readonly ref: string;
  /** The key has 16 bytes. */
  readonly memberKey: Buffer;
}

/** Materialised and joined: a sub-select that runs again would lock more rows than its limit. */
const askStatement: Statement = {
  name: 'open-redemptions-ask',
  text: `WITH due AS MATERIALIZED (
           SELECT environment_id, member_id, ref FROM open_redemptions
            WHERE environment_id = $1 AND ask_at <= to_timestamp($2::bigint / 1000.0)
            ORDER BY ask_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
         UPDATE open_redemptions o SET ask_at = greatest(now(), to_timestamp($2::bigint / 1000.0)) + interval '1 minute'
           FROM due JOIN members m ON m.environment_id = due.environment_id AND m.id = due.member_id
          WHERE o.environment_id = due.environment_id AND o.member_id = due.member_id AND o.ref = due.ref
         RETURNING o.ref, m.member_key AS "memberKey"`,
};

const lapseOf = (
  { ref, memberKey }: DueRedemption,
  { environmentId, id }: { readonly environmentId: EnvironmentId; readonly id: number },
): OutgoingMessage => ({
  topic: topics.burnRequestsBulk,
  key: Buffer.from(memberKey.toString('base64url')),
  value: burnRequestCodec.encode(redemptionEndOf({ kind: 'VOID', ref, memberKey, isLapse: true }), id),
  headers: { [names.environment]: environmentId.toString(), [names.author]: author },
});

const environmentsStatement: Statement = {
  name: 'open-redemptions-environments',
  text: `SELECT id FROM (${environmentsWith('open_redemptions')}) e
          WHERE EXISTS (SELECT FROM open_redemptions o WHERE o.environment_id = e.id AND o.ask_at <= now())`,
};

/** Reads the environments with an open authorization, one row for each. */
export const readEnvironmentsWithDueRedemptions = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, environmentsStatement);

/**
 * The job examines this many rows of an environment, beginning with those that were asked for longest ago.
 */
const overdueMax = 10_000;

// What is past its time is due now, or was asked for within the last minute. Of a tenant that is closed nothing lapses.
const overdueStatement: Statement = {
  name: 'open-redemptions-overdue',
  text: `SELECT coalesce(greatest(0, extract(epoch FROM now() - interval '1 minute' - min(o.expires_at))), 0)::float8 AS "overdueS"
           FROM (${environmentsWith('open_redemptions')}) e
           JOIN environments v ON v.id = e.id AND v.closed IS NULL
          CROSS JOIN LATERAL (SELECT expires_at FROM open_redemptions
                               WHERE environment_id = e.id AND ask_at <= now() + interval '1 minute'
                               ORDER BY ask_at LIMIT $1) o`,
};

/** Returns for how many seconds the oldest authorization has been due to lapse; 0 if all have lapsed. */
export const readLapsesOverdue = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ overdueS: number }>(overdueStatement, [overdueMax]), 'an age of authorizations')
    .overdueS;
