import { pointerTo } from '../http/field-error.ts';
import { linearPatternOf } from './linear-pattern.ts';
import { payloadFormats } from './payload-formats.ts';
import { payloadSizeOf } from './payload-size.ts';
import { countValues, note, type SchemaPlace, type SchemaReading } from './schema-reading.ts';

/**
 * Reads the value of one keyword. Returns the validator's value for it, or undefined for nothing or for a noted fault.
 */
export type KeywordReader = (value: unknown, place: SchemaPlace, reading: SchemaReading) => unknown;

/** Makes a reader for a keyword whose value holds no schema; `isFit` judges its values. */
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

/** True for a list of texts without repetition. */
const isNames = (value: unknown): boolean =>
  isList(value) && value.every(isText) && new Set(value).size === value.length;

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

/** Judges one pattern; returns it when it may be used. */
export const readPattern: KeywordReader = (value, { pointer }, reading) => {
  countValues(reading, 1);
  if (!isText(value)) return note(reading, pointer, 'must be a string');
  if (reading.patternSize > patternSizesMax) return note(reading, pointer, 'is one pattern too many');
  const size = patternSizeOf(value);
  reading.patternSize += size;
  if (size <= patternSizeMax) return value;
  return note(reading, pointer, 'must be a pattern of moderate size that RE2 can match, without look-around');
};

/** Returns the size of a pattern. A text that is no pattern, or too long to compile, has a size beyond every bound. */
const patternSizeOf = (source: string): number =>
  (source.length <= patternSizeMax ? linearPatternOf(source)?.size : undefined) ?? patternSizeMax + 1;

const formatNames = Object.keys(payloadFormats);

/** Every keyword for payloads that holds no schema of its own. */
export const plainKeywords: Readonly<Record<string, KeywordReader>> = {
  type: plain(`must be one or several of ${typeNames.join(', ')}`, isType),
  enum: plain(
    'must be a list of at least one value',
    (value) => isList(value) && value.length > 0 && isFinite(value),
  ),
  const: plain('must be a value', isFinite),
  required: plain('must be a list of names, each of them once', isNames),
  dependentRequired: plain('must have a list of names under each name', isNamesByName),
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
  name === '__proto__' ? note(reading, pointerTo(pointer, name), 'is no name for a field') : name;
