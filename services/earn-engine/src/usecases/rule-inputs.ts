import type { AccountBook } from '@loyalty/engine';
import { drawOf, type MemberId, memberMapKey } from '@loyalty/kernel';
import type { Account, Snapshot } from '@loyalty/rules';
import {
  type Activity,
  type DecisionContext,
  eventActivity,
  type MemberEvent,
  receiptActivity,
} from '@loyalty/rules/earning';
import type { KnownAccount, MemberIdentity } from '@loyalty/tables/accounts';
import type { EarnBodyOf, EarnRequest } from './earn-request.ts';
import type { EarningBook } from './earning-book.ts';

export interface EarnInputs {
  readonly snapshot: Snapshot;
  readonly book: EarningBook;
  readonly account: Account | null;
  readonly accounts: Pick<AccountBook, 'figuresOf'>;
  /** The id with which an unknown member is enrolled again. Default: a new one. */
  readonly publishedId?: MemberId | null;
  /** The referrers; null if the decision needs none. */
  readonly referrers: Referrers | null;
}

export const contextOf = (
  request: EarnRequest,
  { snapshot, book, account, accounts, publishedId = null }: EarnInputs,
): DecisionContext => ({
  snapshot,
  account,
  publishedId,
  inputs: book.earningInputsOf(account?.memberId ?? null),
  purchases: () => book.purchasesOf(request, accounts.figuresOf(request)),
  nowMs: request.message.record.timestamp,
  newId: request.newId,
  draw: (campaignId) => drawOf(snapshot.secret, campaignId, request.ref),
});

/** Returns the activity; null for a credit, whose points the event that caused it decided. */
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

/** The lifecycle type of an event without one (D65). */
const customType = 'CUSTOM';

/**
 * Returns the event. Its type comes from the lifecycle endpoint, or from a custom event's definition (D65).
 */
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

/** Finds referrers. Active members can be credited, including those whom the batch has just enrolled. */
export class Referrers {
  readonly #accounts: Pick<AccountBook, 'accountOf'>;
  readonly #active: ReadonlySet<string>;

  /** `looked` were read without a lock; the batch's accounts are newer. */
  constructor(accounts: Pick<AccountBook, 'accountOf'>, looked: readonly KnownAccount[]) {
    this.#accounts = accounts;
    this.#active = new Set(looked.filter(({ account }) => account.state === 'active').map(memberMapKey));
  }

  canBeCredited(member: MemberIdentity): boolean {
    const account = this.#accounts.accountOf(member);
    return account === null ? this.#active.has(memberMapKey(member)) : account.state === 'active';
  }
}
