import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { CountedPurchase } from '@loyalty/rules/statistics';
import type { Database } from '@loyalty/storage';
import { epochDay } from '../accounts/member-days.ts';
import { keyOfMember } from './enrol-member.ts';

/** A member as receipts made them. A field that is absent has the value of a new member. */
export interface GivenMember {
  readonly memberId?: MemberId;
  readonly state?: MemberState;
  readonly pointsBalance?: number;
  readonly lifetimePoints?: number;
  readonly enrolledAt?: Date;
  /** Cents and counts whose sums stay within ±(2^53−1) in any order. */
  readonly purchases?: readonly CountedPurchase[];
}

const memberText = `
  INSERT INTO members (environment_id, id, member_key, external_ref, state, points_balance, lifetime_points, ledger_seq,
                       enrolled_at, created_at, updated_at, spend_cents, txn_count, last_txn_day)
  VALUES ($1, $2, $3, ($2::uuid)::text, $4, $5, $6, 0, $7, $7, $7, $8, $9, ${epochDay} + $10::int)`;

const daysText = `
  INSERT INTO member_days
  SELECT $1, $2, ${epochDay} + day, spent, bought FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS d (day, spent, bought)`;

/** Stores a member with totals, and the totals before each of their days of purchase, summed up directly. */
export const storeMember = async (
  db: Database,
  environmentId: EnvironmentId,
  given: GivenMember,
): Promise<MemberId> => {
  const { memberId = randomId() as MemberId, purchases = [] } = given;
  const { state = 'active', pointsBalance = 0, lifetimePoints = 0, enrolledAt = new Date() } = given;
  const days = [...new Set(purchases.map(({ day }) => day))].sort((one, other) => one - other);
  const before = (end: number) => purchases.filter(({ day }) => day < end);
  await db.query(memberText, [
    environmentId,
    memberId,
    keyOfMember(memberId),
    state,
    pointsBalance,
    lifetimePoints,
    enrolledAt,
    spentIn(purchases),
    boughtIn(purchases),
    days.at(-1) ?? null,
  ]);
  await db.query(daysText, [
    environmentId,
    memberId,
    days,
    days.map((day) => spentIn(before(day))),
    days.map((day) => boughtIn(before(day))),
  ]);
  return memberId;
};

/** The sum of these purchases, in cents. */
export const spentIn = (purchases: readonly CountedPurchase[]): number =>
  purchases.reduce((sum, { cents }) => sum + cents, 0);

/** The number of these purchases, less the returned ones. */
export const boughtIn = (purchases: readonly CountedPurchase[]): number =>
  purchases.reduce((sum, { txns }) => sum + txns, 0);
