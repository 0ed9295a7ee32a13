import type { components, operations } from '../generated/http-types.ts';
import type { OperationId } from './operations.ts';

/** The shapes of the HTTP interface by their names in the document. */
export type HttpSchemas = components['schemas'];

/** What the path of an operation holds. */
export type ParamsOf<Id extends OperationId> = operations[Id] extends { parameters: { path: infer Params } }
  ? Params
  : unknown;

/** What the query of an operation holds, after `limit` was read as a number. */
export type QueryOf<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Query } }
  ? Exclude<Query, undefined>
  : unknown;

/** What the body of an operation holds. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : unknown;

/** What an operation answers with a status. */
export type ResponseOf<
  Id extends OperationId,
  Status extends keyof operations[Id]['responses'],
> = operations[Id]['responses'][Status] extends { content: { 'application/json': infer Answer } }
  ? Answer
  : unknown;
