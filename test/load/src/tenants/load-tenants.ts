import type { EnvironmentId } from '@loyalty/kernel';
import { printLine } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import { createApiKey } from '@loyalty/tables/keys';
import { copyJobs, copyStatements, insertTenants, selectCopies } from './copy-statements.ts';

/** A loaded tenant: its live environment, and a key of it without an effective rate limit. */
export interface LoadedTenant {
  readonly tenantId: string;
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly key: string;
}

/** One transaction creates this many tenants. */
const chunk = 500;
const rateLimitPerMinute = 100_000_000;

/** Loads copies of the model's configuration by SQL, one tenant each, then vacuums and analyses. */
export const loadTenants = async (
  db: Database,
  { model, tenants }: { readonly model: number; readonly tenants: number },
): Promise<LoadedTenant[]> => {
  const loaded: LoadedTenant[] = [];
  for (let from = 0; from < tenants; from += chunk) {
    const range = [from, Math.min(from + chunk, tenants) - 1];
    const made = await db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number; mode: string }>(insertTenants, range);
      const live = rows.filter(({ mode }) => mode === 'live').map(({ id }) => id);
      for (const statement of copyStatements) await tx.query(statement, [model, live]);
      await tx.query(copyJobs, [model, rows.map(({ id }) => id)]);
      return tx.query<Omit<LoadedTenant, 'key'>>(selectCopies, [live]);
    });
    for (const tenant of made) loaded.push(await withKey(db, tenant));
    if ((loaded.length / chunk) % 4 === 0 || loaded.length === tenants)
      printLine(`  ${loaded.length.toLocaleString('en-US')} tenants loaded`);
  }
  await db.query('VACUUM ANALYZE');
  return loaded;
};

const withKey = async (db: Database, tenant: Omit<LoadedTenant, 'key'>): Promise<LoadedTenant> => {
  const made = await createApiKey(db, tenant.environmentId, { name: 'Bench', rateLimitPerMinute });
  if (made.outcome === 'refused') throw new Error(`no key was made: ${made.reason}`);
  return { ...tenant, key: made.keyText };
};
