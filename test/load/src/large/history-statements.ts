import { uuidOf } from './uuid-of.ts';

/** The prefix of references of members with a past. */
export const historyPrefix = 'past-';

/** 1 January 2024; one member enrolled every 10 ms, with a purchase every day from then on. */
const baseMs = '1704067200000';
const memberId = uuidOf(`${baseMs} + i * 10`, `'member' || i`);
const memberRef = `'${historyPrefix}' || i`;
const transactionRef = `'${historyPrefix}' || k || '-' || i`;
const transactionId = uuidOf(`${baseMs} + i * 10 + k * 86400000::bigint`, `'transaction' || i || '-' || k`);
const entryId = uuidOf(`${baseMs} + i * 10 + k * 86400000::bigint`, `'entry' || i || '-' || k`);
const enrolledAt = `to_timestamp((${baseMs} + i * 10) / 1000.0)`;
const boughtAt = `to_timestamp((${baseMs} + i * 10 + k * 86400000::bigint) / 1000.0)`;
/** The points of each purchase: 4 or more, 3 of them from small campaigns. */
const points = '(4 + i % 90)';

/**
 * Members $2 to $3 of environment $1 after $4 purchases. The member key is HMAC-SHA256 of the reference, built from the two
 * halves of the padded secret, $5 and $6: standard functions of Postgres suffice.
 */
export const insertMembers = `
  INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                       last_activity_at, enrolled_at, created_at, updated_at)
  SELECT $1::int, ${memberId},
         substring(sha256($6::bytea || sha256($5::bytea || convert_to(${memberRef}, 'UTF8'))) FROM 1 FOR 16),
         ${memberRef}, ${points} * k, ${points} * k, k, ${boughtAt}, ${enrolledAt}, ${enrolledAt}, ${boughtAt}
    FROM generate_series($2::bigint, $3::bigint) AS i, (SELECT $4::bigint AS k) AS last`;

/** Purchase $4 of members $2 to $3; $5 are the awards of three small campaigns, $6 the head of the one before them. */
export const insertTransactions = `
  INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
  SELECT $1::int, 'evaluate', ${transactionRef}, ${transactionId}, ${memberId},
         sha256(convert_to(${transactionRef}, 'UTF8')),
         convert_to('{"transactionId":"' || ${transactionId} || '","transactionRef":"' || ${transactionRef}
           || '","memberId":"' || ${memberId} || '","memberCreated":' || (k = 1) || ',"pointsAwarded":' || ${points}
           || ',"pointsBalance":' || ${points} * k || ',"campaigns":[' || $6::text || (${points} - 3)
           || ',"rewardIds":[]}' || $5::text || '],"state":"PROCESSED"}', 'UTF8'),
         ${boughtAt}
    FROM generate_series($2::bigint, $3::bigint) AS i, (SELECT $4::bigint AS k) AS purchase`;

/** The ledger entries of purchase $4 of members $2 to $3. */
export const insertEntries = `
  INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, transaction_id,
                              description, created_at)
  SELECT $1::int, ${memberId}, k, ${entryId}, 'EARN', ${points}, ${points} * k, ${transactionId},
         $5::text, ${boughtAt}
    FROM generate_series($2::bigint, $3::bigint) AS i, (SELECT $4::bigint AS k) AS purchase`;
