import { isReference, isUuid } from '@loyalty/kernel';
import { isAttributeName, isStorable } from '../requests/field-fault.ts';
import { dateOfDay, dayOfDate } from '../time/local-time.ts';
import {
  type ComparingOperator,
  type FieldComparisons,
  payloadFieldComparisons,
  segmentComparisons,
  tierComparisons,
} from './field-comparisons.ts';

/** What the conditions are about. */
export type Subject = 'receipts' | 'events';

export type ConditionField =
  | 'weekday'
  | 'date'
  | 'time'
  | 'day_of_month'
  | 'store_ref'
  | 'attributes'
  | 'tier_id'
  | 'segment_id'
  | 'purchase_number'
  | 'days_since_last_txn'
  | 'payload';

export type ConditionOperator = ComparingOperator | 'in' | 'not_in' | 'exists';

/**
 * The value of a field; undefined if it is missing. In a payload it is any value of JSON; of a member it is a
 * `FoundTier` or `FoundSegments`.
 */
export type FoundValue = unknown;

/** How values of a field are compared. */
export interface ValueRules {
  readonly operators: readonly ConditionOperator[];
  /** The maximum number of values in one list. */
  readonly listMax: number;
  /** Returns the value in the form in which it is compared, or undefined if it is not valid. */
  readonly parse: (value: unknown, op: ConditionOperator) => FoundValue;
  /** What is expected, as the end of a sentence. */
  readonly expected: string;
  /** Texts for operators that accept fewer values. */
  readonly expectedOf?: Partial<Readonly<Record<ConditionOperator, string>>>;
  /** The operators. If this is absent, values are compared for equality, and numbers also by size. */
  readonly comparisons?: FieldComparisons;
}

interface FieldRules extends ValueRules {
  readonly subjects: readonly Subject[];
  /** The values of the field are ids of tiers or of segments. */
  readonly names?: 'tier' | 'segment';
  /** A receipt before in the batch may change it. */
  readonly isMoving?: true;
  /** It needs the time zone of the environment. */
  readonly isLocal: boolean;
}

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** Weekdays are counted from Monday. */
const parseWeekday = (value: unknown): FoundValue => {
  const at = weekdays.findIndex((name) => name === value);
  return at < 0 ? undefined : at;
};

const timeForm = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Returns minutes of the day. */
const parseTime = (value: unknown): FoundValue => {
  const [hours, minutes] = numbersIn(value, timeForm);
  return hours === undefined || minutes === undefined ? undefined : hours * 60 + minutes;
};

const dateForm = /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)$/;

/** Days since 1970; undefined for a day that its month has not got. */
const parseDate = (value: unknown): FoundValue => {
  const [year, month, dayOfMonth] = numbersIn(value, dateForm);
  if (year === undefined || month === undefined || dayOfMonth === undefined) return undefined;
  const day = dayOfDate({ year, month, dayOfMonth });
  return dateOfDay(day).dayOfMonth === dayOfMonth ? day : undefined;
};

/** Empty if the value has another form. */
const numbersIn = (value: unknown, form: RegExp): readonly number[] => {
  const found = typeof value === 'string' ? form.exec(value) : null;
  return found === null ? [] : found.slice(1).map(Number);
};

/** Returns the rules of a field whose values are integers in this range. */
export const integers = (min: number, max: number): Pick<ValueRules, 'parse' | 'expected'> => ({
  parse: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
      ? value
      : undefined,
  expected: `an integer from ${min.toString()} to ${max.toString()}`,
});

export const parseText = (value: unknown): FoundValue =>
  typeof value === 'string' && isReference(value) ? value : undefined;

const parseTier = (value: unknown, op: ConditionOperator): FoundValue =>
  value === null && op !== 'gte' ? null : parseId(value);

/** Accepts either case, because Postgres returns ids in lower case. */
const parseId = (value: unknown): FoundValue =>
  typeof value === 'string' && isUuid(value) ? value.toLowerCase() : undefined;

const ordering: readonly ConditionOperator[] = ['gt', 'gte', 'lt', 'lte'];

/** Texts have no bound of their own. */
const parsePayload = (value: unknown, op: ConditionOperator): FoundValue => {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return isStorable(value) ? value : undefined;
  if (ordering.includes(op)) return undefined;
  return typeof value === 'boolean' || (value === null && op !== 'contains') ? value : undefined;
};

const equality = ['eq', 'neq', 'in', 'not_in'] as const;
const ordered = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in'] as const;
const ofTexts = ['eq', 'neq', 'in', 'not_in', 'exists'] as const;

