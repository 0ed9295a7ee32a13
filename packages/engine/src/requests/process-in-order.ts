import { headers as names, isSameBody, topics } from '@loyalty/contracts';
import { BrokenInvariant, invariant } from '@loyalty/kernel';
import { rulesVersion, type Snapshot } from '@loyalty/rules';
import { isOfOtherReceipt } from '@loyalty/rules/returns';
import { MessageFailure, type Rejection } from '@loyalty/streams';
import { isStreamTopic } from '@loyalty/tables/tenants';
import type { DecisionInputs, EngineHandler, EngineTypes } from './engine-handler.ts';
import { reject, type RejectedRequest } from './read-requests.ts';
import { blockedDecision } from './references.ts';
import {
  type EngineRequest,
  type Refusal,
  refuse,
  type RequestDecision,
  type RequestOutcome,
} from './request.ts';
import type { MemberResponse } from './stored-responses.ts';

/**
 * Decides the requests one by one, each on the state that the ones before it left. Throws MessageFailure if
 * one cannot be applied.
 */
export const processInOrder = <Types extends EngineTypes>(
  rules: Rules<Types>,
  {
    requests,
    state,
    responses,
  }: {
    readonly requests: readonly Types['request'][];
    readonly state: Types['state'];
    readonly responses: Map<string, MemberResponse>;
  },
): {
  readonly outcomes: readonly RequestOutcome<Types['request'], Types['result']>[];
  /** Requests that could not be decided. Nothing of them was applied, and the others continue. */
  readonly rejected: readonly RejectedRequest<Types['body']>[];
} => {
  const outcomes: RequestOutcome<Types['request'], Types['result']>[] = [];
  const rejected: RejectedRequest<Types['body']>[] = [];
  for (const request of requests) {
    const outcome = repeatOf(request, responses) ?? processOne(rules, request, state);
    if (outcome.outcome === 'failed') {
      rejected.push(reject(request.message, rejectionFor(outcome.failure)));
      continue;
    }
    if (outcome.outcome === 'processed') {
      const { responseKey, fingerprint, memberKey } = request;
      responses.set(responseKey, { fingerprint, response: outcome.response, memberKey });
    }
    outcomes.push(outcome);
  }
  return { outcomes, rejected };
};

/**
 * Returns null if no response is stored. A repeat takes precedence over everything, including the member's
 * state (D15). A reference of another member (D123), and a return's of another receipt (D310), is refused; the
 * refusal is kept because the sender of a stream sees no reply.
 */
export const repeatOf = <Request extends EngineRequest<unknown>>(
  request: Request,
  responses: ReadonlyMap<string, MemberResponse>,
) => {
  const stored = responses.get(request.responseKey);
  if (stored === undefined) return null;
  const mismatch = !isSameBody(stored.fingerprint, request);
  const isOfOther = () =>
    !stored.memberKey.equals(request.memberKey) || isOfOtherReceipt(stored.response, request.receiptRef);
  if (mismatch && isOfOther()) return { ...refuse(request.message.record, 'TRANSACTION_DUPLICATE'), request };
  return { outcome: 'repeated', request, response: stored.response, mismatch } as const;
};

type Rules<Types extends EngineTypes> = Pick<EngineHandler<Types>, 'decide' | 'apply' | 'purchaseOf'>;

interface Decided<Types extends EngineTypes> {
  readonly decision: RequestDecision<Types['result']>;
  readonly inputs: DecisionInputs<Types['state']>;
}

