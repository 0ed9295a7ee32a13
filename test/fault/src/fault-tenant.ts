/** A tenant of the run, with a key to its live environment. */
export interface FaultTenant {
  readonly tenantId: string;
  readonly key: string;
}
