import { setTimeout } from 'node:timers/promises';
import type { Credential } from '../credential.ts';
import type { Exchange } from '../exchange.ts';
import { problem, type Problem } from '../response.ts';
import type { ServerLimits, ShedReason } from './server-limits.ts';

/** The texts for each used-up share; every one of these conditions is temporary. */
const details = {
  answers:
    'Earlier responses to this environment have not been read. Read them before you send more requests.',
  bodies: 'Too many large bodies of this environment are being processed. Send fewer at the same time.',
  connections: 'This environment has the maximum number of connections open. Use fewer, and keep them open.',
  lists: 'Too many lists of this environment are being read. Request fewer at the same time.',
} satisfies Partial<Record<ShedReason, string>>;

/** Returns the 503 of an environment that has used up a share (D118). */
export const refuseShare = (limits: Pick<ServerLimits, 'shed'>, share: keyof typeof details): Problem => {
  limits.shed(share);
  return problem('SERVICE_UNAVAILABLE', { detail: details[share], reason: share });
};

/**
 * Returns the same problem as {@link refuseShare} after a pause. A caller that retries at once, perhaps on a
 * hundred connections that read no response, then costs no more than one that waits as Retry-After says.
 */
export const refuseShareLater = async (
  limits: ServerLimits,
  share: keyof typeof details,
): Promise<Problem> => {
  await setTimeout(limits.limits.refusalMs);
  return refuseShare(limits, share);
};

/** Refuses a request early when its environment has used up its share of connections or of responses. */
export const refuseLoad = (
  { request }: Exchange,
  { environmentId }: Credential,
  limits: ServerLimits,
): Promise<Problem> | undefined => {
  if (!limits.connections.claim(request.socket, environmentId)) return refuseConnection(limits);
  return limits.responses.isFull(environmentId) ? refuseShareLater(limits, 'answers') : undefined;
};

const refuseConnection = (limits: ServerLimits): Promise<Problem> =>
  Promise.resolve({ ...refuseShare(limits, 'connections'), headers: { Connection: 'close' } });
