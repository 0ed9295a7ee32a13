import type { HttpSchemas } from '@loyalty/contracts/http';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { ReturnRequest } from '@loyalty/rules/requests';
import {
  decideReturn,
  type ReturnContext,
  type ReturnOrder,
  type ReturnRefused,
  toReturnQuote,
} from '@loyalty/rules/returns';
import { createAskEngine, type ResponseLookup } from '../engines/ask-engine.ts';
import { isOther } from '../engines/other-members.ts';
import { type EngineOutcome, refusal } from '../engines/request-outcome.ts';
import { type BurnEngines, waitedForOrBulk } from './authorize-redemption.ts';

export interface ReturnCall {
  readonly environmentId: EnvironmentId;
  readonly order: ReturnRequest;
  readonly isAsync: boolean;
  readonly traceparent: string;
  readonly author: Buffer;
  readonly storeRef: string | null;
  /** The key of the member whom the caller names; null or absent if nobody is named. */
  readonly namedKey?: Buffer | null;
}

/** Returns a purchase. Throws a retriable Fault if Postgres or the engine cannot be reached. */
export type ReturnPurchase = (call: ReturnCall) => Promise<EngineOutcome>;

interface ReturnPurchasePorts extends BurnEngines {
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

/**
 * Creates a function for returns. A receipt that is not decided yet gets a 404, and no engine is asked;
 * nothing about the call is kept (D165). Nor is one asked where the caller names another member than the receipt has,
 * which never changes (D313).
 */
export const createReturnPurchase = ({
  engine,
  bulkEngine,
  ...ports
}: ReturnPurchasePorts): ReturnPurchase => {
  const askEngine = createAskEngine({ ...ports, engine: waitedForOrBulk({ engine, bulkEngine }) });
  return async ({ environmentId, order, isAsync, traceparent, author, storeRef, namedKey }) => {
    const receipt = { environmentId, operation: 'evaluate', ref: order.transactionRef } as const;
    const [member] = await ports.responses.readMembers([receipt]);
    if (member === null || member === undefined) return refusal('TRANSACTION_NOT_FOUND');
    const { memberKey } = member;
    if (await isOther(ports.responses.readEnds, environmentId, { memberKey, namedKey })) return ofOtherMember;
    const message = (isAsync ? bulkEngine : engine).encode({ ...order, memberKey });
    return askEngine({
      name: { environmentId, operation: 'return', ref: order.ref },
      engineRequest: { environmentId, memberKey, message, traceparent, author, storeRef },
      receiptRef: order.transactionRef,
      isAsync,
    });
  };
};

/** The refusal of a return that names another member than its receipt has. It shows nothing of either. */
export const ofOtherMember = { outcome: 'refused', code: 'MEMBER_MISMATCH', context: {} } as const;

type QuoteOrder = Omit<ReturnOrder, 'ref' | 'reason'>;

interface QuoteCall {
  readonly environmentId: EnvironmentId;
  readonly order: QuoteOrder;
  readonly namedKey?: ReturnCall['namedKey'];
}

type ReturnQuoteOutcome =
  | { readonly outcome: 'answered'; readonly response: HttpSchemas['ReturnQuote'] }
  | ReturnRefused
  | {
      readonly outcome: 'refused';
      readonly code: 'MEMBER_MISMATCH';
      readonly context: Readonly<Record<string, never>>;
    };

/**
 * Reads the state for a return; null for an unknown receipt. Throws a retriable Fault if it cannot be read.
 */
export type ReturnPreview = (
  call: Pick<QuoteCall, 'environmentId'> &
    Pick<QuoteOrder, 'transactionRef' | 'redeemRef'> & { readonly nowMs: number },
) => Promise<Omit<ReturnContext, 'nowMs' | 'newId'> | null>;

/** Quotes a return and writes nothing. Throws a retriable Fault if the state cannot be read. */
export type QuoteReturn = (call: QuoteCall) => Promise<ReturnQuoteOutcome>;

export const createQuoteReturn =
  ({
    preview,
    clock,
    responses,
  }: {
    readonly preview: ReturnPreview;
    readonly clock: Pick<Clock, 'now'>;
    readonly responses: Pick<ResponseLookup, 'readMembers' | 'readEnds'>;
  }): QuoteReturn =>
  async ({ environmentId, order, namedKey = null }) => {
    if (namedKey !== null) {
      const receipt = { environmentId, operation: 'evaluate', ref: order.transactionRef } as const;
      const [member] = await responses.readMembers([receipt]);
      const { memberKey = namedKey } = member ?? {};
      if (await isOther(responses.readEnds, environmentId, { memberKey, namedKey })) return ofOtherMember;
    }
    const nowMs = clock.now();
    const context = await preview({
      nowMs,
      environmentId,
      transactionRef: order.transactionRef,
      redeemRef: order.redeemRef,
    });
    if (context === null) return { outcome: 'refused', code: 'TRANSACTION_NOT_FOUND', context: {} };
    const decided = decideReturn({ ...context, nowMs, newId: () => '' }, { ...order, ref: '', reason: null });
    return decided.outcome === 'refused'
      ? decided
      : { outcome: 'answered', response: toReturnQuote(decided) };
  };
