import { isDeepStrictEqual } from 'node:util';

/** An answer, or what a fact says of one, as it is told. */
export type PublishedResponse = Readonly<Record<string, unknown>>;

/** How what was told and what is stored differ. */
export interface ResponseDifference {
  readonly published: PublishedResponse;
  readonly stored: PublishedResponse;
  /** As they move the balance. */
  readonly pointsPublished: number;
  readonly pointsStored: number;
  readonly isBalanceOnly: boolean;
}

/** They follow from the order in which the requests of a member were stored, which is not the same again. */
const balances: ReadonlySet<string> = new Set(['pointsBalance', 'balanceBefore', 'balanceAfter']);

/** Null when everything that was told is stored so. What is stored may say more. */
export const compareResponses = (
  told: PublishedResponse,
  stored: PublishedResponse,
): ResponseDifference | null => {
  const differing = Object.keys(told).filter((name) => !isDeepStrictEqual(told[name], stored[name]));
  if (differing.length === 0) return null;
  return {
    published: boundedResponse(told),
    stored: boundedResponse(stored),
    pointsPublished: pointsOf(told),
    pointsStored: pointsOf(stored),
    isBalanceOnly: differing.every((name) => balances.has(name)),
  };
};

/** What an answer says that it does to the balance. */
export const pointsOf = ({ pointsAwarded, pointsRedeemed, points }: PublishedResponse): number => {
  if (Number.isSafeInteger(pointsRedeemed)) return -Number(pointsRedeemed);
  const gained = pointsAwarded ?? points;
  return Number.isSafeInteger(gained) ? Number(gained) : 0;
};

/** Of a request that gives much, what it gave is left out: an answer may have a MiB. */
const lengthMax = 4_096;

/** An answer as it is kept beside others: without its lists where those are long. What Postgres cannot store is left out. */
export const boundedResponse = (response: PublishedResponse): PublishedResponse => {
  if (fits(response)) return response;
  const short = scalarsOf(response);
  return fits(short) ? short : {};
};

const fits = (response: PublishedResponse): boolean => {
  const text = JSON.stringify(response);
  return text.length <= lengthMax && !text.includes('\\u0000');
};

/** An answer without what it lists. */
export const scalarsOf = (response: PublishedResponse): PublishedResponse =>
  Object.fromEntries(Object.entries(response).filter(([, value]) => typeof value !== 'object'));
