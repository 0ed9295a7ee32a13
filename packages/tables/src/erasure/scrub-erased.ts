import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Job } from '@loyalty/jobs/job';
import { type EnvironmentId, invariant, isReference, type MemberId, memberKeyOf } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { emptyOutboxRejected } from '@loyalty/storage/outbox';
import { eraseRequestLogs } from '../request-logs/request-logs.ts';
import { readEnvironmentSecret } from '../tenants/tenants.ts';
import { scrubDeliveries } from '../webhooks/deliveries/webhook-events.ts';
import { placeholderOfMember, replaceReference } from './erased-references.ts';
import { type DueErasure, findDueErasure, readEnvironmentsToScrub } from './pending-erasures.ts';

/** Finished ones are not found again. Older builds wrote the text. */
type ScrubCursor = { readonly after: MemberId } | 'what is left';

/**
 * Creates the job of the second phase, half a minute after the first (D99). Two runs at once are harmless. An
 * environment's erasures take turns, a chunk each, so that a large or failing one delays no other.
 */
export const createScrubErasedJob = (database: Queryable): Job<Transaction, ScrubCursor> => {
  const unstored = new Map<EnvironmentId, MemberId>();
  return {
    name: 'scrub-erased',
    schedule: { everyMs: 5_000 },
    sizes: { min: 50, max: 500 },
    environments: () => readEnvironmentsToScrub(database),
    chunk: async (tx, { environmentId, cursor, size }) => {
      const after = unstored.get(environmentId) ?? memberOf(cursor);
      const erasure = await findDueErasure(tx, environmentId, after);
      if (erasure === null) return { cursor: null, taken: 0 };
      unstored.set(environmentId, erasure.memberId);
      const secret = await readEnvironmentSecret(tx, environmentId);
      invariant(secret !== null, 'an erasure belongs to an environment');
      const taken = await scrubErased(tx, erasure, {
        environmentId,
        secret,
        size,
      });
      const committed = (): boolean => unstored.delete(environmentId);
      return { cursor: { after: erasure.memberId }, taken, committed };
    },
  };
};

const memberOf = (cursor: ScrubCursor | null): MemberId | null =>
  cursor === null || cursor === 'what is left' ? null : cursor.after;

interface ScrubOptions {
  readonly environmentId: EnvironmentId;
  /** The key by which the member's reference is recognised. */
  readonly secret: Uint8Array;
  /** At most this many rows are changed. */
  readonly size: number;
}

/**
 * Runs one chunk of the second phase. Returns the number of changed rows; 0 once nothing is left. It is safe
 * to repeat.
 */
export const scrubErased = async (
  tx: Transaction,
  { memberId, memberKey }: DueErasure,
  { environmentId, secret, size }: ScrubOptions,
): Promise<number> => {
  await tx.query(lockStatement, [environmentId, memberId]);
  const beside = await scrubDeliveries(tx, { environmentId, memberId, size });
  if (beside >= size) return beside;
  const own = (await tx.query(ownEventsStatement, [environmentId, memberId, size])).length;
  if (own >= size) return own;
  const others = await scrubReferringEvents(tx, { environmentId, memberId, memberKey, secret, size });
  if (others > 0) return beside + own + others;
  const rejected = await emptyOutboxRejected(tx, { environmentId, memberKey, size });
  if (rejected >= size) return rejected;
  const failed = (await tx.query(failedStatement, [environmentId, memberKey, size])).length;
  if (failed >= size) return failed;
  const refused = (await tx.query(refusedStatement, [environmentId, memberKey, size])).length;
  if (refused >= size) return refused;
  const logs = await eraseRequestLogs(tx, { environmentId, memberId, memberKey, size });
  if (logs >= size) return logs;
  await tx.query(doneStatement, [environmentId, memberId]);
  return beside + own + 1;
};

/** The row may be that of a reference, which `lockMembers` does not lock. */
const lockStatement: Statement = {
  name: 'scrub-lock',
  text: 'SELECT 1 FROM members WHERE environment_id = $1 AND id = $2 FOR NO KEY UPDATE',
};

const ownEventsStatement: Statement = {
  name: 'scrub-own-events',
  text: `UPDATE events SET payload = NULL
          WHERE environment_id = $1 AND member_id = $2
            AND (received_at, id) IN (SELECT received_at, id FROM events
                                       WHERE environment_id = $1 AND member_id = $2 AND payload IS NOT NULL
                                       ORDER BY received_at, id LIMIT $3)
         RETURNING 1`,
};

const failedStatement: Statement = {
  name: 'scrub-failed-requests',
  text: `DELETE FROM failed_requests
          WHERE environment_id = $1
            AND (operation, ref) IN (SELECT operation, ref FROM failed_requests
                                      WHERE environment_id = $1 AND member_key = $2 LIMIT $3)
         RETURNING 1`,
};

const refusedStatement: Statement = {
  name: 'scrub-refused-records',
  text: `DELETE FROM refused_records
          WHERE environment_id = $1
            AND (created_at, id) IN (SELECT created_at, id FROM refused_records
                                      WHERE environment_id = $1 AND member_key = $2 LIMIT $3)
         RETURNING 1`,
};

const doneStatement: Statement = {
  name: 'erasure-scrubbed',
  text: 'UPDATE erasures SET scrubbed_at = now() WHERE environment_id = $1 AND member_id = $2',
};

