import type { EnvironmentId } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';

/** Returns the names that belong to providers or pools, and locks these against removal until the transaction ends. */
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
