import { type Lot, dueAtMs, spendLots, timedTakes } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import {
  type PointsRedeemed,
  type RedeemContext,
  redeemedOf,
  type RedeemOrder,
  toTakenResponse,
} from './decide-redeem.ts';
import { judgeRedemption, type RedemptionRefused } from './judge-redemption.ts';

export interface AuthorizeContext extends RedeemContext {
  /** The member's number of open authorizations when the request is decided. */
  readonly openAuthorizations: number;
}

export interface AuthorizeOrder extends RedeemOrder {
  readonly ttlSeconds: number;
}

/** A redeem that may lapse. It does not count as an activity; its capture does. */
export interface AuthorizeProcessed extends PointsRedeemed<'authorized'> {
  readonly expiresAtMs: number;
}

export type AuthorizeRefused =
  | RedemptionRefused
  | {
      readonly outcome: 'refused';
      readonly code: 'LIMIT_EXCEEDED';
      readonly context: { readonly limit: number; readonly of: 'openAuthorizations' };
    };

/** Abandoned checkouts of a member hold no more than this many discounts at once. */
const openAuthorizationsMax = 20;

/**
 * Judges an authorization as a redeem (D186), except that points past their time can neither be taken nor
 * count as available, so that nobody keeps points alive by reserving them (D188). A member with too many open
 * ones is refused after 403 and 404. It is a function of its arguments alone.
 */
export const decideAuthorize = (
  context: AuthorizeContext,
  order: AuthorizeOrder,
): AuthorizeProcessed | AuthorizeRefused => {
  const { account, lots, nowMs, openAuthorizations } = context;
  const { past, left } = divided(lots, { account, nowMs });
  const judged = judgeRedemption({ ...context, account: account && without(account, past) }, order);
  if (judged.outcome === 'refused' && !isAboutPoints(judged)) return judged;
  if (openAuthorizations >= openAuthorizationsMax)
    return {
      outcome: 'refused',
      code: 'LIMIT_EXCEEDED',
      context: { limit: openAuthorizationsMax, of: 'openAuthorizations' },
    };
  if (judged.outcome === 'refused') return judged;
  const whole = account ?? judged.account;
  const { after, taken } = spendLots(left, {
    points: judged.points,
    lastActivityAtMs: whole.lastActivityAtMs,
  });
  const redeemed = redeemedOf(context, judged, {
    kind: 'authorized',
    account: whole,
    transactionRef: order.transactionRef,
    lotsAfter: [...past, ...after],
    taken: timedTakes(taken, left, { keepsSliding: true }),
    activeAtMs: null,
  });
  return { ...redeemed, expiresAtMs: nowMs + order.ttlSeconds * 1_000 };
};

interface DividedLots {
  readonly past: readonly Lot[];
  readonly left: readonly Lot[];
}

/** The nightly run may not have taken yet what is past its time. */
const divided = (
  lots: readonly Lot[],
  { account, nowMs }: Pick<AuthorizeContext, 'account' | 'nowMs'>,
): DividedLots => {
  const isPast = (lot: Lot): boolean => dueAtMs(lot, account?.lastActivityAtMs ?? null) <= nowMs;
  const past = lots.filter(isPast);
  return past.length === 0 ? { past, left: lots } : { past, left: lots.filter((lot) => !isPast(lot)) };
};

const without = (account: Account, past: readonly Lot[]): Account =>
  past.length === 0
    ? account
    : {
        ...account,
        pointsBalance: account.pointsBalance - past.reduce((sum, { points }) => sum + points, 0),
      };

const isAboutPoints = ({ code }: RedemptionRefused): boolean =>
  code === 'INSUFFICIENT_POINTS' || code === 'BELOW_MIN_REDEMPTION' || code === 'NOTHING_TO_REDEEM';

type AuthorizeResponse = ReturnType<typeof toTakenResponse> & {
  expiresAt: string;
  state: 'AUTHORIZED';
};

/**
 * Returns the response, which is stored, sent and repeated byte for byte, also after the authorization has
 * ended (D186).
 */
export const toAuthorizeResponse = (authorized: AuthorizeProcessed): AuthorizeResponse => ({
  ...toTakenResponse(authorized),
  expiresAt: new Date(authorized.expiresAtMs).toISOString(),
  state: 'AUTHORIZED',
});
