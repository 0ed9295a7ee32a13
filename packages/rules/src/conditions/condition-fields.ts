import { isReference } from '@loyalty/kernel';
import { isAttributeName } from '../requests/field-fault.ts';
import { dateOfDay, dayOfDate } from '../time/local-time.ts';

/** Fires under the conditions. */
export type Subject = 'receipts' | 'events';

export type ConditionField = 'weekday' | 'date' | 'time' | 'day_of_month' | 'store_ref' | 'attributes';

export type ConditionOperator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'not_in' | 'exists';

/** Undefined: it is missing. */
export type FoundValue = number | string | undefined;

/** How values of a field are compared. */
export interface ValueRules {
  readonly operators: readonly ConditionOperator[];
  /** Of values in one list. */
  readonly listMax: number;
  /** As it is compared; undefined: not valid. */
  readonly parse: (value: unknown) => FoundValue;
  /** As the end of a sentence. */
  readonly expected: string;
}

interface FieldRules extends ValueRules {
  readonly subjects: readonly Subject[];
  /** It needs the time zone of the environment. */
  readonly isLocal: boolean;
}

const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** From Monday. */
const parseWeekday = (value: unknown): FoundValue => {
  const at = weekdays.findIndex((name) => name === value);
  return at < 0 ? undefined : at;
};

const timeForm = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Minutes of the day. */
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

/** Empty where the value has another form. */
const numbersIn = (value: unknown, form: RegExp): readonly number[] => {
  const found = typeof value === 'string' ? form.exec(value) : null;
  return found === null ? [] : found.slice(1).map(Number);
};

const parseDayOfMonth = (value: unknown): FoundValue =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 31 ? value : undefined;

const parseText = (value: unknown): FoundValue =>
  typeof value === 'string' && isReference(value) ? value : undefined;

const equality = ['eq', 'neq', 'in', 'not_in'] as const;
const ordered = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in'] as const;
const ofTexts = ['eq', 'neq', 'in', 'not_in', 'exists'] as const;

const anySubject = ['receipts', 'events'] as const;
const receipts = ['receipts'] as const;

const listMax = 100;
/** As many as a campaign has `storeIds`. */
const storesMax = 5_000;

const ofLocalTime = { subjects: anySubject, listMax, isLocal: true };
const ofText = {
  subjects: receipts,
  operators: ofTexts,
  parse: parseText,
  expected: 'a text of 1 to 255 characters',
  isLocal: false,
};

const fields: Readonly<Record<ConditionField, FieldRules>> = {
  weekday: {
    ...ofLocalTime,
    operators: equality,
    parse: parseWeekday,
    expected: `one of ${weekdays.join(', ')}`,
  },
  date: { ...ofLocalTime, operators: ordered, parse: parseDate, expected: 'a date like 2026-11-27' },
  time: { ...ofLocalTime, operators: ordered, parse: parseTime, expected: 'a time from 00:00 to 23:59' },
  day_of_month: {
    ...ofLocalTime,
    operators: ordered,
    parse: parseDayOfMonth,
    expected: 'an integer from 1 to 31',
  },
  store_ref: { ...ofText, listMax: storesMax },
  attributes: { ...ofText, listMax },
};

export const rulesOfField = (field: ConditionField): FieldRules => fields[field];

export const isLocalField = (field: ConditionField): boolean => fields[field].isLocal;

export interface NamedField {
  readonly field: ConditionField;
  /** Of `attributes.<name>`, else null. */
  readonly attribute: string | null;
}

const attributePrefix = 'attributes.';

/** Null: no field of such a subject. */
export const readField = (name: unknown, subject: Subject): NamedField | null => {
  if (typeof name !== 'string') return null;
  const attribute = attributeIn(name);
  const field = attribute === null ? name : 'attributes';
  if (!isField(field) || (field === 'attributes') !== (attribute !== null)) return null;
  return fields[field].subjects.includes(subject) ? { field, attribute } : null;
};

const attributeIn = (name: string): string | null => {
  const attribute = name.startsWith(attributePrefix) ? name.slice(attributePrefix.length) : '';
  return isAttributeName(attribute) ? attribute : null;
};

const isField = (name: string): name is ConditionField => Object.hasOwn(fields, name);
