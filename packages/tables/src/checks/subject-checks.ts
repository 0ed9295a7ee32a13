import { capsId } from '@loyalty/rules/campaigns';
import { placeholderPattern } from '../erasure/erased-references.ts';
import { isMember } from '../members/members.ts';
import { figuresOfReceipts, oldestKeptDay } from '../rebuild-figures.ts';
import { idsOfPerson, sumsByPerson } from './merged-members.ts';

export interface InvariantCheck {
  /** The I-number in ARCHITECTURE.md, or `FK` for a check in place of a foreign key. */
  readonly invariant: string;
  readonly promise: string;
  /** SQL that returns a row `example text` for each violation. */
  readonly sql: string;
}

export const figureChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I15',
    promise:
      "a member's totals and last day of purchase are those of their receipts, minus what was returned",
    sql: `WITH ${figuresOfReceipts()}
          SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN totals t ON t.environment_id = m.environment_id AND t.member_id = m.id
           WHERE coalesce(t.uncounted, 0) = 0
             AND (m.spend_cents, m.txn_count, m.last_txn_day, m.whole_returns)
                 IS DISTINCT FROM (coalesce(t.cents, 0), coalesce(t.txns, 0), t.last_day, coalesce(t.wholly, 0))`,
  },
  {
    invariant: 'I15',
    promise: 'each day of purchase began with the receipts of the days before it',
    // The job may have deleted a day that no window reaches. A late receipt then creates it with the totals
    // of the next day.
    sql: `WITH ${figuresOfReceipts()},
          stored AS (
            SELECT d.* FROM member_days d LEFT JOIN totals t USING (environment_id, member_id)
             WHERE coalesce(t.uncounted, 0) = 0)
          SELECT environment_id || '/' || member_id || ' on ' || day AS example
            FROM began b FULL JOIN stored s USING (environment_id, member_id, day)
           WHERE (b.cents, b.txns) IS DISTINCT FROM (s.spend_before, s.txns_before)
             AND day >= ${oldestKeptDay}
             -- What a merged member bought is in no window (D346).
             AND NOT EXISTS (SELECT FROM members l
                              WHERE l.environment_id = coalesce(b.environment_id, s.environment_id)
                                AND l.id = coalesce(b.member_id, s.member_id) AND l.leads_to IS NOT NULL)`,
  },
];

export const erasureChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I14',
    promise: 'nothing names a member who was erased, and the second phase of an erasure ended within an hour',
    sql: `SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN member_profiles p ON p.environment_id = m.environment_id AND p.member_id = m.id
            LEFT JOIN erasures e ON e.environment_id = m.environment_id AND e.member_id = m.id
           WHERE m.state = 'anonymized'
             AND (m.external_ref !~ '${placeholderPattern}' OR p.name !~ '${placeholderPattern}'
                  OR p.email !~ '${placeholderPattern}' OR p.phone !~ '${placeholderPattern}'
                  OR p.search_text IS DISTINCT FROM '' OR p.grams IS DISTINCT FROM '{}' OR p.state_reason IS NOT NULL
                  OR e.member_id IS NULL
                  OR (e.scrubbed_at IS NULL AND e.scrub_after < now() - interval '1 hour')
                  OR EXISTS (SELECT FROM segment_members s
                              WHERE s.environment_id = m.environment_id AND s.member_id = m.id)
                  OR EXISTS (SELECT FROM point_lots l
                              WHERE l.environment_id = m.environment_id AND l.member_id = m.id)
                  OR EXISTS (SELECT FROM member_notes n
                              WHERE n.environment_id = m.environment_id AND n.member_id = m.id)
                  OR EXISTS (SELECT FROM consents c
                              WHERE c.environment_id = m.environment_id AND c.member_id = m.id
                                AND (c.source IS NOT NULL OR c.evidence IS NOT NULL))
                  OR (e.scrubbed_at IS NOT NULL AND EXISTS (
                        SELECT FROM events v
                         WHERE v.environment_id = m.environment_id AND v.member_id = m.id AND v.payload IS NOT NULL))
                  OR (e.scrubbed_at IS NOT NULL AND EXISTS (
                        SELECT FROM events v
                         WHERE v.environment_id = m.environment_id AND v.referrer_key = m.member_key)))`,
  },
  {
    invariant: 'I14',
    promise: 'no request log names a member who was erased, once the second phase of the erasure has ended',
    // Reads the logs once, however many members were erased.
    sql: `SELECT l.environment_id || '/' || m.id AS example
            FROM request_logs l
           CROSS JOIN LATERAL unnest(l.member_keys) AS k (member_key)
            JOIN members m ON m.environment_id = l.environment_id AND m.member_key = k.member_key
            JOIN erasures e ON e.environment_id = m.environment_id AND e.member_id = m.id
           WHERE m.state = 'anonymized' AND e.scrubbed_at IS NOT NULL`,
  },
  {
    invariant: 'FK',
    promise: 'every profile, consent, note and erasure belongs to a member of its environment',
    sql: `SELECT o.environment_id || '/' || o.member_id AS example
            FROM (SELECT environment_id, member_id FROM member_profiles
                  UNION SELECT environment_id, member_id FROM consents
                  UNION SELECT environment_id, member_id FROM member_notes
                  UNION SELECT environment_id, member_id FROM erasures) o
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = o.environment_id AND m.id = o.member_id)`,
  },
];

