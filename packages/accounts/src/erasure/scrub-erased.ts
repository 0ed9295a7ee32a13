import { memberKeyOf, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { lockMembers } from '../members/lock-members.ts';
import { placeholderOfMember } from './placeholders.ts';
import { replaceReference } from './replace-reference.ts';

/** An erasure whose second phase is due. */
export interface DueErasure {
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
}

const environmentsStatement: Statement = {
  name: 'erasures-due-environments',
  text: 'SELECT DISTINCT environment_id AS id FROM erasures WHERE scrubbed_at IS NULL AND scrub_after <= now()',
};

/** Where erasures wait for their second phase. */
export const readEnvironmentsToScrub = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(environmentsStatement)).map(({ id }) => id);

const dueStatement: Statement = {
  name: 'erasures-due',
  text: `SELECT member_id AS "memberId", member_key AS "memberKey" FROM erasures
          WHERE environment_id = $1 AND scrubbed_at IS NULL AND scrub_after <= now()
          ORDER BY member_id LIMIT 1`,
};

/** The next erasure of an environment whose second phase is due, in order of members. */
export const findDueErasure = async (
  tx: Queryable,
  environmentId: EnvironmentId,
): Promise<DueErasure | null> => {
  const [due] = await tx.query<DueErasure>(dueStatement, [environmentId]);
  return due ?? null;
};

export interface ScrubOptions {
  readonly environmentId: EnvironmentId;
  /** Of the environment: tells the member's reference from others by its key. */
  readonly secret: Uint8Array;
  /** How many rows to change at most. */
  readonly size: number;
  /** Does the same, first, to what others keep of the member; answers how many rows, fewer than `size` once nothing is left. */
  readonly scrubBeside: (
    tx: Transaction,
    of: { readonly environmentId: EnvironmentId; readonly memberId: MemberId; readonly size: number },
  ) => Promise<number>;
}

/**
 * Some of the second phase: takes away what others' events, the rest of the member's own, and failed requests say of them. Once
 * nothing is left it notes so. Answers how many rows it changed; 1 or more while anything was left to do. May run twice.
 */
export const scrubErased = async (
  tx: Transaction,
  { memberId, memberKey }: DueErasure,
  { environmentId, secret, size, scrubBeside }: ScrubOptions,
): Promise<number> => {
  await lockMembers(tx, environmentId, [memberId]);
  const beside = await scrubBeside(tx, { environmentId, memberId, size });
  if (beside >= size) return beside;
  const own = (await tx.query(ownEventsStatement, [environmentId, memberId, size])).length;
  if (own >= size) return own;
  const isReference = (text: string): boolean => memberKeyOf(secret, text).equals(memberKey);
  const others = await scrubOthers(tx, { environmentId, memberId, memberKey, isReference, size });
  if (others >= size) return own + others;
  await tx.query(failedStatement, [environmentId, memberKey]);
  await tx.query(doneStatement, [environmentId, memberId]);
  return beside + own + others + 1;
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

interface OthersEvents extends DueErasure {
  readonly environmentId: EnvironmentId;
  readonly isReference: (text: string) => boolean;
  readonly size: number;
}

interface ReferringEvent {
  readonly receivedAt: Date;
  readonly id: string;
  readonly memberId: string;
  readonly payload: Buffer | null;
}

const referringStatement: Statement = {
  name: 'scrub-referring-events',
  text: `SELECT received_at AS "receivedAt", id, member_id AS "memberId", payload FROM events
          WHERE environment_id = $1 AND referrer_key = $2
          ORDER BY received_at, id LIMIT $3`,
};

const replaceStatement: Statement = {
  name: 'scrub-replace-referrer',
  // A payload that another erasure has taken away meanwhile stays away. Without the key an event is not found again.
  text: `UPDATE events e
            SET payload = CASE WHEN e.payload IS NULL THEN NULL ELSE w.payload END, referrer_key = NULL
           FROM unnest($2::timestamptz[], $3::uuid[], $4::bytea[], $5::uuid[]) AS w (received_at, id, payload, member_id)
          WHERE e.environment_id = $1 AND e.member_id = w.member_id AND e.received_at = w.received_at AND e.id = w.id`,
};

/** Others' events that name the member as their referrer. */
const scrubOthers = async (
  tx: Transaction,
  { environmentId, memberId, memberKey, isReference, size }: OthersEvents,
): Promise<number> => {
  const found = await tx.query<ReferringEvent>(referringStatement, [environmentId, memberKey, size]);
  if (found.length === 0) return 0;
  const by = placeholderOfMember(memberId);
  await tx.query(replaceStatement, [
    environmentId,
    found.map(({ receivedAt }) => receivedAt),
    found.map(({ id }) => id),
    found.map(({ payload }) => (payload === null ? null : replaceReference(payload, isReference, by))),
    found.map((event) => event.memberId),
  ]);
  return found.length;
};

const failedStatement: Statement = {
  name: 'scrub-failed-requests',
  text: 'DELETE FROM failed_requests WHERE environment_id = $1 AND member_key = $2',
};

const doneStatement: Statement = {
  name: 'erasure-scrubbed',
  text: 'UPDATE erasures SET scrubbed_at = now() WHERE environment_id = $1 AND member_id = $2',
};
