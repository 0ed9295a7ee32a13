import type { Effects, OutgoingMessage, FactContent } from '@loyalty/messaging';
import type { Correct } from './corrections.ts';
import type { EnginePlan } from './engine-plan.ts';
import type { MessageWriter } from './ports.ts';
import { replyOf } from './replies.ts';
import type { ProcessedOutcome } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/** What an engine says of its outcomes: see EngineKind. */
interface Publishing<R, P> {
  factsOf(outcome: ProcessedOutcome<R, P>): readonly FactContent[];
  messagesOf?(outcome: ProcessedOutcome<R, P>): readonly OutgoingMessage[];
}

/** What of a plan is told. */
type Told<Body, R, P> = Pick<EnginePlan<Body, R, P, unknown>, 'outcomes' | 'rejected' | 'budgets'>;

/** The replies of a stored plan, and what it puts into the outbox. */
export const effectsOf = <Body, R extends EngineRequest<Body>, P>(
  handler: Publishing<R, P>,
  { writer, correct }: { readonly writer: MessageWriter; readonly correct: Correct },
  { outcomes, rejected, budgets }: Told<Body, R, P>,
): Effects => {
  const replies: OutgoingMessage[] = [];
  const facts: OutgoingMessage[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome === 'skipped') continue;
    const reply = writer.replyTo(outcome.request.message.record, replyOf(outcome));
    if (reply !== null) replies.push(reply);
    if (outcome.outcome !== 'processed') continue;
    for (const fact of handler.factsOf(outcome)) facts.push(writer.factOf(correct(outcome.request, fact)));
    if (handler.messagesOf !== undefined) facts.push(...handler.messagesOf(outcome));
  }
  for (const fact of budgets.facts) facts.push(writer.factOf(fact));
  return { facts, replies, rejected };
};