export const tierChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I11',
    promise:
      'a member who was not just active has the announced tier that their lifetime points reach, once re-tiering is complete',
    sql: `SELECT m.environment_id || '/' || m.id AS example
            FROM members m
            LEFT JOIN retierings p ON p.environment_id = m.environment_id
            LEFT JOIN LATERAL (
              SELECT t.id FROM tiers t
               WHERE t.environment_id = m.environment_id AND t.min_lifetime_points <= m.lifetime_points
               ORDER BY t.min_lifetime_points DESC LIMIT 1) reached ON true
           WHERE m.state <> 'anonymized' AND m.${isMember} AND m.tier_id IS DISTINCT FROM reached.id
             AND m.updated_at < now() - interval '15 s' AND p.wanted IS NOT DISTINCT FROM p.done`,
  },
];

export const segmentChecks: readonly InvariantCheck[] = [
  {
    invariant: 'FK',
    promise: 'every membership of a segment belongs to a member of its environment',
    sql: `SELECT environment_id || '/' || member_id || ' segment ' || segment_id AS example FROM segment_members s
           WHERE NOT EXISTS (SELECT FROM members m WHERE m.environment_id = s.environment_id AND m.id = s.member_id)`,
  },
  {
    invariant: 'I17',
    promise: 'the memberCount of a segment is the number of its members',
    sql: `SELECT coalesce(s.environment_id, m.environment_id) || '/' || coalesce(s.segment_id, m.segment_id) AS example
            FROM segment_states s
            FULL JOIN (SELECT environment_id, segment_id, count(*) AS count FROM segment_members
                        GROUP BY environment_id, segment_id) m
              ON m.environment_id = s.environment_id AND m.segment_id = s.segment_id
           WHERE coalesce(s.member_count, 0) <> coalesce(m.count, 0)`,
  },
];

/**
 * The checks of limits and caps. A lower number may be right, because counting begins when a campaign gets a
 * limit. Caps count all campaigns together.
 */
