import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { membersWithProfiles } from '../members/members.ts';

export type PlaceValue = string | number;

export interface SectionQuery {
  readonly environmentId: EnvironmentId;
  readonly memberId: string;
  /** The last row of the page before; empty for the first page. */
  readonly after: readonly PlaceValue[];
  readonly limit: number;
}

export interface SectionPage {
  /** The rows by the names of their columns in camel case. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** About how many bytes the rows are. */
  readonly bytes: number;
  /** The place after which the next page begins; null at the end. */
  readonly next: readonly PlaceValue[] | null;
}

interface Section {
  readonly name: string;
  /** $1 is the environment, $2 the limit, $3 the id of the member, and then comes the place. */
  readonly text: string;
  /** The columns by which the rows are in order, with a value before the first row. */
  readonly place: Readonly<Record<string, PlaceValue>>;
  /** The number of rows that are read at once; smaller where a row may have 256 KiB. The default is 1,000. */
  readonly atOnce?: number;
}

const beginning = '-infinity';

const ofMember = 'environment_id = $1 AND member_id = $3';

/** SQL: the keys of all of the member's references. Merged members have sections of their own. */
const theirKeys = `ARRAY(SELECT r.member_key FROM members r
                             WHERE r.environment_id = $1 AND (r.id = $3 OR (r.leads_to = $3 AND r.state = 'reference')))`;

