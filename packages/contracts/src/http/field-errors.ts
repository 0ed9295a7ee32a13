import type { ErrorObject } from 'ajv';
import { pointerTo } from '@loyalty/kernel';
import type { RuleTreeLimits } from './keywords.ts';

/**
 * An error in one field. The reason follows the field's name and never repeats what was sent, so it is safe
 * to show (D7).
 */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly errors: readonly FieldError[];
      /** The default is `VALIDATION_ERROR`. */
      readonly code?: 'INVALID_JSON';
    };

/**
 * The maximum number of field errors in a response. Readers need no more at once, and the response stays
 * small whatever was sent.
 */
export const fieldErrorsMax = 20;

/**
 * The maximum length of an error text. Callers' names and values may have any length, so texts about them are
 * cut to keep responses small.
 */
export const errorTextMax = 512;

export const refused = (pointer: string, message: string): Checked<never> => ({
  ok: false,
  errors: [{ pointer, message }],
});

export const fieldErrorsOf = (errors: readonly ErrorObject[]): readonly FieldError[] => {
  const byText = new Map<string, FieldError>();
  for (const error of errors) {
    // The keyword `if` only repeats that its branch failed.
    if (error.keyword === 'if') continue;
    const fieldError = fieldErrorOf(error);
    byText.set(`${fieldError.pointer} ${fieldError.message}`, fieldError);
    if (byText.size === fieldErrorsMax) break;
  }
  return [...byText.values()];
};

const fieldErrorOf = (error: ErrorObject): FieldError =>
  special[error.keyword]?.(error) ?? {
    pointer: error.instancePath,
    message: expectationOf(error.parentSchema as PlainSchema),
  };

const parameterOf = (error: ErrorObject, name: string): string =>
  String((error.params as Readonly<Record<string, unknown>>)[name]);

const special: Readonly<Record<string, (error: ErrorObject) => FieldError | undefined>> = {
  required: (error) => ({
    pointer: pointerTo(error.instancePath, parameterOf(error, 'missingProperty')),
    message: 'is required',
  }),
  additionalProperties: (error) => ({
    pointer: pointerTo(error.instancePath, parameterOf(error, 'additionalProperty')),
    message: 'is not a known field',
  }),
  discriminator: (error) => ({
    pointer: pointerTo(error.instancePath, parameterOf(error, 'tag')),
    message: tagMessageOf(error),
  }),
  maximum: (error) => boundErrorOf(error, 'most'),
  minimum: (error) => boundErrorOf(error, 'least'),
  'x-needs-one-of': (error) => ({
    pointer: error.instancePath,
    message: `needs ${(error.schema as readonly string[]).join(' or ')}`,
  }),
  'x-ordered': (error) => orderErrorOf(error),
  'x-max-json-bytes': (error) => ({
    pointer: error.instancePath,
    message: `must be at most ${String(error.schema)} bytes of JSON`,
  }),
  'x-visible': (error) => ({
    pointer: error.instancePath,
    message: 'must have at least one visible character',
  }),
  'x-all-visible': (error) => ({
    pointer: error.instancePath,
    message: 'must not have invisible characters',
  }),
  'x-rule-tree': (error) => ({ pointer: error.instancePath, message: treeMessageOf(error) }),
};

/** The expectation leaves out the bound that all integers have, so it is said here, where it is the fault. */
const boundErrorOf = (error: ErrorObject, bound: 'most' | 'least'): FieldError | undefined => {
  const limit = parameterOf(error, 'limit');
  if (Math.abs(Number(limit)) !== Number.MAX_SAFE_INTEGER) return undefined;
  return { pointer: error.instancePath, message: `must be at ${bound} ${limit}` };
};

const tagMessageOf = ({ params, parentSchema }: ErrorObject): string => {
  const message = oneOf((parentSchema as { 'x-tags': readonly string[] })['x-tags']);
  const { tagValue } = params as { readonly tagValue?: unknown };
  return tagValue === undefined ? `is required and ${message}` : message;
};

const orderErrorOf = ({ instancePath, schema, data }: ErrorObject): FieldError => {
  const [low, high] = schema as readonly [string, string];
  const isDate = typeof (data as Readonly<Record<string, unknown>>)[high] === 'string';
  return {
    pointer: pointerTo(instancePath, high),
    message: `must not be ${isDate ? 'before' : 'less than'} ${low}`,
  };
};

const treeMessageOf = ({ schema }: ErrorObject): string => {
  const { depthMax, leavesMax } = schema as RuleTreeLimits;
  return `must have at most ${depthMax.toString()} levels and ${leavesMax.toString()} comparisons`;
};

interface PlainSchema {
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly 'x-max-decimals'?: number;
  readonly 'x-says'?: string;
}

/** One sentence covers all keywords, whichever failed: `must be an integer from 1 to 200`. */
const expectationOf = (schema: PlainSchema): string => {
  const says = schema['x-says'] ?? formats[schema.format ?? ''];
  if (says !== undefined) return says;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return oneOf(values);
  const types = [schema.type ?? []].flat();
  return `must be ${types.map((type) => descriptions[type]?.(schema) ?? type).join(' or ')}`;
};

export const oneOf = (values: readonly string[]): string =>
  `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  instant: 'must be a valid ISO 8601 date or date-time, such as 2026-03-01 or 2026-03-01T08:00:00Z',
  'iso-4217': 'must be an ISO 4217 currency code in upper case, such as ZAR',
  'date-time': 'must be an ISO 8601 date-time in UTC with milliseconds',
  uri: 'must be a URI',
};

const descriptions: Readonly<Record<string, (schema: PlainSchema) => string>> = {
  integer: (schema) => `an integer${rangeOf(schema)}`,
  number: (schema) => `a number${rangeOf(schema)}${decimalsOf(schema)}`,
  string: (schema) => `a string${sizeOf(schema.minLength, schema.maxLength, 'characters')}`,
  array: (schema) => `an array${sizeOf(schema.minItems, schema.maxItems, 'items')}`,
  object: (schema) => `an object${sizeOf(undefined, schema.maxProperties, 'members')}`,
  boolean: () => 'true or false',
  null: () => 'null',
};

/** Returns a bound as text. The bound that all integers have (D9) is left out. */
const boundOf = (value: number | undefined): string | undefined =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value.toString();

const rangeOf = (schema: PlainSchema): string => {
  const minimum = boundOf(schema.minimum);
  const maximum = boundOf(schema.maximum);
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const above = boundOf(schema.exclusiveMinimum);
  const bounds = [
    above === undefined ? [] : `> ${above}`,
    minimum === undefined ? [] : `≥ ${minimum}`,
    maximum === undefined ? [] : `≤ ${maximum}`,
  ].flat();
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`;
};

const decimalsOf = ({ 'x-max-decimals': decimals }: PlainSchema): string =>
  decimals === undefined ? '' : ` with at most ${decimals.toString()} decimals`;

const sizeOf = (minimum: number | undefined, maximum: number | undefined, what: string): string => {
  if (minimum === undefined && maximum === undefined) return '';
  if (minimum === undefined) return ` of at most ${String(maximum)} ${what}`;
  return maximum === undefined
    ? ` of at least ${minimum.toString()} ${what}`
    : ` of ${minimum.toString()} to ${maximum.toString()} ${what}`;
};