export const useChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I24',
    promise: 'no limit has counted more of a member than the responses to receipts and events gave',
    sql: `SELECT u.environment_id || '/' || u.member_id || '/' || u.campaign_id AS example
            FROM (SELECT environment_id, member_id, campaign_id, period, sum(times) AS times, sum(points) AS points
                    FROM member_uses GROUP BY environment_id, member_id, campaign_id, period) u
            LEFT JOIN (SELECT t.environment_id, l.member_id, g.campaign_id, count(*) AS times, sum(g.points) AS points
                         FROM transactions t
                        CROSS JOIN LATERAL (SELECT coalesce((SELECT p.leads_to FROM members p
                                                              WHERE p.environment_id = t.environment_id AND p.id = t.member_id),
                                                            t.member_id) AS member_id) l
                        CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb AS answer) a
                        CROSS JOIN LATERAL (
                          SELECT n.campaign_id, max(n.points) AS points
                            FROM (SELECT award ->> 'campaignId' AS campaign_id, (award ->> 'pointsEarned')::bigint AS points
                                    FROM jsonb_array_elements(a.answer -> 'campaigns') AS award
                                   UNION ALL
                                  SELECT card ->> 'campaignId', 0
                                    FROM jsonb_array_elements(a.answer -> 'stampCards') AS card
                                   UNION ALL
                                  SELECT '${capsId}', sum((award ->> 'pointsEarned')::bigint)
                                    FROM jsonb_array_elements(a.answer -> 'campaigns') AS award) n
                           GROUP BY n.campaign_id) g
                        WHERE t.operation IN ('evaluate', 'event')
                          AND EXISTS (SELECT FROM member_uses o
                                       WHERE o.environment_id = t.environment_id AND o.member_id = l.member_id)
                        GROUP BY t.environment_id, l.member_id, g.campaign_id) e
              ON e.environment_id = u.environment_id AND e.member_id = u.member_id AND e.campaign_id = u.campaign_id::text
           WHERE u.times > coalesce(e.times, 0) OR u.points > coalesce(e.points, 0)`,
  },
  {
    invariant: 'I24',
    promise: 'no limit has counted more of a campaign than the responses to receipts and events gave',
    sql: `SELECT u.environment_id || '/' || u.campaign_id AS example
            FROM campaign_uses u
            LEFT JOIN (SELECT t.environment_id, g.campaign_id, count(*) AS times
                         FROM transactions t
                        CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb AS answer) a
                        CROSS JOIN LATERAL (
                          SELECT award ->> 'campaignId' AS campaign_id FROM jsonb_array_elements(a.answer -> 'campaigns') AS award
                           UNION
                          SELECT card ->> 'campaignId' FROM jsonb_array_elements(a.answer -> 'stampCards') AS card) g
                        WHERE t.operation IN ('evaluate', 'event')
                          AND t.environment_id IN (SELECT environment_id FROM campaign_uses)
                        GROUP BY t.environment_id, g.campaign_id) e
              ON e.environment_id = u.environment_id AND e.campaign_id = u.campaign_id::text
           WHERE u.times > coalesce(e.times, 0)`,
  },
];

export const rewardChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I19',
    promise: 'every reward that was issued has one code of its own, and no other reward has a code',
    sql: `SELECT coalesce(r.environment_id, c.environment_id) || '/' || coalesce(r.id, c.reward_id) AS example
            FROM (SELECT environment_id, id, code, state FROM rewards
                   WHERE state IN ('ISSUED', 'REDEEMED', 'EXPIRED') OR code IS NOT NULL) r
            FULL JOIN (SELECT environment_id, reward_id, min(code) AS code, count(*) AS codes FROM reward_codes
                        GROUP BY environment_id, reward_id) c
              ON c.environment_id = r.environment_id AND c.reward_id = r.id
           WHERE r.code IS DISTINCT FROM c.code OR c.codes IS DISTINCT FROM 1
              OR r.state NOT IN ('ISSUED', 'REDEEMED', 'EXPIRED')`,
  },
  {
    invariant: 'I19',
    promise: 'the times of a reward fit its state, and only redeemed rewards name a receipt and a store',
    sql: `SELECT environment_id || '/' || id AS example FROM rewards
           WHERE (issued_at IS NOT NULL) <> (state IN ('ISSUED', 'REDEEMED', 'EXPIRED'))
              OR (redeemed_at IS NOT NULL) <> (state = 'REDEEMED')
              OR (coalesce(redeemed_transaction_ref, redeemed_store_ref) IS NOT NULL AND state <> 'REDEEMED')
              OR (expired_at IS NOT NULL) <> (state = 'EXPIRED')
              OR (failed_at IS NOT NULL) <> (state = 'FAILED')
              OR (failure_reason IS NOT NULL) <> (state = 'FAILED')`,
  },
  {
    invariant: 'I19',
    promise: 'what a return took back of a tier has ended with a tier change that was announced',
    sql: `SELECT r.environment_id || '/' || r.id AS example
            FROM rewards r JOIN members m ON m.environment_id = r.environment_id AND m.id = r.member_id
           WHERE r.taken_tier_seq IS NOT NULL
             AND (r.tier_id IS NULL OR r.taken_tier_seq > m.tier_seq
                  OR r.state <> 'EXPIRED' AND r.failure_reason IS DISTINCT FROM 'RETURNED')`,
  },
];

export const poolChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I18',
    promise: 'the remaining count of a pool is the number of codes after the last one drawn',
    sql: `SELECT p.environment_id || '/' || p.name AS example
            FROM code_pools p
            LEFT JOIN LATERAL (SELECT count(*) AS left_over, max(place) AS last_place FROM pool_codes c
                                WHERE c.pool_id = p.id AND c.place >= p.next_place) c ON true
           WHERE p.remaining <> c.left_over OR p.last_place < c.last_place`,
  },
];

