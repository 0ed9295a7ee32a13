import { invariant } from '@loyalty/kernel';
import { builtDocument } from '../built-document.ts';
import {
  type JsonSchema,
  openapiDocument,
  type Reference,
  type ResponseObject,
} from '../http/openapi-document.ts';
import { documentedOperations, type OperationId } from '../http/operations.ts';
import { createValidators, type Validator } from '../http/validator.ts';
import type { WebhookEventType } from '../webhooks.ts';

let validatorOf: ((schema: JsonSchema) => Validator) | undefined;

/**
 * Returns a validator of the response with this status, for tests. It refuses unknown fields. A status
 * without a documented JSON body breaks an invariant.
 */
export const responseValidatorFor = (operationId: OperationId, status: number): Validator => {
  const response = documentedResponse(operationId, status);
  const content = response?.content?.['application/json'] ?? response?.content?.['application/problem+json'];
  invariant(content !== undefined, `${operationId} has a JSON body for the status ${status.toString()}`);
  validatorOf ??= createValidators('refused');
  return validatorOf(content.schema);
};

export const documentedCodes = (operationId: OperationId, status: number): readonly string[] =>
  documentedResponse(operationId, status)?.['x-error-codes'] ?? [];

const documentedResponse = (operationId: OperationId, status: number): ResponseObject | undefined => {
  const documented = documentedOperations.find(({ operation }) => operation.operationId === operationId);
  return responseOf(documented?.object.responses[status.toString()]);
};

const responseOf = (response: Reference | ResponseObject | undefined): ResponseObject | undefined =>
  response !== undefined && isReference(response)
    ? openapiDocument.components.responses[response.$ref.replace('#/components/responses/', '')]
    : response;

const isReference = (response: Reference | ResponseObject): response is Reference => '$ref' in response;

interface WebhookSchema extends JsonSchema {
  readonly properties: { readonly data: JsonSchema; readonly [member: string]: JsonSchema };
  readonly examples: readonly unknown[];
}

/** The schema of the body of each webhook event. It refuses unknown members. */
export const webhookSchemas = builtDocument('webhooks') as Readonly<Record<WebhookEventType, WebhookSchema>>;

let compile: ((schema: JsonSchema) => Validator) | undefined;
/**
 * Validators are kept by type. Compiling takes tens of milliseconds, and a receiver checks thousands of
 * deliveries.
 */
const compiled = new Map<WebhookEventType, Validator>();

/**
 * Returns a validator of the body of a webhook event, for tests of the sender. It refuses members that the
 * schema of the type does not have.
 */
export const webhookValidatorFor = (type: WebhookEventType): Validator => {
  const known = compiled.get(type);
  if (known !== undefined) return known;
  compile ??= createValidators('refused');
  const made = compile(webhookSchemas[type]);
  compiled.set(type, made);
  return made;
};
