import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { windowDays, type MemberState, type SegmentInputs, type WindowDays } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';
import type { MemberIdentity } from '../members/lock-accounts.ts';
import { membersByKey } from '../members/members-by-key.ts';
import { enrolledOn, lastTxnOn, windowOpening } from './member-inputs-sql.ts';

/** A member with the inputs of rules. */
export interface JudgedMember {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly inputs: SegmentInputs;
}

/** The two columns of each window. */
const openingNames = {
  7: ['spend7', 'txns7'],
  30: ['spend30', 'txns30'],
  90: ['spend90', 'txns90'],
  365: ['spend365', 'txns365'],
} as const;

type OpeningColumns = Readonly<Record<(typeof openingNames)[WindowDays][number], number | null>>;

interface InputsRow extends OpeningColumns {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly spendCents: number;
  readonly txnCount: number;
  readonly lastTxnDay: number | null;
  readonly enrolledOn: number;
}

const today = '$3::int';

const openingColumns = windowDays.map((days) => {
  const [window, [spend, txns]] = [`w${days.toString()}`, openingNames[days]];
  return `${window}.spend_before AS ${spend}, ${window}.txns_before AS ${txns}`;
});

const openings = windowDays.map(
  (days) => `LEFT JOIN ${windowOpening(days, today)} w${days.toString()} ON true`,
);

const statement: Statement = {
  name: 'segment-inputs-read',
  text: `SELECT m.environment_id AS "environmentId", m.id AS "memberId", m.member_key AS "memberKey", m.state,
                m.points_balance AS "pointsBalance", m.lifetime_points AS "lifetimePoints",
                m.spend_cents AS "spendCents", m.txn_count AS "txnCount", ${lastTxnOn} AS "lastTxnDay",
                ${enrolledOn} AS "enrolledOn", ${openingColumns.join(', ')}
           FROM ${membersByKey} ${openings.join(' ')}`,
};

/**
 * Returns the inputs of rules for the members that exist. Totals and openings are read in one statement, because a receipt on an
 * earlier day may be stored between two statements.
 */
export const readSegmentInputs = async (
  db: Queryable,
  members: readonly MemberIdentity[],
  day: number,
): Promise<JudgedMember[]> => {
  const rows = await db.query<InputsRow>(statement, [
    members.map(({ environmentId }) => environmentId),
    members.map(({ memberKey }) => memberKey),
    day,
  ]);
  return rows.map(judgedMemberOf);
};

const judgedMemberOf = (row: InputsRow): JudgedMember => ({
  environmentId: row.environmentId,
  memberId: row.memberId,
  memberKey: row.memberKey,
  inputs: {
    state: row.state,
    pointsBalance: row.pointsBalance,
    lifetimePoints: row.lifetimePoints,
    figures: { spendCents: row.spendCents, txnCount: row.txnCount, lastTxnDay: row.lastTxnDay },
    enrolledOn: row.enrolledOn,
    openings: {
      7: openingOf(row, 7),
      30: openingOf(row, 30),
      90: openingOf(row, 90),
      365: openingOf(row, 365),
    },
  },
});

const openingOf = (row: OpeningColumns, days: WindowDays): SegmentInputs['openings'][WindowDays] => {
  const [spend, txns] = openingNames[days];
  const [spendBefore, txnsBefore] = [row[spend], row[txns]];
  return spendBefore === null || txnsBefore === null ? null : { spendBefore, txnsBefore };
};
