import { faultyStringsOf } from './faulty-strings.ts';
import type { FieldError } from './field-error.ts';
import { unwantedCharacters } from './json-body.ts';
import type { JsonSchema, ParameterObject } from './openapi-shape.ts';
import type { Validator } from './validator.ts';

/**
 * Returns a validator of parameters by name. Values come as text; integers and booleans are converted. Unknown names
 * are dropped. An id in a path may hold anything: one that cannot exist counts as unknown (D2).
 */
export const parameterJudge = (
  parameters: readonly ParameterObject[],
  judgeFor: (schema: JsonSchema) => Validator,
): Validator => {
  const judge = judgeFor(schemaOf(parameters));
  return (value) => {
    const found = readAll(parameters, value as Readonly<Record<string, unknown>>);
    const errors = [...repeatedIn(found), ...faultyStringsOf(withoutIds(parameters, found)).map(unwanted)];
    return errors.length > 0 ? { ok: false, errors } : judge(found);
  };
};

const schemaOf = (parameters: readonly ParameterObject[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

const readAll = (
  parameters: readonly ParameterObject[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const present = parameters.filter(({ name }) => Object.hasOwn(values, name));
  return Object.fromEntries(present.map(({ name, schema }) => [name, read(values[name], schema)]));
};

/** 16 digits hold every safe integer. Other text stays text, and the schema refuses it. */
const integer = /^-?\d{1,16}$/;

const read = (value: unknown, schema: JsonSchema): unknown => {
  if (typeof value !== 'string') return value;
  if (schema['type'] === 'integer') return integer.test(value) ? Number(value) : value;
  return schema['type'] === 'boolean' ? (booleans.get(value) ?? value) : value;
};

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const repeatedIn = (found: Readonly<Record<string, unknown>>): readonly FieldError[] =>
  Object.entries(found)
    .filter(([, value]) => Array.isArray(value))
    .map(([name]) => ({ pointer: `/${name}`, message: 'must be given only once' }));

const withoutIds = (
  parameters: readonly ParameterObject[],
  found: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    parameters.filter((parameter) => parameter.in !== 'path').map(({ name }) => [name, found[name]]),
  );

const unwanted = (pointer: string): FieldError => ({ pointer, message: unwantedCharacters });
