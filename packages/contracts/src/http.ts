/** The HTTP interface: its document, operations, types, and validators of requests. */

export { evaluateRequestOf, type ReceiptBody } from './http/evaluate-request-of.ts';
export { type Checked, type FieldError, fieldErrorsMax } from './http/field-errors.ts';
export { type Warning, warningsMax } from './http/ignored-fields.ts';
export { faultyStringsOf, type JsonObject, parseJsonBody, faultyStringText } from './http/json-body.ts';
export { invisibleCharacter } from './http/keywords.ts';
export { type JsonSchema, openapiDocument, type OperationObject } from './http/openapi-document.ts';
export { type CheckedBody, schemaValidatorFor, validatorFor } from './http/operation-validator.ts';
export {
  type BodyOf,
  type HttpOperation,
  type HttpSchemas,
  type OperationId,
  operations,
  type ParametersOf,
  type QueryOf,
} from './http/operations.ts';
export { nearestName } from './nearest-name.ts';
