import { fingerprintOf } from '@loyalty/contracts';
import { derivedIds, memberKeyOf, type EnvironmentId } from '@loyalty/kernel';
import type { Message, RejectedMessage } from '@loyalty/messaging';
import { faultsOfEvaluateRequest, type EvaluateRequest, type Snapshot } from '@loyalty/rules';
import { answerKey } from '@loyalty/storage';
import { environmentOf } from './environment-of.ts';
import type { Receipt } from './evaluate-plan.ts';
import type { Programme } from './ports.ts';

type Rejected = RejectedMessage & { readonly value: EvaluateRequest };

/** The receipts of a batch that can be decided, and those that can never be. */
export interface ReadReceipts {
  readonly receipts: readonly Receipt[];
  readonly rejected: readonly Rejected[];
}

const reject = (message: Message<EvaluateRequest>, reason: string, detail: string): Rejected => ({
  ...message,
  rejection: { reason, detail },
});

/**
 * Finds each message's environment and account, and checks what a schema cannot: a message from a stream was seen by
 * no HTTP validation.
 */
export const readReceipts = async (
  programme: Programme,
  batch: readonly Message<EvaluateRequest>[],
): Promise<ReadReceipts> => {
  const receipts: Receipt[] = [];
  const rejected: Rejected[] = [];
  const environments = new Map<EnvironmentId, Snapshot | null>();
  for (const message of batch) {
    const environmentId = await environmentOf(programme, message.record);
    let snapshot = environmentId === null ? null : environments.get(environmentId);
    if (environmentId !== null && snapshot === undefined) {
      snapshot = await programme.anyOf(environmentId);
      environments.set(environmentId, snapshot);
    }
    if (snapshot === null || snapshot === undefined) {
      rejected.push(reject(message, 'UNKNOWN_ENVIRONMENT', `no such environment: ${String(environmentId)}`));
      continue;
    }
    const read = readReceipt(message, snapshot);
    if ('rejection' in read) rejected.push(read);
    else receipts.push(read);
  }
  return { receipts, rejected };
};

const readReceipt = (message: Message<EvaluateRequest>, snapshot: Snapshot): Receipt | Rejected => {
  const { record, value: request } = message;
  const [fault] = faultsOfEvaluateRequest(request, record.timestamp);
  if (fault !== undefined) return reject(message, 'INVALID_RECEIPT', `${fault.pointer} ${fault.message}`);
  const { environmentId, secret } = snapshot;
  const ref = request.transactionRef;
  return {
    message,
    request,
    environmentId,
    memberKey: memberKeyOf(secret, request.memberRef),
    fingerprint: fingerprintOf(record.value ?? Buffer.alloc(0)),
    answerKey: answerKey(environmentId, 'evaluate', ref),
    newId: derivedIds({ secret, atMs: record.timestamp, operation: 'evaluate', ref }),
  };
};
