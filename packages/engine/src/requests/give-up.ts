import { insertFailedRequests, type FailedRequest, type RequestName } from '@loyalty/accounts';
import { isReference } from '@loyalty/kernel';
import type { GivenUp, OutgoingMessage } from '@loyalty/messaging';
import type { Transaction } from '@loyalty/storage';
import { findEnvironment } from './find-environment.ts';
import type { EnginePorts } from './ports.ts';
import { processingFailed } from './replies.ts';

export interface GiveUpOptions<Body> extends Pick<EnginePorts, 'writer' | 'clock' | 'programme'> {
  readonly nameOf: (body: Body) => Pick<RequestName, 'operation' | 'ref'>;
}

/**
 * Notes that requests will not be processed, where their reference can be read, and answers the 503s that their callers are
 * to get. The reference is not consumed: sent again, it is executed anew (D36).
 */
export const giveUp = async <Body>(
  options: GiveUpOptions<Body>,
  tx: Transaction,
  letters: readonly GivenUp<Body>[],
): Promise<OutgoingMessage[]> => {
  const failed: FailedRequest[] = [];
  for (const letter of letters) failed.push(...(await loadFailedRequest(options, letter)));
  await insertFailedRequests(tx, failed);
  return letters.flatMap(({ record }) => options.writer.replyTo(record, processingFailed) ?? []);
};

const loadFailedRequest = async <Body>(
  { programme, clock, nameOf }: GiveUpOptions<Body>,
  { record, rejection, value }: GivenUp<Body>,
): Promise<FailedRequest[]> => {
  const environmentId = await findEnvironment(programme, record);
  if (value === null || environmentId === null) return [];
  const { operation, ref } = nameOf(value);
  // A reference that no valid request can carry need not be found again, and Postgres stores no NUL.
  if (!isReference(ref)) return [];
  const context = { reason: rejection.reason };
  return [{ environmentId, operation, ref, code: 'PROCESSING_FAILED', context, atMs: clock.now() }];
};
