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

/** Judges payloads by one definition: returns every fault, with pointers from `/payload`; empty when valid. */
export type PayloadValidator = (payload: JsonObject) => readonly FieldError[];

/**
 * Compiles the `properties` of an event definition (D62), or returns its faults. No definition or payload can make it
 * run for long. A schema is bounded when it is read. A payload's values times the schema's are bounded before judging
 * begins. Patterns are matched in linear time within a budget.
 */
export const compilePayloadValidator = (properties: JsonObject): Checked<PayloadValidator> => {
  const read = readPayloadSchema(properties);
  return read.ok ? { ok: true, value: validatorOf(read.value) } : read;
};

/** Judging a value by a value takes at most 0.1 µs, so this is 20 ms: ingress judges the events of all tenants in one thread. */
const workMax = 200_000;
/**
 * Every error is an object of its own. Up to this much work all faults of a payload are collected; beyond, only the
 * first.
 */
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

/** Names the bound that follows from the size of the definition. */
const tooManyFor = (values: number): FieldError =>
  refusal(
    `must not hold more than ${counted(Math.floor(workMax / values))} values, because its definition has ${counted(values)}: values of both, multiplied, must not be more than ${counted(workMax)}`,
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
  `must not take more than ${counted(stepsMax)} steps of its definition's patterns: characters of its texts, multiplied by elements of the patterns`,
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
