import type { SegmentField } from '@loyalty/rules/segments';
import type { CountedPurchase } from '@loyalty/rules/statistics';
import type { TierThreshold } from '@loyalty/rules/tiers';
import { dayMs, today } from './judged-crowd.ts';
import { boughtIn, type GivenMember, spentIn } from './judged-members.ts';

type Member = Required<GivenMember>;
type Value = string | number | null;

/** Decides whether a member belongs to a segment, from their receipts, without any of the code under test. */
export const judgePlainly = (json: unknown, member: Member, thresholds: readonly TierThreshold[]): boolean =>
  member.state !== 'anonymized' && meetsPlainly(json, member, thresholds);

interface Json {
  readonly operator: string;
  readonly conditions?: readonly unknown[];
  readonly field: SegmentField;
  readonly op: string;
  readonly value: Value;
}

const meetsPlainly = (json: unknown, member: Member, thresholds: readonly TierThreshold[]): boolean => {
  const { operator, conditions, field, op, value } = json as Json;
  if (conditions !== undefined) {
    const results = conditions.map((one) => meetsPlainly(one, member, thresholds));
    return operator === 'OR' ? results.includes(true) : !results.includes(false);
  }
  const found = valueOf(field, member, thresholds);
  const wanted = typeof value === 'string' ? value.toLowerCase() : value;
  if (op === 'eq') return found === wanted;
  if (op === 'neq') return found !== wanted;
  return isInOrder(found, op, wanted);
};

const isInOrder = (found: Value, op: string, wanted: Value): boolean => {
  if (typeof found !== 'number' || typeof wanted !== 'number') return false;
  if (found === wanted) return op.endsWith('e');
  return op.startsWith('g') ? found > wanted : found < wanted;
};

const valueOf = (field: SegmentField, member: Member, thresholds: readonly TierThreshold[]): Value => {
  const days = Number(/_([0-9]+)d$/.exec(field)?.[1] ?? Infinity);
  const within = member.purchases.filter(({ day }) => day > today - days);
  if (field.startsWith('spend_cents')) return spentIn(within);
  if (field.startsWith('txn_count')) return boughtIn(within);
  if (field === 'tier_id') return tierIn(thresholds, member.lifetimePoints);
  return others[field]?.(member) ?? null;
};

const quotientOf = (purchases: readonly CountedPurchase[]): number | null =>
  boughtIn(purchases) === 0 ? null : Number(BigInt(spentIn(purchases)) / BigInt(boughtIn(purchases)));

const tierIn = (thresholds: readonly TierThreshold[], points: number): string | null => {
  const reached = thresholds.filter(({ minLifetimePoints }) => minLifetimePoints <= points);
  const highest = Math.max(...reached.map(({ minLifetimePoints }) => minLifetimePoints));
  return reached.find(({ minLifetimePoints }) => minLifetimePoints === highest)?.id ?? null;
};

const others: Readonly<Partial<Record<SegmentField, (member: Member) => Value>>> = {
  points_balance: ({ pointsBalance }) => pointsBalance,
  lifetime_points: ({ lifetimePoints }) => lifetimePoints,
  state: ({ state }) => state,
  avg_basket_cents_30d: ({ purchases }) => quotientOf(purchases.filter(({ day }) => day > today - 30)),
  days_since_enrolled: ({ enrolledAt }) => Math.max(0, today - Math.floor(enrolledAt.getTime() / dayMs)),
  days_since_last_txn: ({ purchases }) =>
    purchases.length === 0 ? null : Math.max(0, today - Math.max(...purchases.map(({ day }) => day))),
};
