import type { components, operations } from '../generated/http-types.ts';
import type { OperationId } from './operations.ts';

/** The schemas of the HTTP interface by their names in the document. */
export type HttpSchemas = components['schemas'];

/** The path parameters of an operation. */
export type ParamsOf<Id extends OperationId> = operations[Id] extends { parameters: { path: infer Params } }
  ? Params
  : unknown;

/** The query parameters of an operation, with `limit` as a number. */
export type QueryOf<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Query } }
  ? Exclude<Query, undefined>
  : unknown;

/** The body of a request to an operation. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : unknown;

/** The body of an operation's response with a status. */
export type ResponseOf<
  Id extends OperationId,
  Status extends keyof operations[Id]['responses'],
> = operations[Id]['responses'][Status] extends { content: { 'application/json': infer Answer } }
  ? Answer
  : unknown;
