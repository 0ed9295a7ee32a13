import type { InboundRecord, OutgoingMessage } from '@loyalty/kafka';
import { isReference, randomId } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { GivenUp } from '@loyalty/streams';
import { isStreamTopic } from '@loyalty/tables/tenants';
import { type FailedRequestWrite, insertFailedRequests, type RequestKey } from '@loyalty/tables/transactions';
import { processingFailed } from './effects-of.ts';
import type { EnginePorts } from './engine-handler.ts';
import { findEnvironment } from './read-requests.ts';

interface GiveUpOptions<Body> extends Pick<EnginePorts, 'writer' | 'clock' | 'configuration'> {
  readonly keyOf: (body: Body) => Pick<RequestKey, 'operation' | 'ref'>;
}

/**
 * Gives up requests that could not be decided, and returns their 503 replies. The reference is not consumed:
 * a request that is sent again is executed (D36).
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
  { configuration, clock, keyOf }: GiveUpOptions<Body>,
  { record, rejection, value }: GivenUp<Body>,
): Promise<FailedRequestWrite[]> => {
  const environmentId = await findEnvironment(configuration, record);
  if (value === null || environmentId === null) return [];
  const { operation, ref } = keyOf(value);
  // No valid request has such a reference, so none will be looked up. Postgres stores no NUL.
  if (!isReference(ref)) return [];
  const context = { reason: rejection.reason };
  const named = { environmentId, operation, ref, memberKey: memberKeyIn(record) };
  return [{ ...named, id: randomId(), code: 'PROCESSING_FAILED', context, atMs: clock.now() }];
};

/** The key has 16 bytes, written as base64url. */
const keyLength = 22;

/** Returns the record's key, which is the member's on every topic but a tenant's own. */
const memberKeyIn = ({ key, topic }: InboundRecord): Buffer | null =>
  key?.length !== keyLength || isStreamTopic(topic) ? null : Buffer.from(key.toString(), 'base64url');
