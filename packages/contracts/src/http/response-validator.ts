import { invariant } from '@loyalty/kernel';
import { openapiDocument } from '../generated/openapi-document.ts';
import type { JsonSchema, Reference, ResponseObject } from './openapi-shape.ts';
import { documentedOperations, type OperationId } from './operations.ts';
import { createValidators, type Validator } from './validator.ts';

let judges: ((schema: JsonSchema) => Validator) | undefined;

/**
 * Judges what an operation answers with a status, for tests that hold a server to its contract: a field that the
 * document does not know is refused. A status that the document does not know for the operation, or one without a
 * JSON body, breaks an invariant.
 */
export const responseValidatorFor = (operationId: OperationId, status: number): Validator => {
  const response = documentedAnswer(operationId, status);
  const content = response?.content?.['application/json'] ?? response?.content?.['application/problem+json'];
  invariant(content !== undefined, `${operationId} answers ${status.toString()} with a JSON body`);
  judges ??= createValidators('refused');
  return judges(content.schema);
};

/** The codes that the document names for a status of an operation, for the same tests; none for an unknown status. */
export const documentedCodes = (operationId: OperationId, status: number): readonly string[] =>
  documentedAnswer(operationId, status)?.['x-error-codes'] ?? [];

const documentedAnswer = (operationId: OperationId, status: number): ResponseObject | undefined => {
  const documented = documentedOperations.find(({ operation }) => operation.operationId === operationId);
  return responseOf(documented?.object.responses[status.toString()]);
};

const responseOf = (response: Reference | ResponseObject | undefined): ResponseObject | undefined =>
  response !== undefined && isReference(response)
    ? openapiDocument.components.responses[response.$ref.replace('#/components/responses/', '')]
    : response;

const isReference = (response: Reference | ResponseObject): response is Reference => '$ref' in response;
