import { type EnvironmentId, groupBy, type MemberId, uuidMin } from '@loyalty/kernel';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { lotColumns, type MemberLot } from '../lots/lots.ts';
import { isMember, membersWithProfiles, storedMemberColumns } from '../members/members.ts';

/** A member in the form of a line of an import (D342). What they do not have is left out. */
export interface ExportedMember {
  readonly id: string;
  readonly externalRef: string;
  /** The further references, the oldest first; left out if there are none. */
  readonly references?: readonly ExportedReference[];
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly enrolledAt: string;
  readonly lastActivityAt?: string;
  readonly isSuspended: boolean;
  readonly balance: number;
  readonly lots: readonly ExportedLot[];
  readonly lifetimePoints: number;
  /** Points of returns that are deducted from what the member earns next (D192); left out if there are none. */
  readonly pointsToDeduct?: number;
  readonly purchases: { readonly spendCents: number; readonly count: number; readonly lastOn?: string };
  /** The STATIC segments. Nobody is imported into the others. */
  readonly segmentIds: readonly string[];
  /** The records that are the newest for one of their channels. */
  readonly consents: readonly ExportedConsent[];
  readonly stampCards: readonly { readonly campaignId: string; readonly stamps: number }[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface ExportedReference {
  readonly reference: string;
  readonly kind?: string;
  readonly state?: string;
}

interface ExportedLot {
  readonly points: number;
  readonly expiresAt?: string;
  readonly slidingDays?: number;
}

interface ExportedConsent {
  readonly purpose: string;
  readonly channels: readonly string[];
  readonly granted: boolean;
  readonly source: string | null;
  readonly grantedAt: string;
  readonly policyVersion?: string;
}

export interface MemberExportQuery {
  readonly environmentId: EnvironmentId;
  /** The last member of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

interface MemberExportPage {
  readonly members: readonly ExportedMember[];
  /** The member after whom the next page begins; null at the end. */
  readonly next: string | null;
}

/**
 * Reads the next members by id with what they have, at one point in time. Erased members are left out. A page
 * is shorter than `limit` where members have very many lots, segments, consents or stamp cards.
 */
export const exportMembers = (db: Database, query: MemberExportQuery): Promise<MemberExportPage> =>
  db.readConsistently(async (tx) => {
    const { environmentId, after, limit } = query;
    const rows = await tx.query<MemberRow>(membersStatement, [environmentId, after ?? uuidMin, limit + 1]);
    const read = await readWholeMembers(tx, environmentId, rows.slice(0, limit));
    return { members: read, next: read.length < rows.length ? (read.at(-1)?.id ?? null) : null };
  });

interface MemberRow {
  readonly id: MemberId;
  readonly externalRef: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly pointsToDeduct: number;
  readonly state: string;
  readonly enrolledAt: Date;
  readonly lastActivityAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly spendCents: number;
  readonly txnCount: number;
  readonly lastTxnDay: string | null;
  readonly references: readonly ExportedReference[] | null;
}

const membersStatement: Statement = {
  name: 'export-members',
  text: `SELECT ${storedMemberColumns}, m.spend_cents AS "spendCents", m.txn_count AS "txnCount",
                m.last_txn_day::text AS "lastTxnDay",
                (SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('reference', r.external_ref,
                                    'kind', r.reference_kind, 'state', r.reference_state))
                                  ORDER BY r.led_since, r.external_ref)
                   FROM members r WHERE r.environment_id = m.environment_id AND r.leads_to = m.id) AS "references"
           FROM ${membersWithProfiles}
          WHERE m.environment_id = $1 AND m.id > $2 AND m.state <> 'anonymized' AND m.${isMember}
          ORDER BY m.id LIMIT $3`,
};

/** The rows of one kind that a page has at most, unless one member alone has more. */
const partsMax = 10_000;

/** Halves the members until what they have is not too much for a page. */
const readWholeMembers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  rows: readonly MemberRow[],
): Promise<ExportedMember[]> => {
  const ids = rows.map(({ id }) => id);
  const most = ids.length === 1 ? null : partsMax + 1;
  const asked = [environmentId, ids, most];
  const lots = await db.query<MemberLot>(lotsStatement, asked);
  const segments = await db.query<SegmentRow>(segmentsStatement, asked);
  const consents = await db.query<ConsentRow>(consentsStatement, asked);
  const cards = await db.query<CardRow>(cardsStatement, asked);
  if ([lots, segments, consents, cards].some(({ length }) => length === most))
    return readWholeMembers(db, environmentId, rows.slice(0, Math.ceil(rows.length / 2)));
  const parts = {
    lots: groupBy(lots, memberOf),
    segments: groupBy(segments, memberOf),
    consents: groupBy(consents, memberOf),
    cards: groupBy(cards, memberOf),
  };
  return rows.map((row) => exportedMemberOf(row, parts));
};

const memberOf = ({ memberId }: { readonly memberId: MemberId }): MemberId => memberId;

const lotsStatement: Statement = {
  name: 'export-lots',
  text: `SELECT ${lotColumns} FROM point_lots l
          WHERE l.environment_id = $1 AND l.member_id = ANY ($2::uuid[])
          ORDER BY l.member_id, l.sliding_days, l.expires_on LIMIT $3`,
};

interface SegmentRow {
  readonly memberId: MemberId;
  readonly segmentId: string;
}

const segmentsStatement: Statement = {
  name: 'export-segments',
  text: `SELECT s.member_id AS "memberId", s.segment_id AS "segmentId"
           FROM segment_members s JOIN segments g ON (g.environment_id, g.id) = (s.environment_id, s.segment_id)
          WHERE s.environment_id = $1 AND s.member_id = ANY ($2::uuid[]) AND g.type = 'STATIC'
          ORDER BY s.member_id, s.segment_id LIMIT $3`,
};

interface ConsentRow extends Omit<ExportedConsent, 'grantedAt' | 'policyVersion'> {
  readonly memberId: MemberId;
  readonly grantedAt: Date;
  readonly policyVersion: string | null;
}

const consentsStatement: Statement = {
  name: 'export-consents',
  text: `SELECT DISTINCT c.member_id AS "memberId", c.granted_at AS "grantedAt", c.created_at, c.id, c.purpose, c.channels,
                c.granted, c.source, c.policy_version AS "policyVersion"
           FROM (SELECT DISTINCT ON (n.member_id, n.purpose, channel) n.*
                   FROM consents n, unnest(n.channels) AS channel
                  WHERE n.environment_id = $1 AND n.member_id = ANY ($2::uuid[])
                  ORDER BY n.member_id, n.purpose, channel, n.granted_at DESC, n.created_at DESC, n.id DESC) c
          ORDER BY c.member_id, c.granted_at, c.created_at, c.id LIMIT $3`,
};

interface CardRow {
  readonly memberId: MemberId;
  readonly campaignId: string;
  readonly stamps: number;
}

const cardsStatement: Statement = {
  name: 'export-stamp-cards',
  text: `SELECT n.member_id AS "memberId", n.campaign_id AS "campaignId", n.count AS stamps
           FROM member_counters n JOIN campaigns c ON (c.environment_id, c.id) = (n.environment_id, n.campaign_id)
          WHERE n.environment_id = $1 AND n.member_id = ANY ($2::uuid[]) AND n.kind = 'STAMPS' AND n.count > 0
            AND c.state <> 'ARCHIVED'
          ORDER BY n.member_id, n.campaign_id LIMIT $3`,
};

interface MemberParts {
  readonly lots: ReadonlyMap<MemberId, readonly MemberLot[]>;
  readonly segments: ReadonlyMap<MemberId, readonly SegmentRow[]>;
  readonly consents: ReadonlyMap<MemberId, readonly ConsentRow[]>;
  readonly cards: ReadonlyMap<MemberId, readonly CardRow[]>;
}

const exportedMemberOf = (row: MemberRow, parts: MemberParts): ExportedMember => {
  const { id, externalRef, references, name, email, phone, lastActivityAt, lastTxnDay, pointsToDeduct } = row;
  return {
    id,
    externalRef,
    ...(references !== null && { references }),
    ...(name !== null && { name }),
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    enrolledAt: row.enrolledAt.toISOString(),
    ...(lastActivityAt !== null && { lastActivityAt: lastActivityAt.toISOString() }),
    isSuspended: row.state === 'suspended',
    balance: row.pointsBalance,
    lots: (parts.lots.get(id) ?? []).map(exportedLotOf),
    lifetimePoints: row.lifetimePoints,
    ...(pointsToDeduct > 0 && { pointsToDeduct }),
    purchases: {
      spendCents: row.spendCents,
      count: row.txnCount,
      ...(lastTxnDay !== null && { lastOn: lastTxnDay }),
    },
    segmentIds: (parts.segments.get(id) ?? []).map(({ segmentId }) => segmentId),
    consents: (parts.consents.get(id) ?? []).map(exportedConsentOf),
    stampCards: (parts.cards.get(id) ?? []).map(({ campaignId, stamps }) => ({ campaignId, stamps })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
};

const exportedLotOf = ({ points, expiresAtMs, slidingDays }: MemberLot): ExportedLot =>
  expiresAtMs === null ? { points, slidingDays } : { points, expiresAt: new Date(expiresAtMs).toISOString() };

const exportedConsentOf = ({
  purpose,
  channels,
  granted,
  source,
  grantedAt,
  policyVersion,
}: ConsentRow): ExportedConsent => ({
  purpose,
  channels,
  granted,
  source,
  grantedAt: grantedAt.toISOString(),
  ...(policyVersion !== null && { policyVersion }),
});
