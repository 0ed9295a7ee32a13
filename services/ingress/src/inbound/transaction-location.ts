/** Where the result of an accepted transaction will be. */
export interface TransactionPlace {
  /** In front of the path, as in `/v1`. */
  readonly basePath: string;
  readonly tenantId: string;
  readonly ref: string;
}

/** The path at which to ask for the result of an evaluate (D36). */
export const transactionLocation = ({ basePath, tenantId, ref }: TransactionPlace): string =>
  `${basePath}/tenants/${tenantId}/transactions/${encodeURIComponent(ref)}?operation=evaluate`;
