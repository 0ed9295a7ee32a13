import { headers as names, type TypedFact } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import type { Effects, Lane, Message } from '@loyalty/streams';
import type { FactContent } from '@loyalty/streams/facts';
import type { EngineHandler, EngineTypes, MessageWriter, ReplyContent } from './engine-handler.ts';
import type { EnginePlan } from './engine-plan.ts';
import type { CorrectFact } from './published-differences.ts';
import type { EngineRequest, ProcessedOutcome, Refusal, RequestOutcome } from './request.ts';
import { withSource } from './streamed-outcomes.ts';

export const effectsOf = <Types extends EngineTypes>(
  handler: Pick<EngineHandler<Types>, 'factsOf' | 'messagesOf'>,
  { writer, correct }: { readonly writer: MessageWriter; readonly correct: CorrectFact },
  {
    outcomes,
    rejected,
    budgets,
    refusals,
    repeats,
  }: Pick<EnginePlan<Types>, 'outcomes' | 'rejected' | 'budgets' | 'refusals' | 'repeats'>,
): Effects => {
  const replies: OutgoingMessage[] = [];
  const facts: OutgoingMessage[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome === 'skipped') continue;
    const reply = writer.replyTo(outcome.request.message.record, replyOf(outcome));
    if (reply !== null) replies.push(reply);
    if (outcome.outcome !== 'processed') continue;
    const lane = laneOfFacts(outcome.request.message);
    for (const fact of handler.factsOf(outcome))
      facts.push(writer.factOf(withSource(outcome, correct(outcome.request, fact)), lane));
    if (handler.messagesOf !== undefined) facts.push(...handler.messagesOf(outcome));
  }
  // Nobody waits, whichever lane the request came by.
  for (const fact of refusals) facts.push(writer.factOf(fact, 'bulk'));
  for (const fact of repeats) facts.push(writer.factOf(fact, 'bulk'));
  // Once or twice in the life of a campaign, and a person may wait for them: a suspension stops the campaign
  // for tills too.
  for (const fact of budgets.facts) facts.push(writer.factOf(fact));
  return { facts, replies, rejected };
};

const replyOf = (
  outcome: Exclude<RequestOutcome<unknown, unknown>, { readonly outcome: 'skipped' }>,
): ReplyContent => {
  switch (outcome.outcome) {
    case 'processed':
      return { code: null, replayed: false, mismatch: false, body: outcome.response };
    case 'repeated':
      return { code: null, replayed: true, mismatch: outcome.mismatch, body: outcome.response };
    case 'refused':
      return { code: outcome.code, replayed: false, mismatch: false, body: contextOf(outcome) };
  }
};

export const processingFailed: ReplyContent = {
  code: 'PROCESSING_FAILED',
  replayed: false,
  mismatch: false,
  body: null,
};

const contextOf = ({ context }: Refusal): Buffer | null =>
  Object.keys(context).length === 0 ? null : Buffer.from(JSON.stringify(context));

/** Makes a fact that has its number from the ledger. `of` distinguishes facts of one type that one request causes. */
export const factOfRequest = (
  {
    request,
    snapshot,
    ledgerSeq,
  }: Pick<ProcessedOutcome<EngineRequest<unknown>, unknown>, 'request' | 'snapshot' | 'ledgerSeq'>,
  fact: TypedFact,
  of?: string,
): FactContent => ({
  id: request.newId(of === undefined ? fact.type : `${fact.type}:${of}`),
  fact,
  snapshot,
  key: request.memberKey.toString('base64url'),
  occurredAtMs: request.message.record.timestamp,
  ledgerSeq,
});

/**
 * Returns the lane for facts. The facts of a credit use the lane of its receipt, which a header names. Only
 * engines write credits, so nobody gains by forging the header.
 */
export const laneOfFacts = ({
  lane,
  record: { headers },
}: Pick<Message<unknown>, 'lane' | 'record'>): Lane =>
  lane === 'bulk' || headers[names.lane]?.toString() === 'bulk' ? 'bulk' : 'interactive';
