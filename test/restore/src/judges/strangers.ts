import type { RestoredStack } from '../servers/restored-stack.ts';
import type { LostWrites } from '../story/lost-writes.ts';
import type { Shop } from '../story/shop.ts';

/** Returns the receipts of a tenant who is gone that were stored for the tenant who was made next. */
export const judgeStrangers = async (
  stack: RestoredStack,
  { tenant, tenantRefs }: LostWrites,
  successor: Shop,
  own: readonly string[],
): Promise<readonly string[]> => {
  if (successor.environmentId === tenant.environmentId)
    return [`both have number ${tenant.environmentId.toString()}`];
  const rows = await stack.postgres.query<{ ref: string }>(
    `SELECT ref FROM transactions WHERE environment_id = $1 AND operation = 'evaluate'`,
    [successor.environmentId],
  );
  const expected = new Set(own);
  const strange = rows.filter(({ ref }) => !expected.has(ref)).map(({ ref }) => `a stranger's ${ref}`);
  if (rows.length !== own.length)
    strange.push(`${rows.length.toString()} receipts for ${own.length.toString()}`);
  return tenantRefs.length === 0 ? ['the lost tenant has no receipts'] : strange;
};
