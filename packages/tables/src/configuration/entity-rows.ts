/** The row of an entity. Postgres returns its instants as dates. */
export type RowOf<Entity extends { readonly createdAt: string; readonly updatedAt: string }> = Omit<
  Entity,
  'createdAt' | 'updatedAt'
> &
  Readonly<Record<'createdAt' | 'updatedAt', Date>>;

/**
 * Returns SQL for the column `tenantId` of rows with this alias. A tenant never changes, so it may be read
 * without a lock.
 */
export const tenantIdColumn = (alias: string): string =>
  `(SELECT e.tenant_id FROM environments e WHERE e.id = ${alias}.environment_id) AS "tenantId"`;
