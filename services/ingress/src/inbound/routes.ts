import type { BodyOf, OperationId, ParamsOf, QueryOf } from '@loyalty/contracts';
import type { Handler } from '@loyalty/http';

/** The operations that need no credential. */
export type PageId =
  | 'getLiveness'
  | 'getReadiness'
  | 'getOpenapiDocument'
  | 'getDocumentation'
  | 'getAsyncapiDocument'
  | 'getEventDocumentation';

/**
 * A handler for each operation that needs a credential, with that operation's own input. An operation of the document without a
 * handler does not compile.
 */
export type Routes = {
  readonly [Id in Exclude<OperationId, PageId>]: Handler<ParamsOf<Id>, QueryOf<Id>, BodyOf<Id>>;
};