/** The check of pending points. It reads `pending_points p` and ends with its condition. */
export const pendingCheck: InvariantCheck = {
  invariant: 'FK',
  promise:
    'pending points belong to a receipt of their member, or of one who was merged, and nobody of them is erased',
  sql: `SELECT p.environment_id || '/' || p.transaction_id AS example
          FROM pending_points p
          LEFT JOIN members m ON m.environment_id = p.environment_id AND m.id = p.member_id
          LEFT JOIN transactions t
            ON t.member_id = p.member_id AND t.environment_id = p.environment_id AND t.id = p.transaction_id
         WHERE (t.operation <> 'evaluate' OR m.id IS NULL OR m.state = 'anonymized'
            OR (t.id IS NULL
                AND NOT EXISTS (SELECT FROM members l
                                  JOIN transactions b ON b.member_id = l.id AND b.environment_id = l.environment_id
                                 WHERE l.environment_id = p.environment_id AND l.leads_to = p.member_id
                                   AND b.id = p.transaction_id AND b.operation = 'evaluate')))`,
};

/** The check of refunds. It reads `returned_transactions r` and ends with its condition. */
export const refundCheck: InvariantCheck = {
  invariant: 'I21',
  promise: 'a redeem gave back no more points than it took, and as many as its returns and its void say',
  sql: `SELECT r.environment_id || '/' || r.transaction_id AS example
          FROM returned_transactions r
          JOIN transactions t
            ON t.member_id = r.member_id AND t.environment_id = r.environment_id AND t.id = r.transaction_id
         CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb AS answer) a
         CROSS JOIN LATERAL (
            SELECT coalesce(sum((redeemed ->> 'pointsRefunded')::bigint), 0)::bigint AS points,
                   coalesce(sum((redeemed ->> 'discountReversed')::bigint), 0)::bigint AS discount
              FROM (SELECT CASE n.operation WHEN 'void' THEN convert_from(n.answer, 'UTF8')::jsonb
                                            ELSE convert_from(n.answer, 'UTF8')::jsonb -> 'redeemed' END AS redeemed
                      FROM transactions n
                     WHERE n.member_id = ANY (${idsOfPerson('r.environment_id', 'r.member_id')})
                       AND n.environment_id = r.environment_id AND n.operation IN ('return', 'void')) refunds
             WHERE jsonb_typeof(redeemed) = 'object' AND redeemed ->> 'transactionRef' = t.ref) s
         WHERE (t.operation = 'redeem' AND (
               (r.points_refunded, r.discount_reversed) <> (s.points, s.discount)
            OR r.points_refunded NOT BETWEEN 0 AND (a.answer ->> 'pointsRedeemed')::bigint
            OR r.discount_reversed NOT BETWEEN 0 AND (a.answer ->> 'discountAmount')::bigint))`,
};

export const deductedCheck: InvariantCheck = {
  invariant: 'I23',
  promise:
    'points to deduct are those that returns could not recover, minus what was deducted since (except of erased members)',
  sql: `SELECT m.environment_id || '/' || m.id AS example
          FROM members m
          LEFT JOIN (${sumsByPerson(`
                     SELECT environment_id, member_id,
                            sum((convert_from(answer, 'UTF8')::jsonb ->> 'pointsToDeduct')::bigint) AS points
                       FROM transactions WHERE operation = 'return' GROUP BY environment_id, member_id`)}) r
            ON r.environment_id = m.environment_id AND r.member_id = m.id
          LEFT JOIN (${sumsByPerson(`
                     SELECT environment_id, member_id, sum(points) AS points
                       FROM ledger_entries WHERE type = 'RETURN' AND lifetime_change IS NULL
                      GROUP BY environment_id, member_id`)}) e
            ON e.environment_id = m.environment_id AND e.member_id = m.id
         WHERE m.state <> 'anonymized' AND m.${isMember} AND m.points_to_deduct <> coalesce(r.points, 0) + coalesce(e.points, 0)`,
};

