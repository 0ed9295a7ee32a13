import { randomUUID } from 'node:crypto';
import { inParallel } from '../../../support/in-parallel.ts';
import { attackOf, type Attack } from '../attack.ts';
import { inLoops } from '../attacker/blow.ts';
import type { Ground } from '../attacker/ground.ts';
import { times } from '../attacker/receipts.ts';

const chunk = 100_000;

/** Loads rows of one member by a statement over the numbers $3 to $4. Returns the member's id. */
const loadRows = async ({ live, db, sizes, environmentIds }: Ground, text: string): Promise<string> => {
  const { id } = await live.make('/members', { externalRef: 'with-a-long-past' });
  for (let from = 1; from <= sizes.rows; from += chunk)
    await db.query(text, [environmentIds.live, id, from, Math.min(from + chunk - 1, sizes.rows)]);
  return id;
};

const ledgerText = `
  INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, created_at)
  SELECT $1::int, $2::uuid, i, gen_random_uuid(), 'EARN', 1, i, 'A past', now() - interval '100 days' + i * interval '1 ms'
    FROM generate_series($3::bigint, $4::bigint) AS i`;

const eventsText = `
  INSERT INTO events (environment_id, received_at, id, event_key, ref, member_id, payload, definition_version, points_awarded)
  SELECT $1::int, now() - interval '100 days' + i * interval '1 ms', gen_random_uuid(), 'attack.frequent', 'past-' || i, $2::uuid,
         '{}'::bytea, 1, 0
    FROM generate_series($3::bigint, $4::bigint) AS i`;

/** 400 days of a thousand campaigns, and the minutes of two days. */
const activityText = `
  INSERT INTO activity (environment_id, step_minutes, at, campaign_id, receipts, events, awards, spend_cents, points_earned,
                        points_redeemed, discount_cents, points_expired, points_adjusted, members_enrolled, rewards_given,
                        cost_cents)
  SELECT $1::int, 1440, date_trunc('day', now(), 'UTC') - n * interval '1 day',
         lpad(to_hex(c), 32, '0')::uuid, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
    FROM generate_series(0, 399) AS n, generate_series(0, 1000) AS c
  UNION ALL
  SELECT $1::int, 1, date_trunc('minute', now()) - n * interval '1 minute', lpad('', 32, '0')::uuid, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
    FROM generate_series(0, 2879) AS n
  ON CONFLICT DO NOTHING`;

/** Attacks by lists that read much and find little. */
export const lists: readonly Attack[] = [
  attackOf({
    name: 'ledger-by-a-rare-type',
    aimsAt: 'postgres',
    does: 'Reads the ledger of a member with a million entries by a type that none of them has, 16 calls at once.',
    isLegalBecause: 'A list may be filtered by type.',
    prepare: async (ground) => {
      const id = await loadRows(ground, ledgerText);
      await ground.db.query(
        `UPDATE members SET points_balance = $3, lifetime_points = $3, ledger_seq = $3 WHERE environment_id = $1 AND id = $2`,
        [ground.environmentIds.live, id, ground.sizes.rows],
      );
      return id;
    },
    strike: (blow, id) =>
      inLoops(16, blow, () => blow.live.get(`/members/${id}/ledger?type=EXPIRE&limit=200`)),
  }),
  attackOf({
    name: 'feed-by-a-rare-key',
    aimsAt: 'postgres',
    does: 'Reads the feed of a member with a million events by a key that none of them has, 16 calls at once.',
    isLegalBecause: 'A feed may be filtered by key and member.',
    prepare: async (ground) => {
      await ground.live.make('/event-definitions', { key: 'attack.rare', name: 'Rare', properties: {} });
      return loadRows(ground, eventsText);
    },
    strike: (blow, id) =>
      inLoops(16, blow, () => blow.live.get(`/events?memberId=${id}&eventKey=attack.rare&limit=200`)),
  }),
  attackOf({
    name: 'activity-of-all-days',
    aimsAt: 'postgres',
    does: 'Reads what a thousand campaigns gave in 400 days, and 1,500 minutes, 16 calls at once.',
    isLegalBecause: 'Activity is kept for 400 days, and may be read at once.',
    prepare: async ({ db, environmentIds }) => {
      await db.query(activityText, [environmentIds.live]);
    },
    strike: (blow) => {
      const from = new Date(Date.now() - 399 * 86_400_000).toISOString();
      const minutes = new Date(Date.now() - 1_499 * 60_000).toISOString();
      return inLoops(16, blow, (n) =>
        blow.live.get(
          n % 2 === 0 ? `/activity/campaigns?from=${from}` : `/activity?step=minute&from=${minutes}`,
        ),
      );
    },
  }),
  attackOf({
    name: 'searches-that-match-little',
    aimsAt: 'postgres',
    does: 'Searches 2,000 long names for pieces of them, 16 calls at once.',
    isLegalBecause: 'Members may be searched by any part of their names.',
    prepare: async ({ live }) => {
      await inParallel(
        times(2_000, () => randomUUID()),
        16,
        (externalRef) =>
          live.make('/members', {
            externalRef,
            name: `${externalRef} ${externalRef.toUpperCase()} of the attackers`,
          }),
      );
    },
    strike: (blow) =>
      inLoops(16, blow, (n) =>
        blow.live.get(`/members?search=of%20the%20attackers${(n % 7).toString()}&limit=200`),
      ),
  }),
  attackOf({
    name: 'largest-pages',
    aimsAt: 'ingress',
    does: 'Reads pages of 200 events of 60 KB each, 16 calls at once.',
    isLegalBecause: 'A page may have 200 events, and an event 256 KiB.',
    prepare: prepareNotes,
    strike: (blow) => inLoops(16, blow, () => blow.live.get('/events?limit=200')),
  }),
];

/** Stores 200 events whose page has 12 MB. */
export async function prepareNotes({ live }: Pick<Ground, 'live'>): Promise<void> {
  await live.make('/event-definitions', { key: 'attack.note', name: 'Note', properties: {} });
  const payload = { customerId: 'writer', note: 'x'.repeat(60_000) };
  await inParallel(
    times(200, () => randomUUID()),
    8,
    (ref) => live.make('/events', { eventKey: 'attack.note', ref, payload }),
  );
}
