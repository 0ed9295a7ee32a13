import { setTimeout } from 'node:timers/promises';

import { problem } from '../response.ts';
import type { Problem } from '../response.ts';
import type { Credential } from '../credential.ts';
import type { Exchange } from '../exchange.ts';
import type { ServerLimits, ShedReason } from './server-limits.ts';

/** What a caller is told of each share that is used up; all may pass. */
const details = {
  answers: 'Earlier answers to this environment have not been read yet; read them before asking for more.',
  bodies: 'Too many large bodies of this environment are under way at once; send fewer.',
  connections: 'This environment has as many connections open as it may; use fewer, and keep them open.',
  lists: 'Too many lists of this environment are being read at once; ask for fewer.',
} satisfies Partial<Record<ShedReason, string>>;

/** The 503 of an environment that has used up a share (D118). */
export const refuseShare = (limits: Pick<ServerLimits, 'shed'>, share: keyof typeof details): Problem => {
  limits.shed(share);
  return problem('SERVICE_UNAVAILABLE', { detail: details[share] });
};

/**
 * The same, but told after a while: whoever asks again at once, as on a hundred connections that read no answer, costs no
 * more than who waits as Retry-After says.
 */
export const refuseShareLater = async (
  limits: ServerLimits,
  share: keyof typeof details,
): Promise<Problem> => {
  await setTimeout(limits.limits.refusalMs);
  return refuseShare(limits, share);
};

/** Refuses a request, before anything is asked for it, whose environment holds its share of connections or of answers. */
export const refuseLoad = (
  { request }: Exchange,
  { environmentId }: Credential,
  limits: ServerLimits,
): Promise<Problem> | undefined => {
  if (!limits.connections.claim(request.socket, environmentId)) return refuseConnection(limits);
  return limits.answers.isFull(environmentId) ? refuseShareLater(limits, 'answers') : undefined;
};

const refuseConnection = (limits: ServerLimits): Promise<Problem> =>
  Promise.resolve({ ...refuseShare(limits, 'connections'), headers: { Connection: 'close' } });
