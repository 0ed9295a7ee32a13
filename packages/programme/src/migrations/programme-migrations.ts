import type { Migration } from '@loyalty/storage';
import { tenantsMigration } from './0100-tenants.ts';
import { campaignsMigration } from './0101-campaigns.ts';
import { tenantStreamsMigration } from './0102-tenant-streams.ts';

/** Every step of the programme's part of the schema, in order. */
export const programmeMigrations: readonly Migration[] = [
  tenantsMigration,
  campaignsMigration,
  tenantStreamsMigration,
];
