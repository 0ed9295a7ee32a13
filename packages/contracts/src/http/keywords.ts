import type { AnySchemaObject } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { isUuid, isVisible } from '@loyalty/kernel';
import { instantOf } from '../instant.ts';
import { isCurrencyCode } from '../currencies.ts';
import { toDecimals } from '../request-values.ts';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Matches the first character that no reader sees: a control, a blank that is no space, or what no screen shows. */
export const invisibleCharacter = /[^\P{Z} ]|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** `URL` encodes these, or reads them as something else; RFC 3987 lets none stand in an IRI. */
const outsideIris = /[\p{Cc} <>"{}|\\^`]|%(?![\da-f]{2})/iu;

export const addKeywords = (ajv: Ajv2020): void => {
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('instant', (text: string) => instantOf(text, 'start') !== null);
  ajv.addFormat('iso-4217', isCurrencyCode);
  ajv.addFormat('date-time', (text: string) => timestamp.test(text) && instantOf(text, 'start') !== null);
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addFormat('iri', (text: string) => URL.canParse(text) && !outsideIris.test(text));
  // For readers: the width of a number. The bounds stand next to it, so nothing is left to check.
  for (const width of ['int32', 'int64', 'double']) ajv.addFormat(width, true);
  ajv.addKeyword({
    keyword: 'x-max-decimals',
    type: 'number',
    modifying: true,
    validate: roundToDecimals,
  });
  ajv.addKeyword({ keyword: 'x-needs-one-of', type: 'object', validate: hasOneOf });
  ajv.addKeyword({ keyword: 'x-ordered', type: 'object', validate: isOrdered });
  ajv.addKeyword({
    keyword: 'x-rule-tree',
    type: 'object',
    validate: (limits: RuleTreeLimits, value: unknown) => isWithinLimits(value, limits),
  });
  ajv.addVocabulary(['x-says', 'x-tags']);
};

interface ValuePlace {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

/** A value that is almost the one meant becomes that one. */
const roundToDecimals = (decimals: number, value: number, _schema: unknown, place?: ValuePlace): boolean => {
  const rounded = toDecimals(value, decimals);
  if (rounded !== null && rounded !== value && place !== undefined)
    place.parentData[place.parentDataProperty] = rounded;
  return rounded !== null;
};

/** Removed before the members are judged (D125). */
const dropNulls = (names: readonly string[], value: Record<string, unknown>): boolean => {
  for (const name of names) {
    if (value[name] === null) Reflect.deleteProperty(value, name);
  }
  return true;
};

/** Does so for members that an object does not know, where these are refused otherwise. */
const dropUnknownNulls = (
  _is: boolean,
  value: Record<string, unknown>,
  schema?: AnySchemaObject,
): boolean => {
  const known = (schema?.['properties'] ?? {}) as object;
  return dropNulls(
    Object.keys(value).filter((name) => !Object.hasOwn(known, name)),
    value,
  );
};

/**
 * Adds keywords for bounds that apply to requests only: values that were stored before a bound was set still
 * appear in responses.
 */
export const addBoundsOfRequests = (ajv: Ajv2020): void => {
  ajv.addKeyword({
    keyword: 'x-max-json-bytes',
    type: 'object',
    validate: (bytesMax: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= bytesMax,
  });
  ajv.addKeyword({
    keyword: 'x-visible',
    type: 'string',
    schemaType: 'boolean',
    // An empty text is the fault of its length, where there is a least one.
    validate: (_is: boolean, text: string, { minLength } = {} as AnySchemaObject) =>
      isVisible(text) || (text === '' && minLength !== undefined),
  });
  ajv.addKeyword({
    keyword: 'x-all-visible',
    type: 'string',
    schemaType: 'boolean',
    validate: (_is: boolean, text: string) => !invisibleCharacter.test(text),
  });
  ajv.addKeyword({
    keyword: 'x-null-is-absent',
    type: 'object',
    before: 'properties',
    modifying: true,
    errors: false,
    validate: dropNulls,
  });
  ajv.addKeyword({
    keyword: 'x-unknown-null-is-absent',
    type: 'object',
    schemaType: 'boolean',
    before: 'properties',
    modifying: true,
    errors: false,
    validate: dropUnknownNulls,
  });
};

export const passBoundsOfRequests = (ajv: Ajv2020): void => {
  ajv.addVocabulary([
    'x-all-visible',
    'x-max-json-bytes',
    'x-null-is-absent',
    'x-unknown-null-is-absent',
    'x-visible',
  ]);
};

/** Returns true if one of the members is present. An empty list counts as absent (D30). */
const hasOneOf = (names: readonly string[], value: Readonly<Record<string, unknown>>): boolean =>
  names.some(
    (name) => value[name] !== undefined && !(Array.isArray(value[name]) && value[name].length === 0),
  );

/**
 * Returns true unless both members can be compared and the first is greater. A date as the second means its
 * end.
 */
const isOrdered = (
  [low, high]: readonly [string, string],
  value: Readonly<Record<string, unknown>>,
): boolean => {
  const from = orderOf(value[low], 'start');
  const to = orderOf(value[high], 'end');
  return from === null || to === null || from <= to;
};

const orderOf = (value: unknown, dateMeans: 'start' | 'end'): number | null => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? instantOf(value, dateMeans) : null;
};

export interface RuleTreeLimits {
  readonly depthMax: number;
  readonly leavesMax: number;
}

/** Returns true if a tree of conditions (D64) is within the limits. Other checks judge what is no tree. */
const isWithinLimits = (tree: unknown, { depthMax, leavesMax }: RuleTreeLimits): boolean => {
  let leaves = 0;
  let level: readonly unknown[] = [tree];
  for (let depth = 1; level.length > 0; depth += 1) {
    const children = level.flatMap(childrenOf);
    leaves += level.filter((node) => !isNode(node)).length;
    if (leaves > leavesMax || (depth > depthMax && level.some(isNode))) return false;
    level = children;
  }
  return true;
};

const isNode = (value: unknown): value is { readonly conditions: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'conditions' in value && Array.isArray(value.conditions);

const childrenOf = (value: unknown): readonly unknown[] => (isNode(value) ? value.conditions : []);
