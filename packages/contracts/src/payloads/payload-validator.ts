import { type ErrorObject, str, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { codePointsOf, pointerTo } from '@loyalty/kernel';
import { type Checked, errorTextMax, type FieldError, fieldErrorsMax, oneOf } from '../http/field-errors.ts';
import type { JsonObject } from '../http/json-body.ts';
import { linearPatternOf, payloadFormats } from './patterns-and-formats.ts';
import { canonicalJson, payloadSizeOf } from './payload-json.ts';
import { type PayloadSchema, readPayloadSchema } from './payload-schema.ts';

export type PayloadValidator = (payload: JsonObject) => readonly FieldError[];

/**
 * Compiles a validator that cannot run for long: schemas, values multiplied by schemas, and steps of patterns
 * are bounded (D62).
 */
export const compilePayloadValidator = (properties: JsonObject): Checked<PayloadValidator> => {
  const read = readPayloadSchema(properties);
  return read.ok ? { ok: true, value: validatorOf(read.value) } : read;
};

/** Judging a value by a value takes 0.1 µs at most, so this is 20 ms of the thread that all tenants share. */
const workMax = 200_000;
/** Each error is an object: up to this much work all faults are collected, beyond only the first. */
const allErrorsWorkMax = 40_000;

const validatorOf = ({ schema, values }: PayloadSchema): PayloadValidator => {
  const patterns = createPatternBudget();
  const firstError = lazily(() => compile(schema, patterns, false));
  const allErrors = compile(schema, patterns, true);
  return (payload) => {
    const size = payloadSizeOf(payload, '/payload');
    if (size.errors.length > 0) return size.errors;
    const work = size.values * values;
    if (work > workMax) return [tooManyFor(values)];
    const validate = work <= allErrorsWorkMax ? allErrors : firstError();
    patterns.renew();
    const isValid = validate(payload);
    if (patterns.isSpent()) return [tooLongForPatterns];
    return isValid ? [] : payloadErrorsOf(validate.errors ?? []);
  };
};

const refusal = (message: string): FieldError => ({ pointer: '/payload', message });

const counted = (count: number): string => count.toLocaleString('en');

const tooManyFor = (values: number): FieldError =>
  refusal(
    `must not have more than ${counted(Math.floor(workMax / values))} values, because its definition has ${counted(values)}, and the two numbers multiplied must not exceed ${counted(workMax)}`,
  );

const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const compile = (
  schema: PayloadSchema['schema'],
  patterns: PatternBudget,
  allErrors: boolean,
): ValidateFunction => {
  const ajv = new Ajv2020({
    allErrors,
    // The schema was already read keyword by keyword; the library's warnings would not reach its author.
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    // `constructor` is a field like any other.
    ownProperties: true,
    multipleOfPrecision: 9,
    // Optimizing takes as long as all the rest, and V8 optimizes what runs often.
    code: { optimize: false, regExp: Object.assign(patterns.patternOf, { code: nowhere }) },
    formats: { ...payloadFormats },
  });
  addCountedKeywords(ajv);
  return ajv.compile(schema);
};

/** The code of a validator written to a file would refer to the patterns here; ours stay in memory. */
const nowhere = 'undefined';

/** Matches patterns while steps are left. After that everything matches, and the result must not be used. */
interface PatternBudget {
  readonly patternOf: (source: string) => { test(text: string): boolean; toString(): string };
  renew(): void;
  isSpent(): boolean;
}

/** A step is one character for one element of its pattern: about a nanosecond. */
const stepsMax = 2_000_000;

const tooLongForPatterns = refusal(
  `must not need more than ${counted(stepsMax)} steps for its definition's patterns, which is the number of characters in its texts multiplied by the elements of the patterns`,
);

const createPatternBudget = (): PatternBudget => {
  let stepsLeft = stepsMax;
  return {
    patternOf: (source) => {
      const pattern = linearPatternOf(source);
      const test = (text: string): boolean => {
        if (pattern === null) return false;
        stepsLeft -= (text.length + 1) * pattern.size;
        return stepsLeft < 0 || pattern.test(text);
      };
      // The library distinguishes patterns by their text.
      return { test, toString: () => source };
    },
    renew: () => {
      stepsLeft = stepsMax;
    },
    isSpent: () => stepsLeft < 0,
  };
};

const payloadErrorsOf = (errors: readonly ErrorObject[]): readonly FieldError[] => {
  const byText = new Map<string, FieldError>();
  for (const error of errors) {
    // These two only repeat that a schema within them failed.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    const { pointer, message } = cut(errorOf(error));
    byText.set(`${pointer} ${message}`, { pointer, message });
    if (byText.size === fieldErrorsMax) break;
  }
  return [...byText.values()];
};

const cut = ({ pointer, message }: FieldError): FieldError => ({
  pointer: `/payload${pointer}`.slice(0, errorTextMax),
  message: message.slice(0, errorTextMax),
});

const errorOf = (error: ErrorObject): FieldError => {
  // The name of a field is judged like a value; the fault belongs to the field.
  const pointer =
    error.propertyName === undefined ? error.instancePath : pointerTo(error.instancePath, error.propertyName);
  return special[error.keyword]?.(error) ?? { pointer, message: error.message ?? 'is not valid' };
};

const parameterOf = ({ params }: ErrorObject, name: string): unknown =>
  (params as Readonly<Record<string, unknown>>)[name];

const special: Readonly<Record<string, (error: ErrorObject) => FieldError | undefined>> = {
  required: (error) => missing(error, 'is required'),
  dependentRequired: (error) => missing(error, `is required with ${String(parameterOf(error, 'property'))}`),
  additionalProperties: (error) => ({
    pointer: pointerTo(error.instancePath, String(parameterOf(error, 'additionalProperty'))),
    message: 'is not a known field',
  }),
  'false schema': ({ instancePath }) => ({ pointer: instancePath, message: 'must not be present' }),
  enum: (error) => {
    const values = parameterOf(error, 'allowedValues') as readonly unknown[];
    return values.length > fieldErrorsMax
      ? undefined
      : { pointer: error.instancePath, message: oneOf(values.map((value) => JSON.stringify(value))) };
  },
};

const missing = (error: ErrorObject, message: string): FieldError => ({
  pointer: pointerTo(error.instancePath, String(parameterOf(error, 'missingProperty'))),
  message,
});

/** Their cost does not grow with the number of schemas that use them, nor with pairs of items. */
const addCountedKeywords = (ajv: Ajv2020): void => {
  for (const keyword of ['uniqueItems', 'minLength', 'maxLength']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    validate: (isAsked: boolean, items: readonly unknown[]) => !isAsked || hasNoItemTwice(items),
    error: { message: 'must not contain the same item twice' },
  });
  addLength(ajv, { keyword: 'minLength', isMet: (limit, length) => length >= limit, words: 'at least' });
  addLength(ajv, { keyword: 'maxLength', isMet: (limit, length) => length <= limit, words: 'at most' });
};

interface LengthKeyword {
  readonly keyword: string;
  readonly isMet: (limit: number, length: number) => boolean;
  readonly words: string;
}

const addLength = (ajv: Ajv2020, { keyword, isMet, words }: LengthKeyword): void => {
  ajv.addKeyword({
    keyword,
    type: 'string',
    schemaType: 'number',
    errors: false,
    validate: (limit: number, text: string) => isMet(limit, charactersOf(text)),
    error: { message: ({ schemaCode }) => str`must be ${words} ${schemaCode} characters long` },
  });
};

/** A payload never changes, so the finding for one of its arrays stays valid. */
const knownArrays = new WeakMap<readonly unknown[], boolean>();

const hasNoItemTwice = (items: readonly unknown[]): boolean => {
  const known = knownArrays.get(items);
  if (known !== undefined) return known;
  const found = new Set(items.map(canonicalJson)).size === items.length;
  knownArrays.set(items, found);
  return found;
};

let lastText = '';
let lastCharacters = 0;

/** Counts characters, not UTF-16 units. Schemas of one place ask in a row, so the last count is kept. */
const charactersOf = (text: string): number => {
  if (text === lastText) return lastCharacters;
  lastText = text;
  lastCharacters = codePointsOf(text);
  return lastCharacters;
};
