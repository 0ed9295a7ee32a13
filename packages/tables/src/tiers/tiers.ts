import type { EnvironmentId } from '@loyalty/kernel';
import { runBuilt, sql, type Queryable, type Transaction } from '@loyalty/storage';
import { tierColumns, tierRecordOf, type TierRecord, type TierRow } from './tier-record.ts';

export interface TierPage {
  /** The last tier of the page before; the page starts after it. */
  readonly after?: { readonly sortOrder: number; readonly id: string };
  /** At least 1; all of them when absent. */
  readonly limit?: number;
}

/** Lists the tiers of an environment by (sortOrder, id) (D11). */
export const listTiers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { after, limit }: TierPage = {},
): Promise<TierRecord[]> => {
  const query = sql('tiers as t')
    .select(sql.raw(tierColumns))
    .where('t.environment_id', environmentId)
    .orderBy(['t.sort_order', 't.id']);
  if (limit !== undefined) void query.limit(limit);
  if (after !== undefined) {
    void query.whereRaw('(t.sort_order, t.id) > (?::int, ?::uuid)', [after.sortOrder, after.id]);
  }
  return (await runBuilt<TierRow>(db, query)).map(tierRecordOf);
};

/**
 * Returns the tiers of an environment, all locked until the transaction ends: a change of one is checked against the others (D54).
 * If there are none yet, creations wait for each other (`growingWrite`).
 */
export const lockTiers = async (tx: Transaction, environmentId: EnvironmentId): Promise<TierRecord[]> => {
  // A statement of its own: one that also reads would miss tiers that were added while it waited.
  await tx.query('SELECT id FROM tiers WHERE environment_id = $1 ORDER BY id FOR UPDATE', [environmentId]);
  return listTiers(tx, environmentId);
};

/** Two tiers cannot have the same threshold: respond with 409 DUPLICATE_KEY (D54). */
export interface DuplicateThreshold {
  readonly outcome: 'duplicate';
  readonly field: 'minLifetimePoints';
}

/** The refusal of a threshold that another tier has. */
export const duplicateThreshold: DuplicateThreshold = { outcome: 'duplicate', field: 'minLifetimePoints' };
