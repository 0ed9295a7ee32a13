import { invariant } from '@loyalty/kernel';
import { openapiDocument } from '../generated/openapi-document.ts';
import type { Checked } from './field-error.ts';
import type { JsonSchema, ParameterObject } from './openapi-shape.ts';
import type { BodyOf, ParamsOf, QueryOf } from './operation-types.ts';
import { documentedOperations, type DocumentedOperation, type OperationId } from './operations.ts';
import { parameterJudge } from './parameter-judge.ts';
import { createValidators, type Validator } from './validator.ts';

/**
 * Judges the three parts of a request to one operation. Reports every fault, at most 20. Accepted values are the given
 * ones without the fields that the document does not know (D9); they may be changed in place.
 */
export interface OperationValidator<Params = unknown, Query = unknown, Body = unknown> {
  /** Path parameters by name, as text. */
  readonly params: (value: unknown) => Checked<Params>;
  /** Query parameters by name, as text. Integers are converted; a repeated name is refused. */
  readonly query: (value: unknown) => Checked<Query>;
  /** A parsed JSON body. An operation without a body accepts anything as undefined. */
  readonly body: (value: unknown) => Checked<Body>;
}

/** The validator of an operation: typed where its id is known, untyped where it is any text. */
export type ValidatorOf<Id extends string> = Id extends OperationId
  ? OperationValidator<ParamsOf<Id>, QueryOf<Id>, BodyOf<Id>>
  : OperationValidator;

const validators = new Map<string, OperationValidator>();

/** Returns the validator of an operation, compiled at its first use. An unknown id breaks an invariant. */
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
  return {
    params: parameterJudge(
      parameters.filter((parameter) => parameter.in === 'path'),
      judgeFor,
    ),
    query: parameterJudge(
      parameters.filter((parameter) => parameter.in === 'query'),
      judgeFor,
    ),
    body: bodyJudge(documented),
  };
};

let judges: ((schema: JsonSchema) => Validator) | undefined;

const judgeFor = (schema: JsonSchema): Validator => {
  judges ??= createValidators('dropped');
  return judges(schema);
};

const parametersOf = ({ item, object }: DocumentedOperation): readonly ParameterObject[] =>
  [...(item.parameters ?? []), ...(object.parameters ?? [])].map(({ $ref }) => {
    const parameter = openapiDocument.components.parameters[$ref.replace('#/components/parameters/', '')];
    invariant(parameter !== undefined, `${$ref} is a parameter of the document`);
    return parameter;
  });

const bodyJudge = ({ object }: DocumentedOperation): Validator => {
  const schema = object.requestBody?.content['application/json']?.schema;
  return schema === undefined ? () => ({ ok: true, value: undefined }) : judgeFor(schema);
};
