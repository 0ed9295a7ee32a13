import { type Clock, type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { revokeApiKeys } from './change-api-keys.ts';
import { createApiKey } from './make-api-key.ts';
import { createEnvironmentDirectory } from './directories.ts';
import { getSettings } from './settings.ts';
import { settingsOfNewEnvironments } from './settings-catalogue.ts';
import { createTenant, findEnvironment, listTenants, tenantExists } from './tenants.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const secretsOf = async (ids: readonly EnvironmentId[]): Promise<string[]> => {
  const rows = await db.query<{ secret: Buffer }>(
    'SELECT secret FROM environments WHERE id = ANY ($1::int[])',
    [ids],
  );
  return rows.map(({ secret }) => secret.toString('hex'));
};

describe('a tenant', () => {
  it('is created with a test and a live environment, each with its own secret (D1)', async () => {
    const { environmentIds } = await createOwnTenant(db);
    expect(environmentIds.test).not.toBe(environmentIds.live);
    const secrets = await secretsOf([environmentIds.test, environmentIds.live]);
    expect(new Set(secrets).size).toBe(2);
    expect(secrets.every((secret) => secret.length === 64)).toBe(true);
    expect(await readConfigVersion(db, environmentIds.live)).toBe(1);
  });

  it('begins with the explicit settings of new environments (D303)', async () => {
    const { environmentIds } = await createOwnTenant(db);
    for (const environmentId of [environmentIds.test, environmentIds.live])
      expect(await getSettings(db, environmentId)).toMatchObject(settingsOfNewEnvironments);
    // D302, D303.
    expect(settingsOfNewEnvironments).toEqual({
      refundGraceDays: 7,
      unrecoveredPoints: 'DEDUCT_LATER',
      voidWithinMinutes: 1_440,
    });
  });

  it('created again with its id stays unchanged', async () => {
    const first = await createOwnTenant(db);
    expect(await createTenant(db, { id: first.id, name: 'Another name' })).toEqual(first);
  });

  it('created by many calls at once with one id is created once', async () => {
    const id = randomId();
    const made = await Promise.all(Array.from({ length: 8 }, () => createTenant(db, { id, name: 'Rush' })));
    expect(new Set(made.map((tenant) => JSON.stringify(tenant))).size).toBe(1);
  });

  it('is listed and exists; an unknown id does not', async () => {
    const tenant = await createOwnTenant(db);
    expect(await listTenants(db)).toContainEqual(tenant);
    expect(await tenantExists(db, tenant.id.toUpperCase())).toBe(true);
    expect(await tenantExists(db, randomId())).toBe(false);
    expect(await tenantExists(db, 'no-uuid')).toBe(false);
  });
});

describe('the directory of environments', () => {
  it('finds the environment of a tenant and a mode, in upper and lower case', async () => {
    const clock: Clock = { now: () => 0, sleep: () => Promise.resolve() };
    const directory = createEnvironmentDirectory({ db, clock });
    const { id, environmentIds } = await createOwnTenant(db);
    expect((await directory.find(id.toUpperCase(), 'test'))?.environmentId).toBe(environmentIds.test);
    expect(await directory.find(id, 'live')).toEqual(await findEnvironment(db, id, 'live'));
    expect(await directory.find(randomId(), 'live')).toBeNull();
    expect(await directory.find('no-uuid', 'live')).toBeNull();
    expect(await directory.tenantExists(id)).toBe(true);
  });

  it('▲ has the largest limit of a key that is not revoked, by which the environment’s follows (D5)', async () => {
    const { id, environmentIds } = await createOwnTenant(db);
    const largest = async () => (await findEnvironment(db, id, 'live'))?.keyRequestsPerMinuteMax;
    const keyOf = async (rateLimitPerMinute: number | null) => {
      const made = await createApiKey(db, environmentIds.live, { name: 'Till', rateLimitPerMinute });
      if (made.outcome === 'refused') throw new Error(made.reason);
      return made.apiKey.id;
    };
    expect(await largest()).toBeNull();
    await keyOf(null);
    expect(await largest()).toBeNull();
    await keyOf(600);
    const streaming = await keyOf(100_000);
    expect(await largest()).toBe(100_000);
    const call = { environmentId: environmentIds.live, caller: null, defaultLimit: 600 };
    await revokeApiKeys(db, call, { keyId: streaming, alsoMade: false });
    expect(await largest()).toBe(600);
  });

  it('sees a new tenant within 10 s, also when it was looked up before', async () => {
    let nowMs = 0;
    const directory = createEnvironmentDirectory({
      db,
      clock: { now: () => nowMs, sleep: () => Promise.resolve() },
    });
    const id = randomId();
    expect(await directory.tenantExists(id)).toBe(false);
    await createTenant(db, { id, name: 'Late' });
    nowMs += 10_000;
    expect(await directory.tenantExists(id)).toBe(true);
  });
});
