import type { ErrorObject } from 'ajv';
import { expectationOf, oneOf, type PlainSchema } from './expectation.ts';
import { fieldErrorsMax, pointerTo, type FieldError } from './field-error.ts';
import type { RuleTreeLimits } from './rule-tree.ts';

/** Converts the validator's errors to field errors: one for each fault, at most 20. */
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

/** Keywords whose fault lies in a member, or needs its own sentence. */
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
  maximum: (error) => {
    const limit = parameterOf(error, 'limit');
    if (limit !== Number.MAX_SAFE_INTEGER.toString()) return undefined;
    // The expectation leaves this bound out, so it is said here, where it is the fault.
    return { pointer: error.instancePath, message: `must be at most ${limit}` };
  },
  'x-needs-one-of': (error) => ({
    pointer: error.instancePath,
    message: `needs ${(error.schema as readonly string[]).join(' or ')}`,
  }),
  'x-ordered': (error) => orderErrorOf(error),
  'x-max-json-bytes': (error) => ({
    pointer: error.instancePath,
    message: `must be at most ${String(error.schema)} bytes of JSON`,
  }),
  'x-rule-tree': (error) => ({ pointer: error.instancePath, message: treeMessageOf(error) }),
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
