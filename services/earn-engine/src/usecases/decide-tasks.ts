import { headers as names } from '@loyalty/contracts';
import { MessageFailure } from '@loyalty/messaging';
import {
  applyEarned,
  decideCredit,
  decideEvaluate,
  decideEvent,
  toCreditAnswer,
  toEvaluateAnswer,
  toEventAnswer,
  type Account,
  type Snapshot,
} from '@loyalty/rules';
import type { KnownAnswer, Processed, ProcessedOutcome, Task, TaskOutcome } from './earn-plan.ts';
import type { EarnRequest } from './earn-request.ts';
import type { Ground } from './load-ground.ts';
import { contextOf, memberEventOf, type TaskGround } from './occasion-of.ts';

/** Answers by their key; grows with every task decided. */
type Answers = Map<string, KnownAnswer>;

/** Decides tasks in order, each on the accounts as the ones before it left them. */
export const decideTasks = (tasks: readonly Task[], ground: Ground, answers: Answers): TaskOutcome[] =>
  tasks.map((task) => replayOf(task, answers) ?? decideTask(task, ground, answers));

/** A stored result wins over everything, the member's present state included (D15). */
const replayOf = (task: Task, answers: Answers): TaskOutcome | null => {
  const known = answers.get(task.answerKey);
  if (known === undefined) return null;
  const mismatch = !known.fingerprint.equals(task.fingerprint);
  return { outcome: 'replayed', task, answer: known.answer, mismatch };
};

const decideTask = (task: Task, ground: Ground, answers: Answers): TaskOutcome => {
  const snapshot = ground.snapshots.get(task.environmentId);
  const book = ground.shared.get(task.environmentId);
  if (snapshot === undefined || book === undefined) {
    throw new MessageFailure(`environment ${task.environmentId.toString()} has vanished`);
  }
  try {
    const account = ground.accounts.accountOf(task);
    const decided = decide(task, { snapshot, book, account, referrers: ground.referrers });
    if (decided.outcome !== 'processed') return decided;
    const after = applyEarned(account, decided.earned);
    ground.accounts.write(task, after);
    book.apply(task, decided.earned, snapshot.pointValueCents);
    answers.set(task.answerKey, { fingerprint: task.fingerprint, answer: decided.answer });
    return withLedgerSeq(decided, account, after);
  } catch (failure) {
    // Whatever the pure rules throw on is the message's (or their own) fault: it is isolated, the others go on.
    throw new MessageFailure('a message cannot be decided', { cause: failure });
  }
};

const withLedgerSeq = (
  decided: ProcessedOutcome,
  before: Account | null,
  { ledgerSeq }: Account,
): ProcessedOutcome => (ledgerSeq === (before?.ledgerSeq ?? 0) ? decided : { ...decided, ledgerSeq });

const decide = (task: Task, ground: TaskGround): TaskOutcome => {
  const { value: request } = task.message;
  switch (request.kind) {
    case 'evaluate':
      return evaluate(task, request, ground);
    case 'event':
      return decideMemberEvent(task, request, ground);
    case 'credit':
      return credit(task, request, ground);
  }
};

type RequestOf<Kind extends EarnRequest['kind']> = Extract<EarnRequest, { readonly kind: Kind }>;

const evaluate = (task: Task, { body }: RequestOf<'evaluate'>, ground: TaskGround): TaskOutcome => {
  const earned = decideEvaluate(contextOf(task, ground), body);
  if (earned.outcome === 'refused') return { outcome: 'refused', task, code: earned.code };
  return processed(task, ground.snapshot, {
    earned,
    id: earned.transactionId,
    answer: toEvaluateAnswer(earned),
  });
};

const decideMemberEvent = (task: Task, request: RequestOf<'event'>, ground: TaskGround): TaskOutcome => {
  const { body } = request;
  if (isJudgedByAnother(task, body.eventKey, ground.snapshot)) {
    return { outcome: 'refused', task, code: retryDefinition };
  }
  const event = memberEventOf(task, request, ground);
  const earned = decideEvent(contextOf(task, ground), event, body.occurredAt);
  if (earned.outcome === 'refused') return { outcome: 'refused', task, code: earned.code };
  const answer = toEventAnswer(earned, {
    request: body,
    definitionVersion: definitionVersionOf(ground.snapshot, body.eventKey),
    receivedAtMs: task.message.record.timestamp,
  });
  return processed(task, ground.snapshot, { earned, id: earned.eventId, answer });
};

const credit = (task: Task, { body }: RequestOf<'credit'>, ground: TaskGround): TaskOutcome => {
  const earned = decideCredit(contextOf(task, ground), body);
  if (earned.outcome === 'skipped') return { outcome: 'skipped', task, reason: earned.reason };
  return processed(task, ground.snapshot, {
    earned,
    id: earned.creditId,
    answer: toCreditAnswer(earned, body.ref),
  });
};

const processed = (
  task: Task,
  snapshot: Snapshot,
  { earned, id, answer }: { readonly earned: Processed; readonly id: string; readonly answer: object },
): ProcessedOutcome => ({
  outcome: 'processed',
  task,
  earned,
  id,
  snapshot,
  ledgerSeq: null,
  answer: Buffer.from(JSON.stringify(answer)),
});

/** Tells the ingress to judge the event once more; no caller ever sees it. */
const retryDefinition = 'RETRY_DEFINITION';

/**
 * True when somebody waits for an event that was judged by another revision of its definition than the present one
 * (D63). With nobody waiting, the revision it was accepted by counts: it was the newest when the event was sent.
 */
const isJudgedByAnother = (
  { message: { record } }: Task,
  eventKey: string | null,
  snapshot: Snapshot,
): boolean => {
  const revision = record.headers[names.definitionRevision]?.toString();
  if (eventKey === null || revision === undefined || record.headers[names.replyTopic] === undefined)
    return false;
  return snapshot.eventDefinitions.get(eventKey)?.revision.toString() !== revision;
};

/** Null without a definition, or with one that was archived since the event was accepted. */
export const definitionVersionOf = (
  { eventDefinitions }: Snapshot,
  eventKey: string | null,
): number | null => (eventKey === null ? null : (eventDefinitions.get(eventKey)?.version ?? null));
