import { memberKeyOf } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { jobAuthor } from '@loyalty/tables/authors';
import { putReference, type ReferenceOrder } from '@loyalty/tables/members/management';
import { findEnvironment } from '@loyalty/tables/tenants';
import { withDatabase } from '@loyalty/testkit/database';
import type { TestTenant } from './tenant.ts';

/** Gives a member of the test environment a further reference, or changes one. Returns the outcome. */
export const giveReference = (
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  order: Pick<ReferenceOrder, 'memberId' | 'reference' | 'kind' | 'state'>,
): Promise<string> =>
  withDatabase(readLocalStack().databaseUrl, async (db) => {
    const environment = await findEnvironment(db, tenantId, 'test');
    if (environment === null) throw new Error('the tenant has no test environment');
    const { environmentId, secret } = environment;
    const memberKey = memberKeyOf(secret, order.reference);
    const given = { ...order, environmentId, memberKey, atMs: Date.now(), author: jobAuthor('a test') };
    return (await db.transaction((tx) => putReference(tx, given))).outcome;
  });
