import { randomUUID } from 'node:crypto';
import type { BodyKind, LoadJob } from './job.ts';

/** One body: its reference as JSON, the number of the body, and a function that draws a member, as JSON. */
interface Drawn {
  readonly ref: string;
  readonly count: number;
  readonly member: () => string;
}

const redeemOf = ({ ref, count, member }: Drawn, more = ''): string =>
  `{"transactionRef":${ref},"memberRef":${member()},"amount":${(10_000 + (count % 9_000)).toString()},` +
  `"pointsRequested":10,"storeRef":"367"${more}}`;

/** Ten, each of a category of its own. */
const explainedLines = JSON.stringify(
  Array.from({ length: 10 }, (_, n) => ({
    sku: `explained-${n.toString()}`,
    quantity: 1,
    unitPrice: 500,
    categories: [`GROUP ${n.toString()}`],
  })),
);

/** A receipt of two lines, one of ten that is not sold; a redeem of R1, or one that may lapse in an hour; the second line of a receipt that comes back. */
const bodiesOf: Readonly<Record<BodyKind, (drawn: Drawn) => string>> = {
  evaluate: ({ ref, count, member }) =>
    `{"transactionRef":${ref},"memberRef":${member()},` +
    `"amount":${(1_000 + (count % 9_000)).toString()},"storeRef":"367","products":[` +
    '{"sku":"1095275","quantity":1,"unitPrice":500,"categories":["PASTRY","ROLLS"]},' +
    '{"sku":"9878513","quantity":2,"unitPrice":250,"categories":["GROCERY"]}]}',
  explain: ({ member }) =>
    `{"memberRef":${member()},"amount":5000,"storeRef":"367","products":${explainedLines}}`,
  redeem: (drawn) => redeemOf(drawn),
  authorize: (drawn) => redeemOf(drawn, ',"ttlSeconds":3600'),
  capture: ({ ref }) => `{"transactionRef":${ref}}`,
  return: ({ ref }) =>
    `{"transactionRef":${ref},"returnRef":${ref},"amount":500,"products":[{"sku":"9878513","quantity":2}]}`,
};

/**
 * Returns a function that builds a new body at each call: of a random member with a new reference, or, for captures and returns, of
 * the receipt or authorization with the next reference.
 */
export const createBodies = ({
  bodies,
  members,
  memberPrefix,
  refPrefix = randomUUID(),
}: Pick<LoadJob, 'bodies' | 'members' | 'memberPrefix' | 'refPrefix'>): (() => string) => {
  const bodyOf = bodiesOf[bodies];
  const member = () => `"${memberPrefix}${Math.floor(Math.random() * members).toString()}"`;
  let count = 0;
  return () => {
    count += 1;
    return bodyOf({ ref: `"${refPrefix}-${count.toString()}"`, count, member });
  };
};
