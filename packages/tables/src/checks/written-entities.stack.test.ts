import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createEventDefinition } from '../events/write-event-definitions.ts';
import { openPool } from '../rewards/import-codes.ts';
import { narrowApiKey, revokeApiKeys } from '../tenants/change-api-keys.ts';
import { createApiKey, makeApiKey } from '../tenants/make-api-key.ts';
import { setSettings } from '../tenants/settings.ts';
import { enableStream, streamTopicOf } from '../tenants/tenant-streams.ts';
import { createTenant, type TenantRecord } from '../tenants/tenants.ts';
import { createTier } from '../tiers/change-tier.ts';
import { readWrittenEntities } from '../effects.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let own: TenantRecord;
let environmentId: EnvironmentId;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'programme-test', poolMax: 2, logger: silentLogger });
  own = await createTenant(db, { name: `Test ${randomId()}` });
  environmentId = own.environmentIds.test;
});
afterAll(() => db.close());

const operatorCall = () => ({ environmentId, caller: null, defaultLimit: 60 });

test('entities of all kinds are found by kind and id, with the time of their last change; deleted and revoked ones are not', async () => {
  const tier = await createTier(db, environmentId, { name: 'Gold', minLifetimePoints: 0, sortOrder: 1 });
  const definition = { key: 'test.event', name: 'Event', properties: {} };
  await createEventDefinition(db, environmentId, definition);
  const [open, shut] = [
    await createApiKey(db, environmentId, { name: 'open' }),
    await createApiKey(db, environmentId, { name: 'shut' }),
  ];
  const idOf = (made: typeof open): string => (made.outcome === 'created' ? made.apiKey.id : '');
  await revokeApiKeys(db, operatorCall(), { keyId: idOf(shut), alsoMade: false });
  const { id: tenantId } = await createTenant(db, { name: 'Found' });
  await setSettings(db, environmentId, { pointValueCents: 2 });
  await enableStream(db, { tenantId: own.id, mode: 'test' });
  const topic = streamTopicOf({ tenantId: own.id, mode: 'test' });
  await openPool(db, environmentId, { name: 'films' });
  const tierId = tier.outcome === 'created' ? tier.record.id : '';
  const updatedAtMs = tier.outcome === 'created' ? Date.parse(tier.record.updatedAt) : 0;
  const named = (kind: string, entityId: string) => ({ environmentId, kind, entityId });
  const found = await readWrittenEntities(db, [
    named('tier', tierId),
    named('event-definition', 'test.event'),
    named('api-key', idOf(open)),
    named('api-key', idOf(shut)),
    named('campaign', tierId),
    named('event-definition', 'no.uuid'),
    named('setting', 'pointValueCents'),
    named('setting', 'currency'),
    named('tenant', tenantId),
    named('stream', topic),
    named('provider', 'films'),
    named('provider', 'none'),
    named('webhook', randomId()),
    named('segment', randomId()),
    named('of a later build', 'x'),
  ]);
  expect(found.map(({ kind, entityId }) => `${kind} ${entityId}`).toSorted()).toEqual(
    [
      `tier ${tierId}`,
      'event-definition test.event',
      `api-key ${idOf(open)}`,
      'setting pointValueCents',
      `tenant ${tenantId}`,
      `stream ${topic}`,
      'provider films',
    ].toSorted(),
  );
  expect(found.find(({ kind }) => kind === 'tier')).toMatchObject({ updatedAtMs });
});

test('▲ a key has the time of its last change, so a change that is stored does not count as lost', async () => {
  const call = operatorCall();
  const made = await makeApiKey(db, call, { name: 'till', role: 'till' });
  const keyId = made.outcome === 'created' ? made.record.id : '';
  const changed = await narrowApiKey(db, call, { keyId, patch: { permissions: ['members:find'] } });
  const updatedAt = changed.outcome === 'changed' ? changed.after.updatedAt : '';
  const found = await readWrittenEntities(db, [{ environmentId, kind: 'api-key', entityId: keyId }]);
  expect(found).toMatchObject([{ updatedAtMs: Date.parse(updatedAt) }]);
  expect(updatedAt > (changed.outcome === 'changed' ? changed.after.record.createdAt : '')).toBe(true);
});
