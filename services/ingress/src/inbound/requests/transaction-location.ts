import type { RequestOperation } from '@loyalty/accounts';
/** Where the result of an accepted request will be. */
export interface TransactionPlace {
  /** In front of the path, as in `/v1`. */
  readonly basePath: string;
  readonly tenantId: string;
  /** Whose reference it is; each operation has references of its own (D15). */
  readonly operation: RequestOperation;
  readonly ref: string;
}

/** References that are routes of their own where a path ends in them, or that clients take out of a path (D83). */
const takenInPaths: ReadonlySet<string> = new Set([
  'evaluate',
  'simulate',
  'redeem',
  'redeem-quote',
  'burn-rate',
  '.',
  '..',
]);

/** Where to ask for the result of a request (D36): a path that ends in its reference, where it can (D83). */
export const transactionLocation = ({ basePath, tenantId, operation, ref }: TransactionPlace): string => {
  const transactions = `${basePath}/tenants/${tenantId}/transactions`;
  const name = encodeURIComponent(ref);
  return takenInPaths.has(ref)
    ? `${transactions}?transactionRef=${name}&operation=${operation}`
    : `${transactions}/${name}?operation=${operation}`;
};
