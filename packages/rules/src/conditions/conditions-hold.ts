import { utcDayOf } from '@loyalty/kernel';
import { holds, leavesOf } from '../segments/condition-tree.ts';
import { dateOfDay, type LocalTime, localTimeOf, weekdayOf, type ZoneChanges } from '../time/local-time.ts';
import { daysSince, type PurchaseTotals } from '../statistics/purchase-statistics.ts';
import {
  type ConditionField,
  type FoundValue,
  isLocalField,
  type NamedField,
  rulesOfField,
} from './condition-fields.ts';
import type { FoundSegments, FoundTier } from './field-comparisons.ts';
import { payloadValueAt } from './payload-values.ts';
import type { Condition, Conditions, LinesCondition } from './read-conditions.ts';

export interface Attribute {
  readonly name: string;
  readonly value: string;
}

/**
 * The activity that conditions judge. An event has no store and no attributes, and a receipt has no payload.
 */
export interface JudgedActivity {
  readonly occurredAtMs: number;
  readonly zone: ZoneChanges | null;
  readonly storeRef: string | null;
  readonly attributes: readonly Attribute[];
  readonly payload: unknown;
  readonly member: AskedMember;
  /** Returns the sum over the lines that the condition selects. */
  readonly sumOf: (condition: LinesCondition) => number;
}

/** Each is looked up once it is asked for. */
interface AskedMember {
  readonly tier: () => FoundTier;
  readonly segments: FoundSegments;
  readonly purchases: () => PurchaseTotals;
}

export const conditionsHold = (conditions: Conditions, judged: JudgedActivity): boolean =>
  holdsWhere(conditions, judged, () => false);

/**
 * Returns true if the conditions may hold. It is never narrower than {@link conditionsHold} of a later
 * receipt in the batch, because there is no NOT. Lines are not looked at.
 */
export const conditionsCanHold = (conditions: Conditions, judged: JudgedActivity): boolean =>
  holdsWhere(
    conditions,
    judged,
    (condition) => 'lines' in condition || rulesOfField(condition.field).isMoving === true,
  );

const holdsWhere = (
  conditions: Conditions,
  judged: JudgedActivity,
  isTaken: (condition: Condition) => boolean,
): boolean => {
  let local: LocalTime | null = null;
  const localTime = (): LocalTime => (local ??= localTimeOf(judged.occurredAtMs, judged.zone));
  return holds<Condition>(conditions, (condition) => {
    if (isTaken(condition)) return true;
    if ('lines' in condition) return condition.isMet(judged.sumOf(condition));
    return condition.isMet(found[condition.field]({ named: condition, judged, localTime }));
  });
};

/**
 * Returns the comparisons over lines that hold and would not hold for a receipt without lines. There are none
 * if the conditions hold without them.
 */
export const heldByLines = (conditions: Conditions, judged: JudgedActivity): readonly LinesCondition[] => {
  const met = leavesOf<Condition>(conditions).filter(
    (leaf): leaf is LinesCondition =>
      'lines' in leaf && leaf.isMet(judged.sumOf(leaf)) && !leaf.isMet(sumOfNoLines),
  );
  const holdsWithout = holds<Condition>(
    conditions,
    (leaf) => !met.some((one) => one === leaf) && leaf.isMet(foundBy(leaf, judged)),
  );
  return holdsWithout ? [] : met;
};

const sumOfNoLines = 0;

/** Returns the value that a comparison asks for. */
export const foundBy = (condition: Condition, judged: JudgedActivity): FoundValue =>
  'lines' in condition
    ? judged.sumOf(condition)
    : found[condition.field]({
        named: condition,
        judged,
        localTime: () => localTimeOf(judged.occurredAtMs, judged.zone),
      });

/**
 * Returns true if the conditions depend on local time. In an environment without a time zone, that is UTC.
 */
export const asksLocalTime = (conditions: Conditions): boolean =>
  leavesOf<Condition>(conditions).some((leaf) => !('lines' in leaf) && isLocalField(leaf.field));

interface Asked {
  readonly named: NamedField;
  readonly judged: JudgedActivity;
  readonly localTime: () => LocalTime;
}

const found: Readonly<Record<ConditionField, (asked: Asked) => FoundValue>> = {
  weekday: ({ localTime }) => weekdayOf(localTime().day),
  date: ({ localTime }) => localTime().day,
  time: ({ localTime }) => localTime().minute,
  day_of_month: ({ localTime }) => dateOfDay(localTime().day).dayOfMonth,
  store_ref: ({ judged }) => judged.storeRef ?? undefined,
  attributes: ({ named, judged }) => judged.attributes.find(({ name }) => name === named.attribute)?.value,
  tier_id: ({ judged }) => judged.member.tier(),
  segment_id: ({ judged }) => judged.member.segments,
  purchase_number: ({ judged }) => judged.member.purchases().count + 1,
  days_since_last_txn: ({ judged: { member, occurredAtMs } }) => {
    const { lastDay } = member.purchases();
    return lastDay === null ? undefined : daysSince(lastDay, utcDayOf(occurredAtMs));
  },
  payload: ({ named, judged }) => payloadValueAt(judged.payload, named.path ?? ''),
};
