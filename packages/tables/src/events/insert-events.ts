import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { instantSql, packBytes, type Queryable, type Statement } from '@loyalty/storage';

export interface EventWrite {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** A lifecycle event without a definition has `lifecycle.` and its type in lower case. */
  readonly eventKey: string;
  readonly ref: string;
  readonly memberId: MemberId;
  /** The payload is JSON in bytes of an object. */
  readonly payload: Buffer;
  /** Null when the payload names no referrer. */
  readonly referrerKey: Buffer | null;
  /** It is null without a definition. */
  readonly definitionVersion: number | null;
  readonly pointsAwarded: number;
  readonly atMs: number;
}

const insertStatement: Statement = {
  name: 'events-insert',
  text: `INSERT INTO events (environment_id, received_at, id, event_key, ref, member_id, payload, definition_version,
                             points_awarded, referrer_key)
         SELECT environment_id, ${instantSql('at')}, id, event_key, ref, member_id,
                substring($9::bytea FROM payload_start FOR payload_length), version, points, referrer_key
           FROM unnest($1::int[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::int[], $8::bigint[],
                       $10::int[], $11::int[], $12::bytea[])
                AS e (environment_id, at, id, event_key, ref, member_id, version, points, payload_start,
                      payload_length, referrer_key)`,
};

/** An id that exists at the same time fails the transaction. */
export const insertEvents = async (tx: Queryable, events: readonly EventWrite[]): Promise<void> => {
  if (events.length === 0) return;
  const payloads = packBytes(events.map(({ payload }) => payload));
  await tx.query(insertStatement, [
    events.map(({ environmentId }) => environmentId),
    events.map(({ atMs }) => atMs),
    events.map(({ id }) => id),
    events.map(({ eventKey }) => eventKey),
    events.map(({ ref }) => ref),
    events.map(({ memberId }) => memberId),
    events.map(({ definitionVersion }) => definitionVersion),
    events.map(({ pointsAwarded }) => pointsAwarded),
    payloads.bytes,
    payloads.starts,
    payloads.lengths,
    events.map(({ referrerKey }) => referrerKey),
  ]);
};
