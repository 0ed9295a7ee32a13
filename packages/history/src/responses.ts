import { isDeepStrictEqual } from 'node:util';

export type PublishedResponse = Readonly<Record<string, unknown>>;

export interface ResponseDifference {
  readonly published: PublishedResponse;
  readonly stored: PublishedResponse;
  /** The points have the sign with which they change the balance. */
  readonly pointsPublished: number;
  readonly pointsStored: number;
  readonly isBalanceOnly: boolean;
}

/**
 * They depend on the order in which a member's requests were stored, which may differ the second time: balances,
 * and which request enrolled the member.
 */
const ordered: ReadonlySet<string> = new Set([
  'pointsBalance',
  'balanceBefore',
  'balanceAfter',
  'memberCreated',
]);

/** Absent if they are 0: one that is stored alone differs. */
const absentAtZero = ['pointsPending', 'pointsDeducted', 'pointsToDeduct', 'pointsClaimable'] as const;

/**
 * Returns null if all published fields are stored with equal values. A stored response may have more fields.
 */
export const compareResponses = (
  published: PublishedResponse,
  stored: PublishedResponse,
): ResponseDifference | null => {
  const compared = new Set([...Object.keys(published), ...absentAtZero]);
  const differing = [...compared].filter((name) => !isDeepStrictEqual(published[name], stored[name]));
  if (differing.length === 0) return null;
  return {
    published: boundedResponse(published),
    stored: boundedResponse(stored),
    pointsPublished: pointsOf(published),
    pointsStored: pointsOf(stored),
    isBalanceOnly: differing.every((name) => ordered.has(name)),
  };
};

/**
 * Returns the points of a response. Points that are deducted later, or that can be claimed, count for their
 * return, and not for the receipt, void or return that pays them. So the sum stays the same, whichever of
 * both is stored first (D194, D300).
 */
export const pointsOf = (response: PublishedResponse): number => {
  const { pointsAwarded, pointsRedeemed, pointsFromBalance, points } = response;
  // They left the balance when it was authorized.
  if ('captureTransactionId' in response) return 0;
  const { pointsRefunded, pointsExpired } = response;
  if (Number.isSafeInteger(pointsRefunded)) return Number(pointsRefunded) - Number(pointsExpired);
  const { pointsToDeduct = 0, pointsClaimable = 0 } = response;
  if (Number.isSafeInteger(pointsFromBalance))
    return 0 - Number(pointsFromBalance) - Number(pointsToDeduct) - Number(pointsClaimable);
  if (Number.isSafeInteger(pointsRedeemed)) return -Number(pointsRedeemed);
  const gained = pointsAwarded ?? points;
  return Number.isSafeInteger(gained) ? Number(gained) : 0;
};

/**
 * The length is in characters of JSON. A response may have a MiB; one that is longer than this is kept
 * without its lists.
 */
const lengthMax = 4_096;

/** Returns the response without its lists if it is too long, and an empty one if Postgres cannot store it. */
export const boundedResponse = (response: PublishedResponse): PublishedResponse => {
  if (fits(response)) return response;
  const short = scalarsOf(response);
  return fits(short) ? short : {};
};

const fits = (response: PublishedResponse): boolean => {
  const text = JSON.stringify(response);
  return text.length <= lengthMax && !text.includes('\\u0000');
};

export const scalarsOf = (response: PublishedResponse): PublishedResponse =>
  Object.fromEntries(Object.entries(response).filter(([, value]) => typeof value !== 'object'));
