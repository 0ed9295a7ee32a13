import type { BurnRequest } from '@loyalty/contracts/burning';
import type { BodyOf, FieldError } from '@loyalty/contracts/http';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import { faultsOfBurnRequest } from '@loyalty/rules/requests';
import {
  type BulkEngine,
  type BurnEngine,
  createAskEngine,
  type ResponseLookup,
} from '../engines/ask-engine.ts';
import { type EngineOutcome, refusal } from '../engines/request-outcome.ts';

/** The member is the receipt's. */
export type ReturnOrder = Omit<BurnRequest, 'memberKey'>;

export interface ReturnCall {
  readonly environmentId: EnvironmentId;
  readonly order: ReturnOrder;
  readonly isAsync: boolean;
  readonly traceparent: string;
}

/** Throws a retriable Fault when Postgres or the engine cannot be reached. */
export type ReturnPurchase = (call: ReturnCall) => Promise<EngineOutcome>;

interface ReturnPurchasePorts {
  readonly engine: Pick<BurnEngine, 'encode' | 'ask'>;
  /** For what nobody waits for (D183). */
  readonly bulkEngine: Pick<BulkEngine<BurnRequest>, 'encode' | 'submit'>;
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

/** A receipt that is not decided yet gets 404, and no engine is asked: nothing of it is kept (D165). */
export const createReturnPurchase = ({
  engine,
  bulkEngine,
  ...ports
}: ReturnPurchasePorts): ReturnPurchase => {
  const askEngine = createAskEngine({
    ...ports,
    engine: {
      ask: (request, stored) => engine.ask(request, stored),
      submit: (request) => bulkEngine.submit([request]),
    },
  });
  return async ({ environmentId, order, isAsync, traceparent }) => {
    const receipt = { environmentId, operation: 'evaluate', ref: order.transactionRef } as const;
    const [member] = await ports.responses.readMembers([receipt]);
    if (member === null || member === undefined) return refusal('TRANSACTION_NOT_FOUND');
    const { memberKey } = member;
    const message = (isAsync ? bulkEngine : engine).encode({ ...order, memberKey });
    return askEngine({
      name: { environmentId, operation: 'return', ref: order.ref },
      engineRequest: { environmentId, memberKey, message, traceparent },
      isAsync,
    });
  };
};

type ReturnReading =
  | { readonly outcome: 'read'; readonly order: ReturnOrder }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] };

/** For bodies with a checked shape. The engine's own bounds: no return is accepted that it would give up. */
export const readReturn = (body: BodyOf<'returnPurchase'>): ReturnReading => {
  const order = orderOf(body);
  const faults = faultsOfBurnRequest({ ...order, memberKey: anyKey });
  return faults.length === 0 ? { outcome: 'read', order } : { outcome: 'invalid', faults };
};

/** The receipt's is known later. */
const anyKey = Buffer.alloc(16);

/** Absent fields become null here and nowhere else, so that the same return has the same bytes (D15). */
const orderOf = (body: BodyOf<'returnPurchase'>): ReturnOrder => ({
  kind: 'RETURN',
  ref: body.returnRef,
  transactionRef: body.transactionRef,
  amountCents: body.amount ?? null,
  isWhole: body.whole ?? false,
  reason: body.reason ?? null,
  lines: (body.products ?? []).map(({ sku, quantity }) => ({ sku, quantity })),
});
