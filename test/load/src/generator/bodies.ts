import { randomUUID } from 'node:crypto';
import type { BodyKind, LoadJob } from './job.ts';

/** The part of a body after its reference and member. */
const rests: Readonly<Record<BodyKind, (count: number) => string>> = {
  evaluate: (count) =>
    `"amount":${(1_000 + (count % 9_000)).toString()},"storeRef":"367","products":[` +
    '{"sku":"1095275","quantity":1,"unitPrice":500,"categories":["PASTRY","ROLLS"]},' +
    '{"sku":"9878513","quantity":2,"unitPrice":250,"categories":["GROCERY"]}]}',
  redeem: (count) =>
    `"amount":${(10_000 + (count % 9_000)).toString()},"pointsRequested":10,"storeRef":"367"}`,
};

/**
 * Returns a function that builds a new body at each call, with a new reference: a receipt of two lines, or a redeem of R1, of a
 * random member.
 */
export const createBodies = ({
  bodies,
  members,
  memberPrefix,
}: Pick<LoadJob, 'bodies' | 'members' | 'memberPrefix'>): (() => string) => {
  const run = randomUUID();
  const restOf = rests[bodies];
  let count = 0;
  return () => {
    count += 1;
    const member = Math.floor(Math.random() * members).toString();
    return `{"transactionRef":"${run}-${count.toString()}","memberRef":"${memberPrefix}${member}",${restOf(count)}`;
  };
};
