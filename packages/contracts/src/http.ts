/** The HTTP interface: its document, operations, types, and validators of requests. */

export { openapiDocument } from './generated/openapi-document.ts';
export { evaluateRequestOf, type ReceiptBody } from './http/evaluate-request-of.ts';
export { type Checked, type FieldError, pointerTo } from './http/field-errors.ts';
export { faultyStringsOf, type JsonObject, parseJsonBody, unwantedCharacters } from './http/json-body.ts';
export type { JsonSchema } from './http/openapi-shape.ts';
export { validatorFor } from './http/operation-validator.ts';
export {
  type BodyOf,
  type HttpOperation,
  type HttpSchemas,
  type OperationId,
  operations,
  type ParamsOf,
  type QueryOf,
} from './http/operations.ts';