const anySubject = ['receipts', 'events'] as const;
const receipts = ['receipts'] as const;

const listMax = 100;
/** A campaign has at most as many `storeIds`. */
const storesMax = 5_000;

const ofLocalTime = { subjects: anySubject, listMax, isLocal: true };
const ofText = {
  subjects: receipts,
  operators: ofTexts,
  parse: parseText,
  expected: 'a text of 1 to 255 characters',
  isLocal: false,
};

const orderOfPayload = 'a text or a number';
const ofPayload: FieldRules['expectedOf'] = {
  gt: orderOfPayload,
  gte: orderOfPayload,
  lt: orderOfPayload,
  lte: orderOfPayload,
  contains: 'a text, a number, true or false',
};

const ofMember = { subjects: anySubject, listMax, isLocal: false } as const;
const ofFigures = {
  ...ofMember,
  operators: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'],
  isMoving: true,
} as const;

const fields: Readonly<Record<ConditionField, FieldRules>> = {
  weekday: {
    ...ofLocalTime,
    operators: equality,
    parse: parseWeekday,
    expected: `one of ${weekdays.join(', ')}`,
  },
  date: { ...ofLocalTime, operators: ordered, parse: parseDate, expected: 'a date like 2026-11-27' },
  time: { ...ofLocalTime, operators: ordered, parse: parseTime, expected: 'a time from 00:00 to 23:59' },
  day_of_month: { ...ofLocalTime, operators: ordered, ...integers(1, 31) },
  store_ref: { ...ofText, listMax: storesMax },
  attributes: { ...ofText, listMax },
  tier_id: {
    ...ofMember,
    operators: [...equality, 'gte'],
    parse: parseTier,
    expected: 'the id of an existing tier, or null',
    expectedOf: { gte: 'the id of an existing tier' },
    comparisons: tierComparisons,
    names: 'tier',
    isMoving: true,
  },
  segment_id: {
    ...ofMember,
    operators: equality,
    parse: parseId,
    expected: 'the id of an existing segment',
    comparisons: segmentComparisons,
    names: 'segment',
  },
  purchase_number: { ...ofFigures, ...integers(1, Number.MAX_SAFE_INTEGER) },
  days_since_last_txn: { ...ofFigures, ...integers(0, Number.MAX_SAFE_INTEGER) },
  payload: {
    subjects: ['events'],
    operators: [...ordered, 'contains', 'exists'],
    listMax,
    isLocal: false,
    parse: parsePayload,
    expected: 'a text, a number, true, false or null',
    expectedOf: ofPayload,
    comparisons: payloadFieldComparisons,
  },
};

export const rulesOfField = (field: ConditionField): FieldRules => fields[field];

/** Returns what the operator expects, as the end of a sentence. */
export const valueTextOf = (field: ConditionField, op: unknown): string => valueTextBy(fields[field], op);

/** Returns the same text as {@link valueTextOf}, from rules. */
export const valueTextBy = ({ expectedOf, expected }: ValueRules, op: unknown): string =>
  expectedOf?.[op as ConditionOperator] ?? expected;

export const isLocalField = (field: ConditionField): boolean => fields[field].isLocal;

export interface NamedField {
  readonly field: ConditionField;
  /** The name in `attributes.<name>`; null for other fields. */
  readonly attribute: string | null;
  /** The path in `payload.<path>`; null for other fields. */
  readonly path: string | null;
}

const attributePrefix = 'attributes.';
const payloadPrefix = 'payload.';

/** Returns null if there is no such field of the subject. */
export const readField = (name: unknown, subject: Subject): NamedField | null => {
  const named = typeof name === 'string' ? namedIn(name) : null;
  return named !== null && fields[named.field].subjects.includes(subject) ? named : null;
};

const namedIn = (name: string): NamedField | null => {
  if (name.startsWith(attributePrefix)) {
    const attribute = name.slice(attributePrefix.length);
    return isAttributeName(attribute) ? { field: 'attributes', attribute, path: null } : null;
  }
  if (name.startsWith(payloadPrefix)) {
    const path = name.slice(payloadPrefix.length);
    return isReference(path) ? { field: 'payload', attribute: null, path } : null;
  }
  const isWhole = isField(name) && name !== 'attributes' && name !== 'payload';
  return isWhole ? { field: name, attribute: null, path: null } : null;
};

const isField = (name: string): name is ConditionField => Object.hasOwn(fields, name);
