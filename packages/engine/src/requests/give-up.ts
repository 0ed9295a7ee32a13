import { insertFailedRequests, type FailedRequestWrite, type RequestKey } from '@loyalty/accounts';
import { isReference } from '@loyalty/kernel';
import type { GivenUp, InboundRecord, OutgoingMessage } from '@loyalty/messaging';
import { isStreamTopic } from '@loyalty/configuration';
import type { Transaction } from '@loyalty/storage';
import { findEnvironment } from './find-environment.ts';
import type { EnginePorts } from './ports.ts';
import { processingFailed } from './replies.ts';

export interface GiveUpOptions<Body> extends Pick<EnginePorts, 'writer' | 'clock' | 'configuration'> {
  readonly nameOf: (body: Body) => Pick<RequestKey, 'operation' | 'ref'>;
}

/**
 * Notes that requests will not be processed, where their reference can be read, and answers the 503s that their callers are
 * to get. The reference is not consumed: sent again, it is executed anew (D36).
 */
export const giveUp = async <Body>(
  options: GiveUpOptions<Body>,
  tx: Transaction,
  deadLetters: readonly GivenUp<Body>[],
): Promise<OutgoingMessage[]> => {
  const failed: FailedRequestWrite[] = [];
  for (const deadLetter of deadLetters) failed.push(...(await loadFailedRequest(options, deadLetter)));
  await insertFailedRequests(tx, failed);
  return deadLetters.flatMap(({ record }) => options.writer.replyTo(record, processingFailed) ?? []);
};

const loadFailedRequest = async <Body>(
  { configuration, clock, nameOf }: GiveUpOptions<Body>,
  { record, rejection, value }: GivenUp<Body>,
): Promise<FailedRequestWrite[]> => {
  const environmentId = await findEnvironment(configuration, record);
  if (value === null || environmentId === null) return [];
  const { operation, ref } = nameOf(value);
  // A reference that no valid request can carry need not be found again, and Postgres stores no NUL.
  if (!isReference(ref)) return [];
  const context = { reason: rejection.reason };
  const named = { environmentId, operation, ref, memberKey: memberKeyIn(record) };
  return [{ ...named, code: 'PROCESSING_FAILED', context, atMs: clock.now() }];
};

/** 16 bytes as base64url. */
const keyLength = 22;

/** The member's key, which is the record's key on every topic that we write; a tenant's own topic may have any. */
const memberKeyIn = ({ key, topic }: InboundRecord): Buffer | null =>
  key?.length !== keyLength || isStreamTopic(topic) ? null : Buffer.from(key.toString(), 'base64url');
