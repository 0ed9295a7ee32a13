import { memberTables } from './catalogue/member-tables.ts';
import { processTables } from './catalogue/process-tables.ts';
import type { TableEntry, TenantTable } from './catalogue/table-entry.ts';
import { tenantTables } from './catalogue/tenant-tables.ts';

/** The tables with rows of tenants, in an order in which they may be written. */
export const tablesOfTenants = { ...tenantTables, ...memberTables };

/** All facts about each table of the schema; every list of tables is read from it. */
export const tableCatalogue: Readonly<Record<string, TableEntry & Partial<TenantTable>>> = {
  ...tablesOfTenants,
  ...processTables,
};
