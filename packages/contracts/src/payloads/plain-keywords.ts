import { pointerTo } from '@loyalty/kernel';
import { errorTextMax, type FieldError, fieldErrorsMax } from '../http/field-errors.ts';
import type { JsonObject } from '../http/json-body.ts';
import { linearPatternOf, payloadFormats } from './patterns-and-formats.ts';
import { payloadSizeOf } from './payload-json.ts';

/** Returns the validator's value for a keyword's value; undefined for no value, or after noting a fault. */
export type KeywordReader = (value: unknown, place: ReadingContext, reading: SchemaReading) => unknown;

const plain =
  (message: string, isFit: (value: unknown) => boolean): KeywordReader =>
  (value, { pointer }, reading) => {
    countValues(reading, sizeOf(value));
    return isFit(value) ? value : note(reading, pointer, message);
  };

const sizeOf = (value: unknown): number => payloadSizeOf(value, '').values;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const isText = (value: unknown): value is string => typeof value === 'string';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A definition may name numbers that no payload can have (D79): stored definitions must stay readable. */
const isFinite = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isFinite)
    : typeof value !== 'number' || Number.isFinite(value);

const isNames = (value: unknown): boolean =>
  isList(value) && value.every(isText) && new Set(value).size === value.length;

/** More than any payload of 64 KiB needs. Judging costs at most this much for each of a payload's values. */
const schemaValuesMax = 1_000;

export const note = (reading: SchemaReading, pointer: string, message: string): unknown => {
  if (reading.errors.length < fieldErrorsMax) {
    reading.errors.push({ pointer: pointer.slice(0, errorTextMax), message });
  }
  return undefined;
};

export const countValues = (reading: SchemaReading, values: number): boolean => {
  const before = reading.values;
  reading.values += values;
  if (reading.values <= schemaValuesMax) return true;
  if (before <= schemaValuesMax) {
    const most = schemaValuesMax.toLocaleString('en');
    note(reading, '/properties', `must not have more than ${most} values after references are resolved`);
  }
  return false;
};

const count = plain('must be an integer ≥ 0', isCount);

const bound = plain('must be a number', Number.isFinite);

const typeNames: readonly unknown[] = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

const isType = (value: unknown): boolean => {
  const types = isList(value) ? value : [value];
  return types.length > 0 && types.every((type) => typeNames.includes(type)) && isNames(types);
};

const isNamesByName = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isList(value) && Object.values(value).every(isNames);

/** The size of one pattern, and of all patterns of a definition; more than any payload needs. */
const patternSizeMax = 500;

const patternSizesMax = 2_000;

export const readPattern: KeywordReader = (value, { pointer }, reading) => {
  countValues(reading, 1);
  if (!isText(value)) return note(reading, pointer, 'must be a string');
  if (reading.patternSize > patternSizesMax)
    return note(reading, pointer, 'exceeds the number of patterns that a definition may have');
  const size = patternSizeOf(value);
  reading.patternSize += size;
  if (size <= patternSizeMax) return value;
  return note(reading, pointer, 'must be a pattern of moderate size that RE2 supports, without look-around');
};

/** Returns a pattern's size, beyond every bound for a text that is no pattern or too long to compile. */
const patternSizeOf = (source: string): number =>
  (source.length <= patternSizeMax ? linearPatternOf(source)?.size : undefined) ?? patternSizeMax + 1;

const formatNames = Object.keys(payloadFormats);

export const plainKeywords: Readonly<Record<string, KeywordReader>> = {
  type: plain(`must be one or more of ${typeNames.join(', ')}`, isType),
  enum: plain(
    'must be a list of at least one value',
    (value) => isList(value) && value.length > 0 && isFinite(value),
  ),
  const: plain('must be a value', isFinite),
  required: plain('must be a list of different names', isNames),
  dependentRequired: plain('must have a list of different names for each name', isNamesByName),
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: plain('must be a number > 0', (value) => Number.isFinite(value) && Number(value) > 0),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: plain('must be true or false', (value) => typeof value === 'boolean'),
  format: plain(`must be one of ${formatNames.join(', ')}`, (value) => formatNames.includes(value as string)),
  pattern: readPattern,
};

/** Refuses a name that is not safe on any object. */
export const readName: KeywordReader = (name, { pointer }, reading) =>
  name === '__proto__' ? note(reading, pointerTo(pointer, name), 'cannot be the name of a field') : name;

/** The state of reading a definition's schema. Every value that is read is counted, so that reading ends. */
export interface SchemaReading {
  readonly root: JsonObject;
  readonly errors: FieldError[];
  /** The number of values read. Values behind a reference count once for each reference. */
  values: number;
  /** The sizes of all patterns added up. Compiled patterns are kept as long as the definition. */
  patternSize: number;
}

export interface ReadingContext {
  readonly pointer: string;
  readonly depth: number;
  readonly trail: readonly string[];
}
