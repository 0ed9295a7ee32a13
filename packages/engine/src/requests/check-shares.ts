import type { EnvironmentId } from '@loyalty/kernel';
import { BeyondShare, type InboundRecord } from '@loyalty/messaging';
import type { RequestOutcome, RequestResult } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/**
 * Rows and facts beyond the usual that one environment may lead to in one transaction. It is twice what the cost of decisions lets into a
 * batch once they are known, so what is usual for an environment is never given back.
 */
const excessMax = 1_000;

/**
 * Throws {@link BeyondShare} with the requests of each environment that come after its share is used up. What a decision leads to is
 * exactly known only once it is made, and nothing is written yet.
 */
export const checkShares = <Request extends EngineRequest<unknown>, Result extends RequestResult>(
  outcomes: readonly RequestOutcome<Request, Result>[],
  excessOf: (result: Result) => number,
): void => {
  const used = new Map<EnvironmentId, number>();
  const beyond = new Set<InboundRecord>();
  for (const outcome of outcomes) {
    const { environmentId, message } = outcome.request;
    const before = used.get(environmentId) ?? 0;
    if (before >= excessMax) beyond.add(message.record);
    else if (outcome.outcome === 'processed') used.set(environmentId, before + excessOf(outcome.result));
  }
  if (beyond.size > 0) throw new BeyondShare(beyond);
};