/** Each table with rows of a member is here, or is named by the test with the reason why it is not. */
const sections: readonly Section[] = [
  {
    name: 'member',
    text: `SELECT 1 AS part, m.id, m.external_ref, m.state, p.name, p.email, p.phone, p.state_reason, p.state_changed_at,
                  m.enrolled_at, m.last_activity_at, m.points_balance, m.lifetime_points, m.points_to_deduct, m.tier_id,
                  t.name AS tier_name, m.spend_cents, m.txn_count, m.last_txn_day::text, m.created_at, m.updated_at
             FROM ${membersWithProfiles}
             LEFT JOIN tiers t ON t.environment_id = m.environment_id AND t.id = m.tier_id
            WHERE m.environment_id = $1 AND m.id = $3 AND $4::int < 1 LIMIT $2`,
    place: { part: 0 },
  },
  {
    name: 'consent',
    text: `SELECT created_at, id, purpose, channels, granted, granted_at, source, policy_version, evidence
             FROM consents WHERE ${ofMember} AND (created_at, id) > ($4::timestamptz, $5::uuid)
            ORDER BY created_at, id LIMIT $2`,
    place: { created_at: beginning, id: uuidMin },
    atOnce: 100,
  },
  {
    name: 'segment',
    text: `SELECT s.segment_id, g.name, s.added_at
             FROM segment_members s LEFT JOIN segments g ON (g.environment_id, g.id) = (s.environment_id, s.segment_id)
            WHERE s.environment_id = $1 AND s.member_id = $3 AND s.segment_id > $4::uuid ORDER BY s.segment_id LIMIT $2`,
    place: { segment_id: uuidMin },
  },
  {
    name: 'opening',
    text: `SELECT source, points, lifetime_points, spend_cents, txn_count, last_on::text, created_at
             FROM openings WHERE ${ofMember} AND source > $4 ORDER BY source LIMIT $2`,
    place: { source: '' },
  },
  {
    name: 'ledger',
    text: `SELECT seq, id, type, points, balance_after, lifetime_change, transaction_id, description, expires_at,
                  sliding_days, from_lots, created_at
             FROM ledger_entries WHERE ${ofMember} AND seq > $4 ORDER BY seq LIMIT $2`,
    place: { seq: 0 },
  },
  {
    name: 'transaction',
    text: `SELECT created_at, id, operation, ref AS transaction_ref, occurred_at, amount_cents AS amount, store_ref, answer AS response
             FROM transactions
            WHERE environment_id IS NOT DISTINCT FROM $1 AND member_id = $3
              AND (created_at, id) > ($4::timestamptz, $5::uuid)
            ORDER BY created_at, id LIMIT $2`,
    place: { created_at: beginning, id: uuidMin },
    atOnce: 100,
  },
  {
    name: 'return',
    text: `SELECT t.created_at, t.id, b.transaction_id, b.amount_returned, b.skus, b.redeem_ref, b.points_refunded,
                  b.points_from_pending, b.points_unrecovered
             FROM transactions t
             JOIN returned_transactions b ON b.environment_id = t.environment_id AND b.transaction_id = t.id
            WHERE t.environment_id IS NOT DISTINCT FROM $1 AND t.member_id = $3
              AND (t.created_at, t.id) > ($4::timestamptz, $5::uuid)
            ORDER BY t.created_at, t.id LIMIT $2`,
    place: { created_at: beginning, id: uuidMin },
  },
  {
    name: 'event',
    text: `SELECT received_at, id, event_key, ref AS event_ref, points_awarded, payload
             FROM events WHERE ${ofMember} AND (received_at, id) > ($4::timestamptz, $5::uuid)
            ORDER BY received_at, id LIMIT $2`,
    place: { received_at: beginning, id: uuidMin },
    atOnce: 20,
  },
  {
    name: 'lot',
    text: `SELECT sliding_days, expires_on, points, expires_at, added_at
             FROM point_lots WHERE ${ofMember} AND (sliding_days, expires_on) > ($4::int, $5::int)
            ORDER BY sliding_days, expires_on LIMIT $2`,
    place: { sliding_days: -1, expires_on: 0 },
  },
  {
    name: 'expiredLot',
    text: `SELECT run_at, seq, points, sliding_days, expires_at, added_at, returned_at
             FROM expired_lots WHERE ${ofMember} AND (run_at, seq) > ($4::timestamptz, $5::bigint)
            ORDER BY run_at, seq LIMIT $2`,
    place: { run_at: beginning, seq: 0 },
  },
  {
    name: 'pendingPoints',
    text: `SELECT transaction_id, n, points, due_at, description
             FROM pending_points WHERE ${ofMember} AND (transaction_id, n) > ($4::uuid, $5::int)
            ORDER BY transaction_id, n LIMIT $2`,
    place: { transaction_id: uuidMin, n: -1 },
  },
  {
    name: 'openAuthorization',
    text: `SELECT ref AS transaction_ref, transaction_id, points, expires_at
             FROM open_redemptions WHERE ${ofMember} AND ref > $4 ORDER BY ref LIMIT $2`,
    place: { transaction_ref: '' },
  },
  {
    name: 'reward',
    text: `SELECT created_at, id, campaign_id, tier_id, transaction_ref, state, reward_type, value, code, provider, issued_at,
                  expires_at, redeemed_at, redeemed_transaction_ref, redeemed_store_ref, expired_at, failed_at,
                  failure_reason
             FROM rewards WHERE ${ofMember} AND (created_at, id) > ($4::timestamptz, $5::uuid)
            ORDER BY created_at, id LIMIT $2`,
    place: { created_at: beginning, id: uuidMin },
    atOnce: 100,
  },
  {
    name: 'count',
    text: `SELECT campaign_id, kind, count, completed, last_at
             FROM member_counters WHERE ${ofMember} AND (campaign_id, kind) > ($4::uuid, $5)
            ORDER BY campaign_id, kind LIMIT $2`,
    place: { campaign_id: uuidMin, kind: '' },
  },
  {
    name: 'limitUse',
    text: `SELECT campaign_id, period, starts_on, times, points
             FROM member_uses
            WHERE ${ofMember} AND (campaign_id, period, starts_on) > ($4::uuid, $5::int, $6::int)
            ORDER BY campaign_id, period, starts_on LIMIT $2`,
    place: { campaign_id: uuidMin, period: -1, starts_on: -1 },
  },
  {
    name: 'dayOfPurchase',
    text: `SELECT day::text, spend_before, txns_before
             FROM member_days WHERE ${ofMember} AND day > $4::date ORDER BY member_days.day LIMIT $2`,
    place: { day: beginning },
  },
  {
    name: 'failedRequest',
    text: `SELECT operation, ref, code, context, created_at
             FROM failed_requests
            WHERE environment_id = $1 AND member_key = ANY (${theirKeys}) AND (operation, ref) > ($4, $5)
            ORDER BY operation, ref LIMIT $2`,
    place: { operation: '', ref: '' },
  },
  {
    name: 'refusedRecord',
    text: `SELECT id, ref, code, context, created_at
             FROM refused_records
            WHERE environment_id = $1 AND member_key = ANY (${theirKeys}) AND id > $4::uuid
            ORDER BY id LIMIT $2`,
    place: { id: uuidMin },
  },
  {
    name: 'requestLog',
    text: `SELECT created_at, id, method, path, status, code, duration_ms, request_body, response_body
             FROM request_logs
            WHERE environment_id = $1 AND (member_keys && ${theirKeys} OR ids @> ARRAY[$3::uuid])
              AND (created_at, id) > ($4::timestamptz, $5::uuid)
            ORDER BY created_at, id LIMIT $2`,
    place: { created_at: beginning, id: uuidMin },
    atOnce: 20,
  },
  {
    name: 'change',
    text: `SELECT created_at, id, action, actor_kind, changes
             FROM audit_entries
            WHERE environment_id = $1 AND object_type = 'member' AND object_id = $3::text
              AND (created_at, id) > ($4::timestamptz, $5::uuid)
            ORDER BY created_at, id LIMIT $2`,
    place: { created_at: beginning, id: uuidMin },
  },
  {
    name: 'webhookEvent',
    text: `SELECT created_at, id, type, body
             FROM webhook_events
            WHERE environment_id = $1 AND member_id = $3 AND body IS NOT NULL
              AND (created_at, id) > ($4::timestamptz, $5::uuid)
            ORDER BY created_at, id LIMIT $2`,
    place: { created_at: beginning, id: uuidMin },
    atOnce: 20,
  },
  {
    name: 'recipient',
    // The host alone: the rest of a URL may be a secret.
    text: `SELECT id AS webhook_id, substring(url from '^[a-z]+://(?:[^/?#@]*@)?([^/?#]+)') AS host, events
             FROM webhooks WHERE environment_id = $1 AND $3::uuid IS NOT NULL AND id > $4::uuid ORDER BY id LIMIT $2`,
    place: { webhook_id: uuidMin },
  },
  {
    name: 'reference',
    // The first one is in the section of the member. It comes last, because cursors number the sections.
    text: `SELECT led_since AS added_at, r.external_ref AS reference, r.reference_kind AS kind,
                  coalesce(r.reference_state, 'ACTIVE') AS state
             FROM members r
            WHERE r.environment_id = $1 AND r.leads_to = $3 AND (r.led_since, r.external_ref) > ($4::timestamptz, $5)
            ORDER BY r.led_since, r.external_ref LIMIT $2`,
    place: { added_at: beginning, reference: '' },
  },
  {
    name: 'note',
    text: `SELECT created_at, id, text
             FROM member_notes WHERE ${ofMember} AND (created_at, id) > ($4::timestamptz, $5::uuid)
            ORDER BY created_at, id LIMIT $2`,
    place: { created_at: beginning, id: uuidMin },
    atOnce: 100,
  },
];

