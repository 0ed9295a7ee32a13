import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** A receipt as a purchase. Time and amount are null of receipts from before they were stored (D97). */
export interface PurchaseRecord {
  readonly occurredAt: Date | null;
  /** In cents. */
  readonly amount: number | null;
  readonly storeRef: string | null;
  /** True if nothing of it is left to return. */
  readonly isReturned: boolean;
}

/** SQL for the columns of a purchase from `transactions`. They say something about receipts only. */
export const purchaseColumns = (alias: string): string => `
  ${alias}.occurred_at AS "occurredAt", ${alias}.amount_cents AS amount, ${alias}.store_ref AS "storeRef",
  coalesce((SELECT ${alias}.amount_cents IS NULL OR b.amount_returned >= ${alias}.amount_cents
              FROM returned_transactions b
             WHERE b.environment_id = ${alias}.environment_id AND b.transaction_id = ${alias}.id LIMIT 1), false) AS "isReturned"`;

const findStatement: Statement = {
  name: 'purchase-find',
  text: `SELECT t.created_at AS "createdAt", ${purchaseColumns('t')}
           FROM transactions t WHERE t.environment_id = $1 AND t.operation = 'evaluate' AND t.ref = $2`,
};

/** A purchase with the time at which its receipt was decided. */
export interface FoundPurchase extends PurchaseRecord {
  readonly createdAt: Date;
}

/** Finds the purchase of a receipt; null for an unknown receipt. */
export const findPurchase = async (
  db: Queryable,
  environmentId: EnvironmentId,
  ref: string,
): Promise<FoundPurchase | null> => {
  const [row] = await db.query<FoundPurchase>(findStatement, [environmentId, ref]);
  return row ?? null;
};
