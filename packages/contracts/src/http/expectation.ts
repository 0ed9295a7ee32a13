/** The parts of a schema of a plain value or a list that a sentence describes. */
export interface PlainSchema {
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
  readonly 'x-max-decimals'?: number;
  /** The whole sentence, where the pattern alone would not explain itself. */
  readonly 'x-says'?: string;
}

/**
 * Returns the expectation of a schema for a plain value or for the length of a list. It is a sentence that follows the
 * field's name: `must be an integer from 1 to 200`. One sentence covers all keywords, whichever failed.
 */
export const expectationOf = (schema: PlainSchema): string => {
  const says = schema['x-says'] ?? formats[schema.format ?? ''];
  if (says !== undefined) return says;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return oneOf(values);
  const types = [schema.type ?? []].flat();
  return `must be ${types.map((type) => descriptions[type]?.(schema) ?? type).join(' or ')}`;
};

/** Returns `must be one of A, B, C`. */
export const oneOf = (values: readonly string[]): string =>
  `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  instant:
    'must be an ISO 8601 date or date-time that the calendar has, such as 2026-03-01 or 2026-03-01T08:00:00Z',
  'iso-4217': 'must be an ISO 4217 currency code in upper case, such as ZAR',
  'date-time': 'must be an ISO 8601 date-time in UTC with milliseconds',
  uri: 'must be a URI',
};

const descriptions: Readonly<Record<string, (schema: PlainSchema) => string>> = {
  integer: (schema) => `an integer${rangeOf(schema)}`,
  number: (schema) => `a number${rangeOf(schema)}${decimalsOf(schema)}`,
  string: (schema) => `a string${sizeOf(schema.minLength, schema.maxLength, 'characters')}`,
  array: (schema) => `an array${sizeOf(schema.minItems, schema.maxItems, 'items')}`,
  object: () => 'an object',
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
