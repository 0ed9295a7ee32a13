import { createDatabase, type Database } from '@loyalty/storage';
import { listEventDefinitions, updateEventDefinition } from '@loyalty/tables/events/management';
import { createTenant } from '@loyalty/tables/tenants';
import { silentLogger } from '@loyalty/telemetry/logger';
import { stackVariables } from '../testing/stack-variables.ts';
import { makeLifecycleDefinitions } from './tenants.ts';

let db: Database;
beforeAll(() => {
  const url = stackVariables()['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'cli-test', poolMax: 2, logger: silentLogger });
});
afterAll(() => db.close());

test('lifecycle definitions drive the lifecycle rules, and an archived one stays archived', async () => {
  const { live, test: sandbox } = (await createTenant(db, { name: 'Corner Shop' })).environmentIds;
  await makeLifecycleDefinitions(db, [live]);
  await updateEventDefinition(db, live, { key: 'member.birthday', patch: { state: 'ARCHIVED' } });
  await makeLifecycleDefinitions(db, [live, sandbox]);
  const shown = async (id: typeof live) =>
    (await listEventDefinitions(db, id, { limit: 10 }))
      .map(({ lifecycleType, identityProperty, state }) => [lifecycleType, identityProperty, state].join(' '))
      .toSorted();
  expect(await shown(live)).toEqual([
    'ANNIVERSARY memberRef ACTIVE',
    'BIRTHDAY memberRef ARCHIVED',
    'REFERRAL memberRef ACTIVE',
    'SIGNUP memberRef ACTIVE',
  ]);
  expect(await shown(sandbox)).toContain('BIRTHDAY memberRef ACTIVE');
});
