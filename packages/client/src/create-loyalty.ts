import { type Call, callOperation, type Responded, segmentOf } from './call-operation.ts';
import type { CallOptions } from './call-options.ts';
import type { Accepted, Listed, Methods } from './generated/methods.ts';
import { operations, type OperationId } from './operations.ts';
import { type Connection, connectionOf, type LoyaltySettings } from './settings.ts';

type ResultOf<Id extends OperationId> = Awaited<ReturnType<Methods[Id]>>;

type WithResponse = {
  readonly [Id in keyof Methods]: (...given: Parameters<Methods[Id]>) => Promise<Responded<ResultOf<Id>>>;
};

type Accepting = {
  readonly [Id in keyof Pick<Methods, keyof Accepted>]: (
    ...given: Parameters<Methods[Id]>
  ) => Promise<ResultOf<Id> | Accepted[Id]>;
};

type Each = {
  readonly [Id in keyof Pick<Methods, keyof Listed>]: (
    ...given: Parameters<Methods[Id]>
  ) => AsyncGenerator<Listed[Id], void, undefined>;
};

/** A client for one tenant, with a method for each operation. */
export interface Loyalty extends Methods {
  /** Returns the items of a list one by one; pages are read when they are needed, and one page is held at a time. */
  readonly each: Each;
  /** Sends `Prefer: respond-async`, so that the request may be accepted and executed later. */
  readonly accept: Accepting;
  /** Returns the result together with headers, attempts, and whether it is that of an earlier request. */
  readonly withResponse: WithResponse;
  /** Returns a client with the same settings for another tenant. */
  readonly forTenant: (tenantId: string) => Loyalty;
}

/** Creates a client. Throws a `TypeError` that says which setting to change. */
export const createLoyalty = (settings: LoyaltySettings): Loyalty =>
  clientOf(connectionOf(settings), settings.tenantId);

type Args = Call['args'];
type Method<Returned> = (args?: Args, options?: CallOptions) => Returned;

const clientOf = (connection: Connection, tenantId: string): Loyalty => {
  const tenantPath = `/tenants/${segmentOf('tenantId', tenantId)}`;
  const caller =
    (operationId: OperationId, isAccepting = false): Method<Promise<Responded<unknown>>> =>
    (args = {}, options = {}) =>
      callOperation(connection, { operationId, tenantPath, args, options, isAccepting });
  const plain: Record<string, unknown> = {};
  const withResponse: Record<string, unknown> = {};
  const accept: Record<string, unknown> = {};
  const each: Record<string, unknown> = {};
  for (const id of Object.keys(operations) as OperationId[]) {
    const { list, canAccept } = operations[id];
    withResponse[id] = caller(id);
    plain[id] = withoutResponse(caller(id));
    if (canAccept) accept[id] = withoutResponse(caller(id, true));
    if (list !== undefined) each[id] = eachOf(list, caller(id));
  }
  const forTenant = (other: string): Loyalty => clientOf(connection, other);
  // The types were derived from the same document as the table.
  return { ...plain, withResponse, accept, each, forTenant } as unknown as Loyalty;
};

const withoutResponse =
  (call: Method<Promise<Responded<unknown>>>): Method<Promise<unknown>> =>
  async (args, options) =>
    (await call(args, options)).data;

interface ListPage {
  readonly nextCursor: string | null;
  readonly [list: string]: unknown;
}

const eachOf = (
  list: string,
  call: Method<Promise<Responded<unknown>>>,
): Method<AsyncGenerator<unknown, void, undefined>> =>
  async function* items(args = {}, options) {
    let cursor: unknown = args['cursor'];
    do {
      const { data } = await call({ ...args, cursor }, options);
      // The response was already checked: it has its list, and leads to a different page.
      const page = data as ListPage;
      yield* page[list] as Iterable<unknown>;
      cursor = page.nextCursor;
    } while (typeof cursor === 'string');
  };