const usualAtOnce = 1_000;

type Row = Readonly<Record<string, unknown>>;

const reader = ({ name, text, place, atOnce = usualAtOnce }: Section) => {
  const statement: Statement = { name: `subject-${name}`, text };
  const columns = Object.keys(place);
  return async (db: Queryable, query: SectionQuery): Promise<SectionPage> => {
    const { environmentId, memberId, after, limit } = query;
    const size = Math.min(atOnce, limit);
    const from = after.length === 0 ? Object.values(place) : after;
    const found = await db.query<Row>(statement, [environmentId, size, memberId, ...from]);
    const last = found.at(-1);
    const next =
      last === undefined || found.length < size ? null : columns.map((column) => placeOf(last[column]));
    const rows = found.map(shownRow);
    return { rows, next, bytes: Buffer.byteLength(JSON.stringify(rows)) };
  };
};

const placeOf = (value: unknown): PlaceValue => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? value : String(value);
};

/** Bytes are always JSON of our own. */
const shownRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => column !== 'part')
      .map(([column, value]) => [
        column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        Buffer.isBuffer(value) ? (JSON.parse(value.toString()) as unknown) : value,
      ]),
  );

/** The sections of everything that is stored about a member, in the order of an export (D342). */
export const subjectSections: readonly {
  readonly name: string;
  /** Whether the section is read for members who were merged into this one, too. */
  readonly isOfMerged: boolean;
  /** The statement that reads the section. */
  readonly text: string;
  readonly read: (db: Queryable, query: SectionQuery) => Promise<SectionPage>;
}[] = sections.map((section) => ({
  name: section.name,
  isOfMerged: section.name !== 'recipient' && section.name !== 'reference',
  text: section.text,
  read: reader(section),
}));
