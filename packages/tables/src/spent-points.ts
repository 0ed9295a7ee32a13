import { type EnvironmentId, dayMs, type MemberId } from '@loyalty/kernel';
import type { OutLot, OutPoints, SpentPoints } from '@loyalty/rules/returns';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';

export interface SpentOwner {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

export interface SpentOfMember extends SpentOwner, SpentPoints {}

interface SpentRow extends SpentOwner {
  readonly givenByHand: number;
  readonly earnedElsewhere: number;
  /** It is null if no points are out. */
  readonly out: readonly OutRow[] | null;
}

/** The last seq, the points, and the lots that may be past their time by redeem; null where there are none. */
type OutRow = readonly [number, number, readonly (readonly LotRow[])[] | null];

/** Sliding days, points, and when they end or were added. */
type LotRow = readonly [number, number, number];

const ownerRows = rowArrays<SpentOwner>((fields, rows) => [
  ...fields('environment_id int'),
  ['id', 'uuid', rows.map(({ memberId }) => memberId)],
]);
const spentStatement: Statement = {
  name: 'spent-points',
  // Redeems between two claims are one sum. What a refund leaves of a redeem are the points that were taken first.
  // The ledger is read once more only from the first redeem to the last, so not at all if there is none.
  // Members who were merged into this one count too; their redeems come before this ledger (`mergedPlaceOf`).
  text: `SELECT m.environment_id AS "environmentId", m.id AS "memberId", o.out, s.given AS "givenByHand", s.lifetime AS "earnedElsewhere"
           FROM (SELECT DISTINCT * FROM unnest(${ownerRows.arrays})) AS k (${ownerRows.names})
          CROSS JOIN LATERAL (SELECT environment_id, id, claims FROM members f
                               WHERE f.environment_id = k.environment_id AND f.id = k.id OFFSET 0) m
          CROSS JOIN LATERAL (SELECT sum(r.given)::bigint AS given, sum(r.lifetime)::bigint AS lifetime,
                                     jsonb_agg(jsonb_build_array(r.id, r.first, r.last, r.shift))
                                       FILTER (WHERE r.first IS NOT NULL) AS ledgers
                                FROM (SELECT l.id, l.shift, s.*, h.lifetime
                                        FROM (SELECT m.id, 0 AS shift UNION ALL
                                              SELECT f.id, f.ledger_seq FROM members f
                                               WHERE f.environment_id = m.environment_id AND f.leads_to = m.id
                                                 AND f.state <> 'reference' OFFSET 0) l
                                       CROSS JOIN LATERAL (
                                         SELECT coalesce(sum(points) FILTER (WHERE type = 'ADJUST'), 0) AS given,
                                                min(seq) FILTER (WHERE type = 'REDEEM') AS first,
                                                max(seq) FILTER (WHERE type = 'REDEEM') AS last
                                           FROM ledger_entries a
                                          WHERE a.environment_id = m.environment_id AND a.member_id = l.id
                                            AND (type = 'REDEEM' OR (type = 'ADJUST' AND points > 0 AND lifetime_change IS NULL))) s
                                       CROSS JOIN LATERAL (SELECT coalesce(sum(lifetime_points), 0) AS lifetime FROM openings p
                                                            WHERE p.environment_id = m.environment_id AND p.member_id = l.id) h) r) s
          CROSS JOIN LATERAL (SELECT coalesce(array_agg(DISTINCT (c ->> 1)::bigint + 1 ORDER BY (c ->> 1)::bigint + 1), '{0}') AS marks
                                FROM jsonb_array_elements(m.claims) c) b
          CROSS JOIN LATERAL (
            SELECT jsonb_agg(jsonb_build_array(g.seq, g.points, g.lots) ORDER BY g.seq) AS out
              FROM (SELECT max(e.seq) AS seq, sum(e.points) AS points,
                             jsonb_agg(p.lots) FILTER (WHERE p.lots IS NOT NULL) AS lots
                      FROM (SELECT least(l.seq - k.shift, CASE WHEN l.member_id = m.id THEN l.seq ELSE 0 END) AS seq,
                                   l.from_lots, -l.points - coalesce(r.points_refunded, 0) AS points,
                                   (extract(epoch FROM l.created_at) * 1000)::bigint AS at
                              FROM jsonb_array_elements(s.ledgers) AS ledger
                             CROSS JOIN LATERAL (SELECT (ledger ->> 0)::uuid AS id, (ledger ->> 1)::bigint AS first,
                                                        (ledger ->> 2)::bigint AS last, (ledger ->> 3)::bigint AS shift) k
                             CROSS JOIN LATERAL (SELECT * FROM ledger_entries e
                                                  WHERE e.environment_id = m.environment_id AND e.member_id = k.id
                                                    AND e.type = 'REDEEM' AND e.seq BETWEEN k.first AND k.last OFFSET 0) l
                              LEFT JOIN LATERAL (SELECT points_refunded FROM returned_transactions t
                                                  WHERE t.environment_id = l.environment_id
                                                    AND t.transaction_id = l.transaction_id LIMIT 1) r ON true
                            OFFSET 0) e
                     CROSS JOIN LATERAL (
                       SELECT jsonb_agg(jsonb_build_array(days, least(taken, e.points - before), time)) AS lots
                         FROM (SELECT (x.take ->> 0)::int AS days, (x.take ->> 2)::bigint AS taken,
                                      sum((x.take ->> 2)::bigint) OVER (ORDER BY x.place) - (x.take ->> 2)::bigint AS before,
                                      coalesce((x.take ->> 3)::bigint,
                                               CASE WHEN (x.take ->> 0)::int > 0 THEN e.at
                                                    ELSE ((x.take ->> 1)::bigint + 1) * ${dayMs.toString()} - 1 END) AS time
                                 FROM jsonb_array_elements(e.from_lots) WITH ORDINALITY AS x (take, place)) taken
                        WHERE before < e.points AND time + days * ${dayMs.toString()}::bigint <= $3) p
                     WHERE e.points > 0
                     GROUP BY width_bucket(e.seq, b.marks)) g) o`,
};

/** Reads spent points under the locks of the members. `untilMs` is the latest moment that matters. */
export const readSpentPoints = async (
  tx: Queryable,
  members: readonly SpentOwner[],
  untilMs: number,
): Promise<readonly SpentOfMember[]> => {
  if (members.length === 0) return [];
  const rows = await tx.query<SpentRow>(spentStatement, [...ownerRows.valuesOf(members), untilMs]);
  return rows.map(({ out, ...row }) => ({ ...row, out: (out ?? []).map(outOf) }));
};

const outOf = ([seq, points, lots]: OutRow): OutPoints => ({
  seq,
  points,
  lots: (lots ?? []).flat().map(lotOf),
});

const lotOf = ([slidingDays, points, timeMs]: LotRow): OutLot => ({
  slidingDays,
  points,
  expiresAtMs: slidingDays > 0 ? null : timeMs,
  addedAtMs: slidingDays > 0 ? timeMs : 0,
});
