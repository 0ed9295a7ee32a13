import { drawOf } from '@loyalty/kernel';
import {
  eventActivity,
  receiptActivity,
  type Account,
  type DecisionContext,
  type MemberEvent,
  type Activity,
  type Snapshot,
} from '@loyalty/rules';
import type { EarnBodyOf, EarnRequest } from './earn-request.ts';
import type { Referrers } from './referrers.ts';
import type { EarningBook } from './earning-book.ts';

/** What one request is decided on. */
export interface EarnInputs {
  readonly snapshot: Snapshot;
  readonly book: EarningBook;
  readonly account: Account | null;
  /** Null where it does not matter who can be credited. */
  readonly referrers: Referrers | null;
}

/** What the rules may know of a request besides its body. */
export const contextOf = (
  request: EarnRequest,
  { snapshot, book, account }: EarnInputs,
): DecisionContext => ({
  snapshot,
  account,
  inputs: book.earningInputsOf(account?.memberId ?? null),
  nowMs: request.message.record.timestamp,
  newId: request.newId,
  draw: (campaignId) => drawOf(snapshot.secret, campaignId, request.ref),
});

/** The activity that a request is for its campaigns; null for a credit, which was judged before. */
export const activityOf = (request: EarnRequest, inputs: EarnInputs): Activity | null => {
  const { value } = request.message;
  switch (value.kind) {
    case 'evaluate':
      return receiptActivity(contextOf(request, inputs), value.body);
    case 'event':
      return eventActivity(
        contextOf(request, inputs),
        memberEventOf(request, value, inputs),
        value.body.occurredAt,
      );
    case 'credit':
      return null;
  }
};

/** What kind of lifecycle event it is when nothing says so (D65). */
const customType = 'CUSTOM';

/** An event as the rules judge it. The lifecycle endpoint says its type; a custom event's definition does (D65). */
export const memberEventOf = (
  request: EarnRequest,
  { body, payload }: EarnBodyOf<'event'>,
  { snapshot, referrers }: Pick<EarnInputs, 'snapshot' | 'referrers'>,
): MemberEvent => {
  const { eventKey, lifecycleType } = body;
  const definition = eventKey === null ? undefined : snapshot.eventDefinitions.get(eventKey);
  return {
    eventKey,
    lifecycleType: lifecycleType ?? definition?.lifecycleType ?? customType,
    payload,
    hasReferrer: referrers !== null && hasReferrer(request, referrers),
  };
};

const hasReferrer = ({ environmentId, memberKey, referrerKey }: EarnRequest, referrers: Referrers): boolean =>
  referrerKey !== null &&
  !referrerKey.equals(memberKey) &&
  referrers.canBeCredited({ environmentId, memberKey: referrerKey });
