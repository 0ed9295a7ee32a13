import { headers as names, topics } from '@loyalty/contracts';
import { invariant } from '@loyalty/kernel';
import { isStreamTopic } from '@loyalty/configuration';
import type { Snapshot } from '@loyalty/rules';
import { refuse, type Refusal } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/** The outcome of a request that this cell does not decide. */
type ClosedDecision = Refusal | { readonly outcome: 'skipped'; readonly reason: string };

/**
 * Refuses or skips requests of a tenant that moves to another cell; null: decide it. A waiting caller is refused and retries. Streamed
 * receipts are skipped: the command that moves the tenant sends them again. Requests accepted without a waiting caller are decided until
 * the tenant has moved; after that this throws, so that the request becomes a dead letter.
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
