import type { BurnRequest } from '@loyalty/contracts/burning';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import { redemptionEndOf } from '@loyalty/rules/requests';
import {
  type BulkEngine,
  type BurnEngine,
  createAskEngine,
  type Engine,
  type ResponseLookup,
} from '../engines/ask-engine.ts';
import { type EngineOutcome, refusal } from '../engines/request-outcome.ts';

export interface BurnEngines {
  readonly engine: Pick<BurnEngine, 'encode' | 'ask'>;
  /** The engine for requests for which nobody waits (D179). */
  readonly bulkEngine: Pick<BulkEngine<BurnRequest>, 'encode' | 'submit'>;
}

export const waitedForOrBulk = ({
  engine,
  bulkEngine,
}: BurnEngines): Pick<Engine<BurnRequest>, 'ask' | 'submit'> => ({
  ask: (request, stored) => engine.ask(request, stored),
  submit: (request) => bulkEngine.submit([request]),
});

interface RedemptionPorts extends BurnEngines {
  readonly responses: ResponseLookup;
  readonly clock: Clock;
}

interface RedemptionCall {
  readonly environmentId: EnvironmentId;
  readonly isAsync: boolean;
  readonly traceparent: string;
  readonly author: Buffer;
}

interface AuthorizeCall extends RedemptionCall {
  readonly request: BurnRequest;
  /** Rejects when the caller is over its limit. */
  readonly withinLimit: Promise<void>;
}

/** Authorizes a redemption. Throws a retriable Fault if the engine cannot be reached. */
export type AuthorizeRedemption = (call: AuthorizeCall) => Promise<EngineOutcome>;

/**
 * Creates a function for authorizations. An authorization is a redeem that may lapse: its reference is that
 * of a redeem, and its engine has the same deadline (D186).
 */
export const createAuthorizeRedemption = ({
  engine,
  bulkEngine,
  ...ports
}: RedemptionPorts): AuthorizeRedemption => {
  const askEngine = createAskEngine({ ...ports, engine: waitedForOrBulk({ engine, bulkEngine }) });
  return ({ environmentId, request, isAsync, traceparent, author, withinLimit }) => {
    const { memberKey, ref } = request;
    const message = (isAsync ? bulkEngine : engine).encode(request);
    return askEngine({
      name: { environmentId, operation: 'redeem', ref },
      engineRequest: { environmentId, memberKey, message, traceparent, author },
      isAsync,
      withinLimit,
    });
  };
};

interface EndCall extends RedemptionCall {
  readonly operation: 'capture' | 'void';
  /** This is the reference of the redeem. */
  readonly ref: string;
  readonly storeRef: string | null;
}

/** Ends a redemption. Throws a retriable Fault if Postgres or the engine cannot be reached. */
export type EndRedemption = (call: EndCall) => Promise<EngineOutcome>;

const kinds = { capture: 'CAPTURE', void: 'VOID' } as const;

/**
 * Creates a function that ends redemptions. A redeem that is not decided yet gets a 404, and no engine is
 * asked.
 */
export const createEndRedemption = ({ engine, bulkEngine, ...ports }: RedemptionPorts): EndRedemption => {
  const askEngine = createAskEngine({ ...ports, engine: waitedForOrBulk({ engine, bulkEngine }) });
  return async ({ environmentId, operation, ref, storeRef, isAsync, traceparent, author }) => {
    const redeem = { environmentId, operation: 'redeem', ref } as const;
    const [member] = await ports.responses.readMembers([redeem]);
    if (member === null || member === undefined) return refusal('TRANSACTION_NOT_FOUND');
    const { memberKey } = member;
    const order = { kind: kinds[operation], ref, memberKey };
    const { encode } = isAsync ? bulkEngine : engine;
    return askEngine({
      name: { environmentId, operation, ref },
      engineRequest: {
        environmentId,
        memberKey,
        message: encode(redemptionEndOf(order)),
        traceparent,
        author,
        storeRef,
      },
      // A void of what has lapsed is no other request: it gets the lapse.
      otherMessages: () =>
        operation === 'void' ? [encode(redemptionEndOf({ ...order, isLapse: true }))] : [],
      isAsync,
    });
  };
};