interface ReferringEvents extends DueErasure {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  /** At most this many events are changed. */
  readonly size: number;
}

/** Reading, parsing and writing this many bytes takes some 20 ms. */
const payloadBytesMax = 524_288;
/** Some 25 ms of HMACs. One payload may have twice as many (D10), and is processed whole. */
const textsMax = 5_000;

interface ReferringEvent {
  readonly receivedAt: Date;
  readonly id: string;
  readonly memberId: string;
  readonly payload: Buffer | null;
}

const referringStatement: Statement = {
  name: 'scrub-referring-events',
  // The first event, and as many after it as fit into the limit of bytes.
  text: `SELECT received_at AS "receivedAt", id, member_id AS "memberId", payload
           FROM (SELECT *, sum(octet_length(payload)) OVER (ORDER BY received_at, id
                                                            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
                   FROM (SELECT received_at, id, member_id, payload FROM events
                          WHERE environment_id = $1 AND referrer_key = $2
                          ORDER BY received_at, id LIMIT $3) AS oldest) AS summed
          WHERE coalesce(before, 0) < $4
          ORDER BY received_at, id`,
};

const replacedRows = rowArrays<ReferringEvent>((fields, rows) => [
  ...fields('received_at timestamptz', 'id uuid', 'payload bytea'),
  ['member_id', 'uuid', rows.map((event) => event.memberId)],
]).from(2);
const replaceStatement: Statement = {
  name: 'scrub-replace-referrer',
  // A payload that another erasure has emptied meanwhile stays empty. Without the key an event is not found
  // again.
  text: `UPDATE events e
            SET payload = CASE WHEN e.payload IS NULL THEN NULL ELSE w.payload END, referrer_key = NULL
           FROM ${replacedRows.as('w')}
          WHERE e.environment_id = $1 AND e.member_id = w.member_id AND e.received_at = w.received_at AND e.id = w.id`,
};

/** Events that name the member as referrer: at least one, within the limits above; 0 once none is left. */
const scrubReferringEvents = async (
  tx: Transaction,
  { environmentId, memberId, memberKey, secret, size }: ReferringEvents,
): Promise<number> => {
  const found = await tx.query<ReferringEvent>(referringStatement, [
    environmentId,
    memberKey,
    size,
    payloadBytesMax,
  ]);
  const search = new ReferenceSearch(secret, memberKey);
  const scrubbed = await scrub(found, search, placeholderOfMember(memberId));
  if (scrubbed.length === 0) return 0;
  await tx.query(replaceStatement, [environmentId, ...replacedRows.valuesOf(scrubbed)]);
  return scrubbed.length;
};

const scrub = async (
  events: readonly ReferringEvent[],
  search: ReferenceSearch,
  by: string,
): Promise<ReferringEvent[]> => {
  const scrubbed: ReferringEvent[] = [];
  for (const event of events) {
    if (search.tried >= textsMax) break;
    const payload = event.payload === null ? null : await withoutReference(event.payload, search, by);
    scrubbed.push({ ...event, payload });
  }
  return scrubbed;
};

/** Returns null for a payload that is no JSON: removed whole, nobody can tell what it contains. */
const withoutReference = async (
  payload: Buffer,
  search: ReferenceSearch,
  by: string,
): Promise<Buffer | null> => {
  const value = parsed(payload);
  if (value === undefined) return null;
  const reference = await search.findIn(value);
  return reference === null ? payload : replaceReference(payload, reference, by);
};

const parsed = (json: Buffer): unknown => {
  try {
    return JSON.parse(json.toString());
  } catch {
    return undefined;
  }
};

/** An HMAC takes about 5 µs, so the search blocks the event loop for some 5 ms at most. */
const textsPerTurn = 1_000;

/**
 * Finds the text of a reference of which only the member's key is known. Each possible text (D9) costs one
 * HMAC, and none after a match.
 */
export class ReferenceSearch {
  readonly #secret: Uint8Array;
  readonly #memberKey: Buffer;
  readonly #tried = new Set<string>();
  #reference: string | null = null;

  constructor(secret: Uint8Array, memberKey: Buffer) {
    this.#secret = secret;
    this.#memberKey = memberKey;
  }

  get tried(): number {
    return this.#tried.size;
  }

  /** Finds the reference in a string, or in an integer, which can be a reference, too (D63). */
  async findIn(value: unknown): Promise<string | null> {
    for (const text of textsIn(value)) {
      if (text === this.#reference) return text;
      if (this.#reference !== null || this.#tried.has(text)) continue;
      if (this.#tried.size % textsPerTurn === textsPerTurn - 1) await nextTurn();
      if (this.#isNewReference(text)) return text;
    }
    return null;
  }

  #isNewReference(text: string): boolean {
    this.#tried.add(text);
    if (!memberKeyOf(this.#secret, text).equals(this.#memberKey)) return false;
    this.#reference = text;
    return true;
  }
}

/** The list grows while the loop walks it. */
const textsIn = function* (root: unknown): Generator<string> {
  const values = [root];
  for (const value of values) {
    if (typeof value === 'string' && isReference(value)) yield value;
    else if (Number.isInteger(value)) yield String(value);
    values.push(...membersOf(value));
  }
};

/** A payload has at most this many members (D10), which are few enough to spread. */
const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
