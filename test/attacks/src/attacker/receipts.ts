import { randomUUID } from 'node:crypto';

/** A receipt as a caller sends it. */
export interface Receipt {
  readonly transactionRef: string;
  readonly memberRef: string;
  readonly amount: number;
  readonly storeRef?: string;
  readonly occurredAt?: string;
  readonly products?: readonly object[];
}

/** Returns a new receipt of this member; default: of a new one. */
export const receiptOf = (memberRef: string = randomUUID(), more: Partial<Receipt> = {}): Receipt =>
  Object.assign({ transactionRef: randomUUID(), memberRef, amount: 100 }, more);

/** Returns so many results of `make`. */
export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
