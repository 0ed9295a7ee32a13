import type { BodyOf, OperationId, ParamsOf, QueryOf } from '@loyalty/contracts';
import type { Handler } from '@loyalty/http';

/** The operations that are answered to anyone, without a credential. */
export type PageId =
  | 'getLiveness'
  | 'getReadiness'
  | 'getOpenapiDocument'
  | 'getDocumentation'
  | 'getAsyncapiDocument'
  | 'getEventDocumentation';

/**
 * A handler for each operation that asks for a credential, of that operation's own input: a route of the document without
 * one does not compile.
 */
export type Routes = {
  readonly [Id in Exclude<OperationId, PageId>]: Handler<ParamsOf<Id>, QueryOf<Id>, BodyOf<Id>>;
};
