import type { RequestOperation } from '@loyalty/accounts';
/** The place of an accepted request's result. */
export interface TransactionPlace {
  /** Precedes the path, as in `/v1`. */
  readonly basePath: string;
  readonly tenantId: string;
  /** The operation of the reference; each operation has references of its own (D15). */
  readonly operation: RequestOperation;
  readonly ref: string;
}

/** References that are routes of their own at the end of a path, or that clients remove from a path (D83). */
const takenInPaths: ReadonlySet<string> = new Set([
  'evaluate',
  'simulate',
  'redeem',
  'redeem-quote',
  'burn-rate',
  '.',
  '..',
]);

/** Returns where to read the result of a request (D36): a path that ends in its reference, if possible (D83). */
export const transactionLocation = ({ basePath, tenantId, operation, ref }: TransactionPlace): string => {
  const transactions = `${basePath}/tenants/${tenantId}/transactions`;
  const name = encodeURIComponent(ref);
  return takenInPaths.has(ref)
    ? `${transactions}?transactionRef=${name}&operation=${operation}`
    : `${transactions}/${name}?operation=${operation}`;
};
