import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EnvironmentId, isReference, memberKeyOf } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { placeholderOfMember, replaceReference } from './erased-references.ts';
import type { DueErasure } from './pending-erasures.ts';

interface ReferringEvents extends DueErasure {
  readonly environmentId: EnvironmentId;
  /** The environment's secret. It gives each reference its key, so the member's reference can be recognised. */
  readonly secret: Uint8Array;
  /** At most so many events are changed. */
  readonly size: number;
}

/** Reading, parsing and writing so many bytes takes some 20 ms. */
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

const replaceStatement: Statement = {
  name: 'scrub-replace-referrer',
  // A payload that another erasure has emptied meanwhile stays empty. Without the key an event is not found again.
  text: `UPDATE events e
            SET payload = CASE WHEN e.payload IS NULL THEN NULL ELSE w.payload END, referrer_key = NULL
           FROM unnest($2::timestamptz[], $3::uuid[], $4::bytea[], $5::uuid[]) AS w (received_at, id, payload, member_id)
          WHERE e.environment_id = $1 AND e.member_id = w.member_id AND e.received_at = w.received_at AND e.id = w.id`,
};

/**
 * Removes the member's reference from some events of other members that name the member as their referrer: at least one, and no
 * more than fit into the limits above. Returns how many it changed; 0 once none is left.
 */
export const scrubReferringEvents = async (
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
  await tx.query(replaceStatement, [
    environmentId,
    scrubbed.map(({ receivedAt }) => receivedAt),
    scrubbed.map(({ id }) => id),
    scrubbed.map(({ payload }) => payload),
    scrubbed.map((event) => event.memberId),
  ]);
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

/** Returns null for a payload that is no JSON: it is removed whole, because nobody can tell what it contains. */
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
 * Finds the reference of an erased member in JSON. Only the member's key is known, so testing a text costs an HMAC. Each text is
 * tested once, and only if it can be a reference (D9). After a match no other text is tested, because no other has its key. The
 * search lets the event loop run in between.
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

  /** The number of texts that were tested: the cost of the search. */
  get tried(): number {
    return this.#tried.size;
  }

  /** Returns the reference if it is a value in this JSON: a string, or an integer, which can be a reference too (D63). */
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

/** Yields the values that can be references. The list grows while the loop walks it. */
const textsIn = function* (root: unknown): Generator<string> {
  const values = [root];
  for (const value of values) {
    if (typeof value === 'string' && isReference(value)) yield value;
    else if (Number.isInteger(value)) yield String(value);
    values.push(...membersOf(value));
  }
};

/** At most as many as a payload may have (D10): few enough to spread. */
const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
