import type { EnvironmentId } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';

/** Which of these names are those of providers or pools; none of them is removed before the transaction ends. */
export const lockProviderNames = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (names.length === 0) return new Set();
  const rows = await tx.query<{ name: string }>(
    `SELECT name FROM reward_providers WHERE environment_id = $1 AND name = ANY ($2::text[])
      ORDER BY name FOR SHARE`,
    [environmentId, names],
  );
  return new Set(rows.map(({ name }) => name));
};
