import { holds, leavesOf } from '../segments/condition-tree.ts';
import { dateOfDay, type LocalTime, localTimeOf, weekdayOf, type ZoneChanges } from '../time/local-time.ts';
import { type FoundValue, isLocalField, type NamedField } from './condition-fields.ts';
import type { Condition, Conditions, LinesCondition } from './read-conditions.ts';

export interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** Of an event: no store and no attributes. */
export interface JudgedActivity {
  readonly occurredAtMs: number;
  readonly zone: ZoneChanges | null;
  readonly storeRef: string | null;
  readonly attributes: readonly Attribute[];
  /** Null: not looked at; what is asked of lines is taken for true. */
  readonly sumOf: ((condition: LinesCondition) => number) | null;
}

export const conditionsHold = (conditions: Conditions, judged: JudgedActivity): boolean => {
  let local: LocalTime | null = null;
  const localTime = (): LocalTime => (local ??= localTimeOf(judged.occurredAtMs, judged.zone));
  return holds<Condition>(conditions, (condition) => {
    if (!('lines' in condition)) return condition.isMet(foundOf(condition, judged, localTime));
    return judged.sumOf === null || condition.isMet(judged.sumOf(condition));
  });
};

/** Where the environment has no time zone, its conditions go by UTC. */
export const asksLocalTime = (conditions: Conditions): boolean =>
  leavesOf<Condition>(conditions).some((leaf) => !('lines' in leaf) && isLocalField(leaf.field));

const foundOf = (
  { field, attribute }: NamedField,
  { storeRef, attributes }: JudgedActivity,
  localTime: () => LocalTime,
): FoundValue => {
  switch (field) {
    case 'weekday':
      return weekdayOf(localTime().day);
    case 'date':
      return localTime().day;
    case 'time':
      return localTime().minute;
    case 'day_of_month':
      return dateOfDay(localTime().day).dayOfMonth;
    case 'store_ref':
      return storeRef ?? undefined;
    case 'attributes':
      return attributes.find(({ name }) => name === attribute)?.value;
  }
};
