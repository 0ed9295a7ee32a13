import type { EnvironmentId } from '@loyalty/kernel';
import { BeyondShare, type InboundRecord } from '@loyalty/messaging';
import type { RequestOutcome, RequestResult } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/**
 * Rows and facts beyond the usual that one environment may lead to in one transaction. The cost of decisions lets half of that into a
 * batch, once it is known. So the usual spread gives nothing back.
 */
const excessMax = 1_000;

/**
 * Throws {@link BeyondShare} with the requests of each environment that come after its share is used up. The exact number is known once
 * the decisions are made, and nothing is written yet.
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
