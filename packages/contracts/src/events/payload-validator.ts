import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import type { Checked, FieldError } from '../http/field-error.ts';
import type { JsonObject } from '../http/json-body.ts';
import { addCountedKeywords } from './counted-keywords.ts';
import { linearPatternOf } from './linear-pattern.ts';
import { payloadErrorsOf } from './payload-errors.ts';
import { payloadFormats } from './payload-formats.ts';
import { readPayloadSchema, type PayloadSchema } from './payload-schema.ts';
import { payloadSizeOf } from './payload-size.ts';

/** Judges payloads by one definition: everything that is wrong, with pointers from `/payload`; empty when valid. */
export type PayloadValidator = (payload: JsonObject) => readonly FieldError[];

/**
 * Compiles the `properties` of an event definition (D62), or says what is wrong with them. Neither a definition nor a
 * payload can make it run for long: a schema is bounded when it is read, a payload's values times the schema's are
 * bounded before judging begins, and patterns are matched in linear time within a budget.
 */
export const compilePayloadValidator = (properties: JsonObject): Checked<PayloadValidator> => {
  const read = readPayloadSchema(properties);
  return read.ok ? { ok: true, value: validatorOf(read.value) } : read;
};

/** Judging a value by a value takes 0.1 µs at most, so this is a tenth of a second. */
const workMax = 1_000_000;
/** Every error is an object of its own; up to here a payload that is wrong everywhere is told so at once. */
const allErrorsWorkMax = 200_000;

const validatorOf = ({ schema, values }: PayloadSchema): PayloadValidator => {
  const patterns = createPatternBudget();
  const firstError = lazily(() => compile(schema, patterns, false));
  const allErrors = compile(schema, patterns, true);
  return (payload) => {
    const size = payloadSizeOf(payload, '/payload');
    if (size.errors.length > 0) return size.errors;
    const work = size.values * values;
    if (work > workMax) return [refusal('holds more values than its definition can be judged with at once')];
    const validate = work <= allErrorsWorkMax ? allErrors : firstError();
    patterns.renew();
    const isValid = validate(payload);
    if (patterns.isSpent())
      return [refusal('has texts that are too long for the patterns of its definition')];
    return isValid ? [] : payloadErrorsOf(validate.errors ?? []);
  };
};

const refusal = (message: string): FieldError => ({ pointer: '/payload', message });

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
    // The schema was read keyword by keyword before; what the library would say to it would be for its author.
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    // `constructor` is a field like any other.
    ownProperties: true,
    multipleOfPrecision: 9,
    code: { regExp: Object.assign(patterns.patternOf, { code: nowhere }) },
    formats: { ...payloadFormats },
  });
  addCountedKeywords(ajv);
  return ajv.compile(schema);
};

/** Where a validator that is written to a file would find the patterns; ours live in memory. */
const nowhere = 'undefined';

/** Matches patterns as long as there are steps left; after that everything matches, and the verdict is worth nothing. */
interface PatternBudget {
  readonly patternOf: (source: string) => { test(text: string): boolean; toString(): string };
  renew(): void;
  isSpent(): boolean;
}

/** A step is a character for each element of its pattern: about a nanosecond. */
const stepsMax = 10_000_000;

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
      // The library tells patterns apart by their text.
      return { test, toString: () => source };
    },
    renew: () => {
      stepsLeft = stepsMax;
    },
    isSpent: () => stepsLeft < 0,
  };
};
