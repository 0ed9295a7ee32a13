import type { InboundRecord } from '@loyalty/kafka';
import { awaitAll, type EnvironmentId, isReference, randomId } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { GiveUpEffects, GivenUp, Rejection } from '@loyalty/streams';
import { isStreamTopic } from '@loyalty/tables/tenants';
import {
  type FailedRequestWrite,
  insertFailedRequests,
  insertRefusedRecords,
  type RefusedRecordWrite,
  type RequestKey,
} from '@loyalty/tables/transactions';
import { processingFailed } from './effects-of.ts';
import type { EnginePorts } from './engine-handler.ts';
import { refusedRecordOf } from './engine-plan.ts';
import { findEnvironment } from './read-requests.ts';
import { loadRefusedFacts, publishesRefusalOf, type RefusedWork } from './refused-facts.ts';
import { isStreamed } from './request.ts';

interface GiveUpOptions<Body> extends Pick<EnginePorts, 'writer' | 'clock' | 'configuration'> {
  readonly keyOf: (body: Body) => Pick<RequestKey, 'operation' | 'ref'>;
}

/**
 * Returns the 503 replies, and the facts of what had no caller. The reference is not consumed: a request that is sent
 * again is executed (D36). A record of a producer has an entry even if it could not be read (D332).
 */
export const giveUp = async <Body>(
  options: GiveUpOptions<Body>,
  tx: Transaction,
  deadLetters: readonly GivenUp<Body>[],
): Promise<GiveUpEffects> => {
  const failed: FailedRequestWrite[] = [];
  const refused: RefusedRecordWrite[] = [];
  const unanswered: RefusedWork[] = [];
  for (const deadLetter of deadLetters) {
    const environmentId = await findEnvironment(options.configuration, deadLetter.record);
    if (environmentId === null) continue;
    const { record } = deadLetter;
    if (isStreamed(record)) {
      const entry = entryOf(options, deadLetter, environmentId);
      refused.push(entry);
      unanswered.push(workOf(record, entry, 'evaluate'));
      continue;
    }
    for (const entry of failedRequestOf(options, deadLetter, environmentId)) {
      failed.push(entry);
      if (publishesRefusalOf(entry.operation, record))
        unanswered.push(workOf(record, entry, entry.operation));
    }
  }
  const [facts] = await awaitAll([
    loadRefusedFacts(options.configuration, tx, unanswered),
    insertFailedRequests(tx, failed),
    insertRefusedRecords(tx, refused),
  ]);
  return {
    facts: facts.map((fact) => options.writer.factOf(fact, 'bulk')),
    replies: deadLetters.flatMap(({ record }) => options.writer.replyTo(record, processingFailed) ?? []),
  };
};

const workOf = (
  record: InboundRecord,
  {
    environmentId,
    ref,
    code,
    context,
    memberKey,
  }: Pick<RefusedRecordWrite, 'environmentId' | 'ref' | 'code' | 'context' | 'memberKey'>,
  operation: RefusedWork['operation'],
): RefusedWork => ({
  record,
  environmentId,
  operation,
  ref,
  code,
  context,
  memberKey,
  memberId: null,
});

const failedRequestOf = <Body>(
  { clock, keyOf }: GiveUpOptions<Body>,
  { record, rejection, value }: GivenUp<Body>,
  environmentId: EnvironmentId,
): FailedRequestWrite[] => {
  if (value === null) return [];
  const { operation, ref } = keyOf(value);
  // No valid request has such a reference, so none will be looked up. Postgres stores no NUL.
  if (!isReference(ref)) return [];
  const context = { reason: rejection.reason };
  const named = { environmentId, operation, ref, memberKey: memberKeyIn(record) };
  return [{ ...named, id: randomId(), code: 'PROCESSING_FAILED', context, atMs: clock.now() }];
};

const entryOf = <Body>(
  { keyOf }: GiveUpOptions<Body>,
  { record, rejection, value }: GivenUp<Body>,
  environmentId: EnvironmentId,
): RefusedRecordWrite => {
  const sent = value === null ? null : keyOf(value).ref;
  // Postgres stores no NUL.
  const ref = sent !== null && isReference(sent) ? sent : null;
  const refusal = value === null ? unreadable(record, rejection) : refusalFor(rejection);
  return refusedRecordOf({ environmentId, ref, ...refusal, memberKey: memberKeyIn(record) }, record);
};

/** As much of a detail as an entry shows. */
const detailMax = 500;

const unreadable = (
  { value }: InboundRecord,
  { reason, detail }: Rejection,
): Pick<RefusedRecordWrite, 'code' | 'context'> => {
  if (value === null || value.length === 0)
    return { code: 'UNREADABLE', context: { reason: 'EMPTY', detail: 'the record has no value' } };
  // It may quote names of the sender's schema. Postgres stores no NUL.
  const shown = detail.slice(0, detailMax).toWellFormed().replaceAll('\0', '\uFFFD');
  return { code: 'UNREADABLE', context: { reason, detail: shown } };
};

/** Its sender can mend a record that is not valid, and an operator can replay the others. */
const refusalFor = ({ reason, errors }: Rejection): Pick<RefusedRecordWrite, 'code' | 'context'> =>
  errors === undefined
    ? { code: 'PROCESSING_FAILED', context: { reason } }
    : { code: 'VALIDATION_ERROR', context: { errors } };

/** The key has 16 bytes, written as base64url. */
const keyLength = 22;

/** Returns the record's key, which is the member's on every topic but a tenant's own. */
const memberKeyIn = ({ key, topic }: InboundRecord): Buffer | null =>
  key?.length !== keyLength || isStreamTopic(topic) ? null : Buffer.from(key.toString(), 'base64url');