export const voidCheck: InvariantCheck = {
  invariant: 'I4',
  promise:
    'a void has the REFUND entries that its response says, and EXPIRE entries for points that had expired',
  sql: `SELECT t.environment_id || '/' || t.ref AS example
          FROM transactions t
         CROSS JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb AS answer) a
          LEFT JOIN (SELECT environment_id, transaction_id, sum(points) FILTER (WHERE type = 'REFUND') AS points,
                            sum(points) FILTER (WHERE type = 'EXPIRE') AS expired
                       FROM ledger_entries WHERE type IN ('REFUND', 'EXPIRE') AND transaction_id IS NOT NULL
                      GROUP BY environment_id, transaction_id) e
            ON e.environment_id = t.environment_id AND e.transaction_id = t.id
         WHERE t.operation = 'void'
           AND ((a.answer ->> 'pointsRefunded')::bigint, (a.answer ->> 'pointsExpired')::bigint)
                 <> (coalesce(e.points, 0), -coalesce(e.expired, 0))`,
};

export const deductionCheck: InvariantCheck = {
  invariant: 'I4',
  promise: 'what refunded points paid for earlier returns is the pointsDeducted of the response',
  sql: `SELECT t.environment_id || '/' || t.ref AS example
          FROM transactions t
          LEFT JOIN (SELECT environment_id, transaction_id, sum(points) AS points
                       FROM ledger_entries WHERE type = 'RETURN' AND coalesce(lifetime_change, 0) = 0
                      GROUP BY environment_id, transaction_id) e
            ON e.environment_id = t.environment_id AND e.transaction_id = t.id
         WHERE t.operation IN ('return', 'void')
           AND coalesce((convert_from(t.answer, 'UTF8')::jsonb ->> 'pointsDeducted')::bigint, 0) <> -coalesce(e.points, 0)`,
};

/**
 * The check of D301: for each member, forgiven + owed ≤ redeemed − refunded + expired + removed by
 * adjustments. It reads `members m` and ends with its condition.
 */
export const nothingFromNothingCheck: InvariantCheck = {
  invariant: 'I25',
  promise:
    'no balance is above what its member earned here, minus what was returned, plus what was given by hand',
  sql: `SELECT m.environment_id || '/' || m.id AS example
          FROM members m
         CROSS JOIN LATERAL (SELECT m.lifetime_points - coalesce(sum(o.lifetime_points), 0) AS points FROM openings o
                              WHERE o.environment_id = m.environment_id AND o.member_id = m.id) earned
         -- What merged members brought along counts with what they have earned, and what a merge moved was not given.
         WHERE (m.${isMember} AND m.points_balance > earned.points
           AND m.points_balance > m.lifetime_points
                 - (SELECT coalesce(sum(o.lifetime_points), 0) FROM openings o
                     WHERE o.environment_id = m.environment_id AND o.member_id = ANY (${idsOfPerson('m.environment_id', 'm.id')}))
                 + (SELECT coalesce(sum(e.points), 0) FROM ledger_entries e
                     WHERE e.environment_id = m.environment_id AND e.member_id = ANY (${idsOfPerson('m.environment_id', 'm.id')})
                       AND e.type = 'ADJUST' AND e.points > 0 AND e.lifetime_change IS NULL))`,
};

/** The check of open redemptions. It reads `open_redemptions r` and ends with its condition. */
export const openRedemptionCheck: InvariantCheck = {
  invariant: 'I22',
  promise: 'an open redemption is an authorized redeem of its member that was neither captured nor voided',
  sql: `SELECT r.environment_id || '/' || r.ref AS example
          FROM open_redemptions r
          LEFT JOIN LATERAL (SELECT member_id, id, convert_from(answer, 'UTF8')::jsonb AS answer FROM transactions
                              WHERE environment_id = r.environment_id AND operation = 'redeem' AND ref = r.ref LIMIT 1) t ON true
         WHERE (t.id IS DISTINCT FROM r.transaction_id OR t.member_id IS DISTINCT FROM r.member_id
            OR (t.answer ->> 'state', (t.answer ->> 'pointsRedeemed')::bigint, (t.answer ->> 'expiresAt')::timestamptz)
                 IS DISTINCT FROM ('AUTHORIZED', r.points, r.expires_at)
            OR EXISTS (SELECT FROM transactions e
                        WHERE e.environment_id = r.environment_id AND e.operation IN ('capture', 'void') AND e.ref = r.ref))`,
};

