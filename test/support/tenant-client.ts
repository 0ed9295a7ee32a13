import { createLoyalty, type Loyalty } from '@loyalty/client';
import { readLocalStack } from '@loyalty/stack';
import type { TestTenant } from './tenant.ts';

type Settings = Parameters<typeof createLoyalty>[0];

/** The client of those who integrate, for a tenant's test environment unless `settings` say otherwise. */
export const clientOf = ({ tenantId, keys }: TestTenant, settings: Partial<Settings> = {}): Loyalty =>
  createLoyalty({ baseUrl: readLocalStack().baseUrl, tenantId, apiKey: keys.test, ...settings });
