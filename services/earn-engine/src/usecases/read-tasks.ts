import { fingerprintOf } from '@loyalty/contracts';
import { derivedIds, memberKeyOf, type EnvironmentId } from '@loyalty/kernel';
import type { Message, RejectedMessage } from '@loyalty/messaging';
import {
  atEngine,
  faultsOfEvaluateRequest,
  faultsOfMemberEvent,
  type FieldFault,
  type Snapshot,
} from '@loyalty/rules';
import { answerKey } from '@loyalty/storage';
import type { Task } from './earn-plan.ts';
import { refOf, type EarnRequest } from './earn-request.ts';
import { environmentOf } from './environment-of.ts';
import type { Programme } from './ports.ts';

type Rejected = RejectedMessage & { readonly value: EarnRequest };

/** The tasks of a batch, and the messages that can never be decided. */
export interface ReadTasks {
  readonly tasks: readonly Task[];
  readonly rejected: readonly Rejected[];
  /** The configurations at hand, of any version. */
  readonly held: readonly Snapshot[];
}

const reject = (message: Message<EarnRequest>, reason: string, detail: string): Rejected => ({
  ...message,
  rejection: { reason, detail },
});

/**
 * Finds each message's environment and account, and checks what a schema cannot: a message from a stream was seen by
 * no HTTP validation.
 */
export const readTasks = async (
  programme: Programme,
  batch: readonly Message<EarnRequest>[],
): Promise<ReadTasks> => {
  const tasks: Task[] = [];
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
    const read = readTask(message, snapshot);
    if ('rejection' in read) rejected.push(read);
    else tasks.push(read);
  }
  return { tasks, rejected, held: [...environments.values()].filter((one) => one !== null) };
};

const readTask = (message: Message<EarnRequest>, snapshot: Snapshot): Task | Rejected => {
  const { record, value: request } = message;
  const [fault] = faultsOf(request, record.timestamp);
  if (fault !== undefined) {
    return reject(message, invalidReasons[request.kind], `${fault.pointer} ${fault.message}`);
  }
  const { environmentId, secret } = snapshot;
  const { kind: operation } = request;
  const ref = refOf(request);
  return {
    message,
    operation,
    ref,
    environmentId,
    ...membersOf(request, secret),
    fingerprint: fingerprintOf(record.value ?? Buffer.alloc(0)),
    answerKey: answerKey(environmentId, operation, ref),
    newId: derivedIds({ secret, atMs: record.timestamp, operation, ref }),
  };
};

const invalidReasons: Readonly<Record<EarnRequest['kind'], string>> = {
  evaluate: 'INVALID_RECEIPT',
  event: 'INVALID_EVENT',
  credit: 'INVALID_CREDIT',
};

const noFaults: readonly FieldFault[] = [];

const faultsOf = (request: EarnRequest, nowMs: number): readonly FieldFault[] => {
  switch (request.kind) {
    case 'evaluate':
      return faultsOfEvaluateRequest(request.body, nowMs, atEngine);
    case 'event':
      return faultsOfMemberEvent(request.body, nowMs, atEngine);
    case 'credit':
      // Written by this engine alone.
      return noFaults;
  }
};

const membersOf = (
  request: EarnRequest,
  secret: Uint8Array,
): Pick<Task, 'memberKey' | 'memberRef' | 'referrerKey'> => {
  if (request.kind === 'credit') {
    return { memberKey: request.body.memberKey, memberRef: null, referrerKey: null };
  }
  const { memberRef } = request.body;
  const referrerRef = request.kind === 'event' ? request.body.referrerRef : null;
  return {
    memberKey: memberKeyOf(secret, memberRef),
    memberRef,
    referrerKey: referrerRef === null ? null : memberKeyOf(secret, referrerRef),
  };
};
