import { invariant } from '@loyalty/kernel';
import { type Checked, type FieldError, fieldErrorsMax } from './field-errors.ts';
import { createFindIgnored, type IgnoredFields, type Warning } from './ignored-fields.ts';
import { faultyStringsOf, faultyStringText } from './json-body.ts';
import { type JsonSchema, openapiDocument, type ParameterObject } from './openapi-document.ts';
import {
  type BodyOf,
  type DocumentedOperation,
  documentedOperations,
  type HttpSchemas,
  type OperationId,
  type ParametersOf,
  type QueryOf,
} from './operations.ts';
import { unknownParameters } from './unknown-parameters.ts';
import { createValidators, type Validator } from './validator.ts';

/**
 * Accepted bodies lose unknown fields (D9) and null where a field is optional (D125), and may be changed in place.
 * At most 20 faults are reported.
 */
interface OperationValidator<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: (value: unknown) => Checked<Params>;
  /** Query parameters by name, as text. Integers are converted; a repeated or unknown name is refused. */
  readonly query: (value: unknown) => Checked<Query>;
  /** A parsed JSON body. An operation without a body accepts anything as undefined. */
  readonly body: (value: unknown) => CheckedBody<Body>;
  /** Finds what `body` will drop from a body whose response cannot say so; absent for other operations (D338). */
  readonly ignoredOfTests?: (value: unknown) => readonly Warning[];
}

/**
 * A checked body. If the operation has `warnings`, they name what was dropped from the body (D124); they are
 * absent if nothing was dropped.
 */
export type CheckedBody<Body> =
  | { readonly ok: true; readonly value: Body; readonly warnings?: readonly Warning[] }
  | Extract<Checked<Body>, { readonly ok: false }>;

type ValidatorOf<Id extends string> = Id extends OperationId
  ? OperationValidator<ParametersOf<Id>, QueryOf<Id>, BodyOf<Id>>
  : OperationValidator;

const validators = new Map<string, OperationValidator>();

/**
 * Returns the validator of an operation, which is compiled at its first use. An unknown id breaks an
 * invariant.
 */
export const validatorFor = <Id extends string>(operationId: Id): ValidatorOf<Id> => {
  let validator = validators.get(operationId);
  if (validator === undefined) {
    validator = compile(operationId);
    validators.set(operationId, validator);
  }
  // The types are derived from the same schemas that judge the values.
  return validator as ValidatorOf<Id>;
};

const compile = (operationId: string): OperationValidator => {
  const documented = documentedOperations.find(({ object }) => object.operationId === operationId);
  invariant(documented !== undefined, `${operationId} is an operation of the document`);
  const parameters = parametersOf(documented);
  const ignored = createFindIgnored(documented);
  return {
    ...(ignored?.use === 'SHOWN_TO_TESTS' && { ignoredOfTests: ignored.find }),
    params: parameterJudge(
      parameters.filter((parameter) => parameter.in === 'path'),
      judgeFor,
    ),
    query: queryJudge(parameters.filter((parameter) => parameter.in === 'query')),
    body: bodyJudge(documented, ignored),
  };
};

let judges: ((schema: JsonSchema) => Validator) | undefined;

const judgeFor = (schema: JsonSchema): Validator => {
  judges ??= createValidators('dropped');
  return judges(schema);
};

const parametersOf = ({ object }: DocumentedOperation): readonly ParameterObject[] =>
  (object.parameters ?? []).map(({ $ref }) => {
    const parameter = openapiDocument.components.parameters[$ref.replace('#/components/parameters/', '')];
    invariant(parameter !== undefined, `${$ref} is a parameter of the document`);
    return parameter;
  });

const bodyJudge = (
  documented: DocumentedOperation,
  ignored: IgnoredFields | null,
): OperationValidator['body'] => {
  const schema = documented.object.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return () => ({ ok: true, value: undefined });
  const judge = judgeFor(schema);
  if (ignored === null || ignored.use === 'SHOWN_TO_TESTS') return judge;
  if (ignored.use === 'REFUSED') return refusing(ignored.find, judge);
  return (value) => {
    // Before the judge: it drops them.
    const warnings = ignored.find(value);
    const judged = judge(value);
    return judged.ok && warnings.length > 0 ? { ok: true, value: judged.value, warnings } : judged;
  };
};

/** Names at the top are judged by what the body is for, which knows better what to say. */
const refusing =
  (find: IgnoredFields['find'], judge: Validator): Validator =>
  (value) => {
    const unknown = find(value).filter(({ pointer }) => pointer.lastIndexOf('/') > 0);
    const judged = judge(value);
    if (unknown.length === 0) return judged;
    const errors = unknown.map(({ pointer, near }) => ({ pointer, message: unknownText(near ?? null) }));
    return { ok: false, errors: [...errors, ...(judged.ok ? [] : judged.errors)].slice(0, fieldErrorsMax) };
  };

const unknownText = (near: string | null): string =>
  near === null ? 'is not known here' : `is not known here; did you mean ${near}?`;

/** A misspelt filter would return everything: unknown names are refused (D124). */
const queryJudge = (parameters: readonly ParameterObject[]): Validator => {
  const known = parameters.map(({ name }) => name);
  const judge = parameterJudge(parameters, judgeFor);
  return (value) => {
    const errors = unknownParameters(known, Object.keys(value as object));
    if (errors.length === 0) return judge(value);
    const judged = judge(value);
    return { ok: false, errors: judged.ok ? errors : [...errors, ...judged.errors].slice(0, fieldErrorsMax) };
  };
};

/** An id in a path may hold anything: one that cannot exist is unknown (D2). */
const parameterJudge = (
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
    .map(([name]) => ({ pointer: `/${name}`, message: 'must be sent only once' }));

const withoutIds = (
  parameters: readonly ParameterObject[],
  found: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    parameters.filter((parameter) => parameter.in !== 'path').map(({ name }) => [name, found[name]]),
  );

const unwanted = (pointer: string): FieldError => ({ pointer, message: faultyStringText });

const ofSchemas = new Map<string, Validator>();

/**
 * Returns the validator of a schema of the document, which is compiled at its first use, for items that are
 * judged apart from their list. Unknown fields are dropped from what it accepts.
 */
export const schemaValidatorFor = <Name extends keyof HttpSchemas>(
  name: Name,
): ((value: unknown) => Checked<HttpSchemas[Name]>) => {
  let validator = ofSchemas.get(name);
  if (validator === undefined) {
    validator = judgeFor({ $ref: `#/components/schemas/${name}` });
    ofSchemas.set(name, validator);
  }
  // The types are derived from the same schemas that judge the values.
  return validator as (value: unknown) => Checked<HttpSchemas[Name]>;
};
