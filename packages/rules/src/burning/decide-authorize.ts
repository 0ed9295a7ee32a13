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
 * Judges an authorization as a redeem (D186). It is no activity, so sliding points that a void gives back keep their
 * time (D188). A member with too many open ones is refused after 403 and 404. It is a function of its arguments alone.
 */
export const decideAuthorize = (
  context: AuthorizeContext,
  order: AuthorizeOrder,
): AuthorizeProcessed | AuthorizeRefused => {
  const { nowMs, openAuthorizations } = context;
  const judged = judgeRedemption(context, order);
  if (judged.outcome === 'refused' && !isAboutPoints(judged)) return judged;
  if (openAuthorizations >= openAuthorizationsMax)
    return {
      outcome: 'refused',
      code: 'LIMIT_EXCEEDED',
      context: { limit: openAuthorizationsMax, of: 'openAuthorizations' },
    };
  if (judged.outcome === 'refused') return judged;
  const redeemed = redeemedOf(context, judged, {
    kind: 'authorized',
    transactionRef: order.transactionRef,
    lastActivityAtMs: judged.account.lastActivityAtMs,
    activeAtMs: null,
  });
  return { ...redeemed, expiresAtMs: nowMs + order.ttlSeconds * 1_000 };
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
