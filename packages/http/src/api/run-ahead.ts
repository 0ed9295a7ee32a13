import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Request } from 'express';

import type { HttpResponse, Problem } from './response.ts';
import type { Credential, Limiter } from './credential.ts';
import { bytesToCome } from './read-body.ts';
import { tenantIdIn } from './tenant-id-in.ts';

/** A usual receipt has one to four KiB. */
const bodyBytesMax = 16 * 1024;

/**
 * Returns true when a request may be checked before its caller's limit responds: the limit had enough left the last time, and
 * the whole of a small body came with its head. A caller that is over its limit after all has then cost no more than one such
 * body.
 */
export const mayRunAhead = async (
  request: Request,
  credential: Credential,
  limiter: Limiter,
): Promise<boolean> => {
  if (tenantIdIn(request) !== credential.tenantId || bytesToCome(request) > bodyBytesMax) return false;
  if (!request.complete) await endOfTurn();
  return request.complete && limiter.hasRoom(credential);
};

/**
 * Returns the refusal of the limit or, without one, the result of the work. The work waits for `counted` before it has any
 * effect; `counted` rejects when the limit refuses.
 */
export const runAhead = async (
  counting: Promise<Problem | undefined>,
  work: (counted: Promise<void>) => Promise<HttpResponse | Problem>,
): Promise<HttpResponse | Problem> => {
  const counted = counting.then((refusal) => {
    if (refusal !== undefined) throw new Error('the caller is over its limit');
  });
  const working = work(counted);
  // When the limit refuses, the result of the work is ignored.
  for (const unasked of [counted, working]) unasked.catch(() => undefined);
  return (await counting) ?? working;
};
