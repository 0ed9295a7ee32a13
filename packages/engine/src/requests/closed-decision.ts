import { headers as names, topics } from '@loyalty/contracts';
import { invariant } from '@loyalty/kernel';
import { isStreamTopic } from '@loyalty/configuration';
import type { Snapshot } from '@loyalty/rules';
import { refuse, type Refusal } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/** What becomes of a request that is not to be decided here. */
type ClosedDecision = Refusal | { readonly outcome: 'skipped'; readonly reason: string };

/**
 * Of a tenant that goes to another cell nothing new is decided here: who waits is told to come again, and streamed receipts are left to
 * the command that moves it, which sends them there, or here again. What was accepted before, with nobody waiting, is decided until the tenant is
 * gone. Null: it is decided. Throws where it would be lost, so that it becomes a dead letter.
 */
export const closedDecision = (
  { message: { record } }: Pick<EngineRequest<unknown>, 'message'>,
  { closed }: Pick<Snapshot, 'closed'>,
): ClosedDecision | null => {
  if (closed === undefined) return null;
  if (record.topic === topics.receipts || isStreamTopic(record.topic))
    return { outcome: 'skipped', reason: 'the tenant is moved' };
  if (record.headers[names.replyTopic] !== undefined) return refuse(record, `TENANT_${closed}`);
  invariant(closed === 'MOVING', 'the tenant was moved to another cell');
  return null;
};
