import { drawOf } from '@loyalty/kernel';
import {
  eventOccasion,
  purchaseOccasion,
  type Account,
  type DecisionContext,
  type MemberEvent,
  type Occasion,
  type Snapshot,
} from '@loyalty/rules';
import { memberName } from './account-book.ts';
import type { Task } from './earn-plan.ts';
import type { EarnRequest } from './earn-request.ts';
import type { SharedBook } from './shared-book.ts';

/** What one task is decided on. */
export interface TaskGround {
  readonly snapshot: Snapshot;
  readonly book: SharedBook;
  readonly account: Account | null;
  /** Null where it does not matter who can be credited. */
  readonly referrers: ReadonlySet<string> | null;
}

/** What the rules may know of a task besides its request. */
export const contextOf = (task: Task, { snapshot, book, account }: TaskGround): DecisionContext => ({
  snapshot,
  account,
  standing: book.standingOf(account?.memberId ?? null),
  nowMs: task.message.record.timestamp,
  newId: task.newId,
  draw: (campaignId) => drawOf(snapshot.secret, campaignId, task.ref),
});

/** The occasion that a task is for its campaigns; null for a credit, which was judged before. */
export const occasionOf = (task: Task, ground: TaskGround): Occasion | null => {
  const { value: request } = task.message;
  switch (request.kind) {
    case 'evaluate':
      return purchaseOccasion(contextOf(task, ground), request.body);
    case 'event':
      return eventOccasion(
        contextOf(task, ground),
        memberEventOf(task, request, ground),
        request.body.occurredAt,
      );
    case 'credit':
      return null;
  }
};

/** What kind of lifecycle event it is when nothing says so (D65). */
const customType = 'CUSTOM';

/** An event as the rules judge it. The lifecycle endpoint says its type; a custom event's definition does (D65). */
export const memberEventOf = (
  task: Task,
  { body, payload }: Extract<EarnRequest, { readonly kind: 'event' }>,
  { snapshot, referrers }: Pick<TaskGround, 'snapshot' | 'referrers'>,
): MemberEvent => {
  const { eventKey, lifecycleType } = body;
  const definition = eventKey === null ? undefined : snapshot.eventDefinitions.get(eventKey);
  return {
    eventKey,
    lifecycleType: lifecycleType ?? definition?.lifecycleType ?? customType,
    payload,
    hasReferrer: referrers !== null && hasReferrer(task, referrers),
  };
};

const hasReferrer = (
  { environmentId, memberKey, referrerKey }: Task,
  referrers: ReadonlySet<string>,
): boolean =>
  referrerKey !== null &&
  !referrerKey.equals(memberKey) &&
  referrers.has(memberName({ environmentId, memberKey: referrerKey }));
