import type { EnvironmentId } from '@loyalty/kernel';
import type { CopiedRows } from '@loyalty/storage/copy-rows';
import { tablesOfTenants } from '@loyalty/storage/table-catalogue';
import { dueAgainSql } from '@loyalty/task-queue/parked-tasks';

export interface MovedTenant {
  readonly tenantId: string;
  readonly environmentIds: readonly EnvironmentId[];
}

type Tables = typeof tablesOfTenants;

/** Tables whose rows are not copied as they stand. */
type ChangedTable = {
  [Name in keyof Tables]: Tables[Name] extends { readonly moves: 'changed' } ? Name : never;
}[keyof Tables];

/** The pool's number there, from `moved_pools`. */
const poolThere = { values: { pool_id: '(SELECT target FROM moved_pools WHERE source = (r).pool_id)' } };

const numberedThere = { orderBy: 'id', drawn: ['id'] };

const due = { orderBy: 'number', drawn: ['number'], values: { due_at: dueAgainSql, owner: '0' } };

/** Returns the rows in the order in which they may be written. */
export const movedRowsOf = ({ tenantId, environmentIds }: MovedTenant): readonly CopiedRows[] => {
  const where = `environment_id IN (${environmentIds.join(', ')})`;
  const changed: Readonly<Record<ChangedTable, Partial<CopiedRows>>> = {
    tenants: { where: `id = '${tenantId}'` },
    environments: { where: `tenant_id = '${tenantId}'`, values: { closed: 'NULL' } },
    // Its topic there begins with the move.
    stream_outs: { values: { since: 'now()', updated_at: 'now()' } },
    code_pools: numberedThere,
    pool_codes: poolThere,
    history_skipped_codes: poolThere,
    webhook_catch_ups: numberedThere,
    polled_deliveries: { orderBy: 'added, id', drawn: ['added'] },
    fulfilment_tasks: due,
    delivery_tasks: due,
  };
  const own: Readonly<Record<string, Partial<CopiedRows>>> = changed;
  return Object.entries(tablesOfTenants)
    .filter(([, { moves }]) => typeof moves === 'string')
    .map(([table]) => ({ table, where, ...own[table] }));
};
