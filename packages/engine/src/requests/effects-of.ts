import type { Effects, FactContent, OutgoingMessage } from '@loyalty/messaging';
import type { Correct } from './corrections.ts';
import { laneOfFacts } from './lane-of-facts.ts';
import type { EnginePlan } from './engine-plan.ts';
import type { MessageWriter } from './ports.ts';
import { replyOf } from './replies.ts';
import type { ProcessedOutcome } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/** The part of an {@link EngineHandler} that makes messages. */
interface Publishing<Request, Result> {
  factsOf(outcome: ProcessedOutcome<Request, Result>): readonly FactContent[];
  messagesOf?(outcome: ProcessedOutcome<Request, Result>): readonly OutgoingMessage[];
}

/** The part of a plan that is published. */
type PublishedPlan<Body, Request, Result> = Pick<
  EnginePlan<Body, Request, Result, unknown>,
  'outcomes' | 'rejected' | 'budgets'
>;

/** Returns the replies of a stored plan, its messages for the outbox, and its rejected requests. */
export const effectsOf = <Body, Request extends EngineRequest<Body>, Result>(
  handler: Publishing<Request, Result>,
  { writer, correct }: { readonly writer: MessageWriter; readonly correct: Correct },
  { outcomes, rejected, budgets }: PublishedPlan<Body, Request, Result>,
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
      facts.push(writer.factOf(correct(outcome.request, fact), lane));
    if (handler.messagesOf !== undefined) facts.push(...handler.messagesOf(outcome));
  }
  // Once or twice in the life of a campaign, and a person may wait for them: a suspension stops the campaign for tills too.
  for (const fact of budgets.facts) facts.push(writer.factOf(fact));
  return { facts, replies, rejected };
};
