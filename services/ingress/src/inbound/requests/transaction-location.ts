import type { Operation } from '@loyalty/accounts';
/** Where the result of an accepted request will be. */
export interface TransactionPlace {
  /** In front of the path, as in `/v1`. */
  readonly basePath: string;
  readonly tenantId: string;
  /** Whose reference it is; each operation has references of its own (D15). */
  readonly operation: Operation;
  readonly ref: string;
}

/** The path at which to ask for the result of a request (D36). */
export const transactionLocation = ({ basePath, tenantId, operation, ref }: TransactionPlace): string =>
  `${basePath}/tenants/${tenantId}/transactions/${encodeURIComponent(ref)}?operation=${operation}`;
