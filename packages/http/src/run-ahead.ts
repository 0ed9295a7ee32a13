import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Request } from 'express';

import type { HttpResponse, Problem } from './response.ts';
import type { Credential, Limiter } from './credential.ts';
import { bytesToCome } from './read-body.ts';
import { tenantIdIn } from './tenant-id-in.ts';

/** A usual receipt has one to four KiB. */
const bodyBytesMax = 16 * 1024;

/**
 * True where a request may be judged before its caller's limit has answered: there was room when it last did, and the whole of a small body
 * came with its head, so that whoever is over the limit after all has cost no more than one such body.
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
 * Answers what the limit says, and where it says nothing what the work came to. The work waits for `counted` before it has any effect: it
 * rejects where the limit refuses.
 */
export const runAhead = async (
  counting: Promise<Problem | undefined>,
  work: (counted: Promise<void>) => Promise<HttpResponse | Problem>,
): Promise<HttpResponse | Problem> => {
  const counted = counting.then((refusal) => {
    if (refusal !== undefined) throw new Error('the caller is over its limit');
  });
  const working = work(counted);
  // Of what the limit refuses nobody asks how it went.
  for (const unasked of [counted, working]) unasked.catch(() => undefined);
  return (await counting) ?? working;
};
