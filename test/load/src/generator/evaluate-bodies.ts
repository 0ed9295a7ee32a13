import { randomUUID } from 'node:crypto';

/** Gives the body of a new evaluate at each call: a new reference, a random member, a receipt of two lines. */
export const createEvaluateBodies = (members: number, memberPrefix: string): (() => string) => {
  const run = randomUUID();
  let count = 0;
  return () => {
    count += 1;
    const member = Math.floor(Math.random() * members).toString();
    const amount = 1_000 + (count % 9_000);
    return (
      `{"transactionRef":"${run}-${count.toString()}","memberRef":"${memberPrefix}${member}",` +
      `"amount":${amount.toString()},"storeRef":"367","products":[` +
      '{"sku":"1095275","quantity":1,"unitPrice":500,"categories":["PASTRY","ROLLS"]},' +
      '{"sku":"9878513","quantity":2,"unitPrice":250,"categories":["GROCERY"]}]}'
    );
  };
};