/** Nothing is changed before `apply`: if anything throws, only this request is given up. */
const processOne = <Types extends EngineTypes>(
  rules: Rules<Types>,
  request: Types['request'],
  state: Types['state'],
):
  | RequestOutcome<Types['request'], Types['result']>
  | { readonly outcome: 'failed'; readonly failure: unknown } => {
  const { undecidable, snapshots, accounts } = state;
  if (undecidable.has(request)) return { outcome: 'failed', failure: undecidable.get(request) };
  let decided: Decided<Types>;
  try {
    const snapshot = snapshots.get(request.environmentId);
    invariant(snapshot !== undefined, `environment ${request.environmentId.toString()} has vanished`);
    const undecided =
      closedDecision(request, snapshot) ??
      unknownRulesDecision(request, snapshot) ??
      blockedDecision(request);
    if (undecided !== null) return { ...undecided, request };
    const inputs = { snapshot, account: accounts.accountOf(request), state };
    decided = { decision: rules.decide(request, inputs), inputs };
  } catch (failure) {
    return { outcome: 'failed', failure };
  }
  return apply(rules, request, decided);
};

const apply = <Types extends EngineTypes>(
  rules: Rules<Types>,
  request: Types['request'],
  { decision, inputs }: Decided<Types>,
): RequestOutcome<Types['request'], Types['result']> => {
  if (decision.outcome !== 'processed') return { ...decision, request };
  const { snapshot, account, state } = inputs;
  try {
    const { ledgerSeq } = account ?? noEntries;
    const after = rules.apply(request, decision.result, inputs);
    const purchase = rules.purchaseOf?.(request, decision.result) ?? null;
    state.accounts.write(request, after, purchase);
    return {
      outcome: 'processed',
      request,
      result: decision.result,
      id: decision.id,
      response: decision.response,
      snapshot,
      ledgerSeq: after.ledgerSeq === ledgerSeq ? null : after.ledgerSeq,
      purchase,
      awardTerms: decision.awardTerms ?? null,
    };
  } catch (failure) {
    // A part of it may be in the state: the batch is rolled back, and the message is isolated.
    throw new MessageFailure('a decision cannot be applied', { cause: failure });
  }
};

const noEntries = { ledgerSeq: 0 };

const rejectionFor = (failure: unknown): Rejection => ({
  reason: 'PROCESSING_FAILED',
  detail: `the request cannot be decided: ${kindOf(failure)}`,
});

/** An invariant's text, or only the name of any other error: foreign texts may quote the request. */
const kindOf = (failure: unknown): string => {
  if (failure instanceof BrokenInvariant) return failure.message;
  return failure instanceof Error ? failure.name : typeof failure;
};

/**
 * Decides what happens to a request of a tenant that moves to another cell; null means that it is decided as
 * usual. Waiting callers retry. Streamed receipts are skipped, because the move sends them again. Other
 * requests are decided, or become dead letters once the tenant has moved.
 */
export const closedDecision = (
  { message: { record } }: Pick<EngineRequest<unknown>, 'message'>,
  { closed }: Pick<Snapshot, 'closed'>,
): Refusal | { readonly outcome: 'skipped'; readonly reason: string } | null => {
  if (closed === undefined) return null;
  if (record.topic === topics.receipts || isStreamTopic(record.topic))
    return { outcome: 'skipped', reason: 'the tenant is moved' };
  if (record.headers[names.replyTopic] !== undefined) return refuse(record, `TENANT_${closed}`);
  invariant(closed === 'MOVING', 'the tenant was moved to another cell');
  return null;
};

/**
 * Decides what happens to a request whose rules are of a newer release; null means that it is decided as
 * usual. A caller retries; a streamed receipt becomes a dead letter.
 */
const unknownRulesDecision = (
  { message: { record } }: Pick<EngineRequest<unknown>, 'message'>,
  { unknownRules }: Pick<Snapshot, 'unknownRules'>,
): Refusal | null => {
  if (unknownRules === undefined) return null;
  if (!isStreamTopic(record.topic)) return refuse(record, 'SERVICE_UNAVAILABLE');
  const [needed, known] = [unknownRules.toString(), rulesVersion.toString()];
  throw new BrokenInvariant(
    `its campaigns need version ${needed} of the rules, and this release knows ${known}`,
  );
};