/** The opposite check, of `transactions t`. It ends with its condition. */
export const endedRedemptionCheck: InvariantCheck = {
  invariant: 'I22',
  promise: 'an authorized redeem is open, or was captured or voided (except of erased members)',
  sql: `SELECT t.environment_id || '/' || t.ref AS example
          FROM transactions t
         WHERE t.operation = 'redeem' AND convert_from(t.answer, 'UTF8')::jsonb ->> 'state' = 'AUTHORIZED'
           AND NOT EXISTS (SELECT FROM open_redemptions o
                            WHERE o.environment_id = t.environment_id AND o.member_id = t.member_id AND o.ref = t.ref)
           AND NOT EXISTS (SELECT FROM transactions e
                            WHERE e.environment_id = t.environment_id AND e.operation IN ('capture', 'void') AND e.ref = t.ref)
           AND NOT EXISTS (SELECT FROM members m
                            WHERE m.environment_id = t.environment_id AND m.id = t.member_id AND m.state = 'anonymized')`,
};

/**
 * The check of returns. It reads `returned_transactions r` and ends with its condition. In rows from before
 * `points_unrecovered` was stored, that number is smaller than in the responses.
 */
export const returnCheck: InvariantCheck = {
  invariant: 'I21',
  promise:
    'no more of a receipt was returned than there was, and of each award what is kept and what is reversed add up to what was earned',
  sql: `SELECT r.environment_id || '/' || r.transaction_id AS example
          FROM returned_transactions r
          LEFT JOIN transactions t
            ON t.member_id = r.member_id AND t.environment_id = r.environment_id AND t.id = r.transaction_id
          LEFT JOIN LATERAL (SELECT convert_from(t.answer, 'UTF8')::jsonb -> 'campaigns' AS campaigns) a ON true
          LEFT JOIN LATERAL (
            SELECT count(*) AS returns, -sum(n.amount_cents) AS cents,
                   sum((convert_from(n.answer, 'UTF8')::jsonb ->> 'pointsReversed')::bigint) AS points,
                   bool_or((convert_from(n.answer, 'UTF8')::jsonb -> 'isWhole')::boolean) AS is_whole,
                   coalesce(sum((convert_from(n.answer, 'UTF8')::jsonb -> 'redeemed' ->> 'pointsRefunded')::bigint), 0)::bigint AS refunded,
                   coalesce(sum((convert_from(n.answer, 'UTF8')::jsonb -> 'redeemed' ->> 'discountReversed')::bigint), 0)::bigint AS discount,
                   sum(coalesce((convert_from(n.answer, 'UTF8')::jsonb ->> 'pointsFromPending')::bigint, 0)) AS from_pending,
                   sum(coalesce((convert_from(n.answer, 'UTF8')::jsonb ->> 'pointsForgiven')::bigint, 0)
                       + coalesce((convert_from(n.answer, 'UTF8')::jsonb ->> 'pointsClaimable')::bigint, 0)
                       + coalesce((convert_from(n.answer, 'UTF8')::jsonb ->> 'pointsToDeduct')::bigint, 0)) AS unrecovered
              FROM transactions n
             WHERE n.member_id = ANY (${idsOfPerson('r.environment_id', 'r.member_id')})
               AND n.environment_id = r.environment_id AND n.id = ANY (r.return_ids) AND n.operation = 'return') s ON true
         WHERE (t.id IS NULL OR t.operation NOT IN ('evaluate', 'redeem') OR (t.operation = 'evaluate' AND (
               s.returns <> cardinality(r.return_ids)
            OR (r.points_refunded, r.discount_reversed) IS DISTINCT FROM (s.refunded, s.discount)
            OR r.points_from_pending <> s.from_pending OR r.points_unrecovered > s.unrecovered
            OR r.amount_returned IS DISTINCT FROM s.cents OR r.amount_returned > t.amount_cents
            OR s.is_whole <> (t.amount_cents IS NULL OR r.amount_returned = t.amount_cents)
            OR r.amount_unnamed NOT BETWEEN 0 AND r.amount_returned OR (r.skus IS NOT NULL AND t.award_terms IS NULL)
            OR (s.is_whole AND 0 <> ANY (r.kept))
            OR cardinality(r.kept) <> jsonb_array_length(a.campaigns)
            OR coalesce((SELECT sum((award ->> 'pointsEarned')::bigint) FROM jsonb_array_elements(a.campaigns) AS award), 0)
                 <> coalesce((SELECT sum(points) FROM unnest(r.kept) AS points), 0) + s.points
            OR EXISTS (SELECT FROM jsonb_array_elements(a.campaigns) WITH ORDINALITY AS e (award, place)
                        WHERE r.kept[place] NOT BETWEEN 0 AND (award ->> 'pointsEarned')::bigint))))`,
};
