import { randomBytes } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { configurationLimits } from '../configuration/write-configuration.ts';
import { getSettings, setSettings } from '../tenants/settings.ts';
import { heldBack } from '../testing/held-back.ts';
import { listProviders, type ProviderInput, removeProvider, setProvider } from './change-provider.ts';
import { readPools } from './code-pools.ts';
import { openPool } from './import-codes.ts';
import { createRewardProviders } from './reward-providers.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const newBox = () => createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));
const box = newBox();
const newEnvironment = async (): Promise<EnvironmentId> => (await createOwnTenant(db)).environmentIds.live;
const inputOf = (given: Partial<ProviderInput> = {}): ProviderInput => ({
  name: 'acme',
  url: 'https://acme.example/codes',
  secret: 'whsec_first',
  isIdempotent: true,
  callsMax: 8,
  ...given,
});
const set = (environmentId: EnvironmentId, given: Partial<ProviderInput> = {}) =>
  setProvider({ db, box }, environmentId, inputOf(given));
const load = async (environmentId: EnvironmentId, withBox = box) =>
  createRewardProviders({ db, box: withBox }).get(
    environmentId,
    await readConfigVersion(db, environmentId, 'providers'),
  );
const secretIn = async (environmentId: EnvironmentId, withBox = box): Promise<string | null | undefined> => {
  const found = (await load(environmentId, withBox))?.providers.get('acme');
  return found?.kind === 'HTTP' ? (found.secret?.export().toString() ?? null) : undefined;
};

describe('an HTTP provider', () => {
  it('is created, and is loaded with the version that it raised', async () => {
    const tenant = await createOwnTenant(db);
    const environmentId = tenant.environmentIds.test;
    const made = await set(environmentId, { isIdempotent: false, callsMax: 3 });
    if (made.outcome !== 'created') throw new Error(made.outcome);
    const shown = {
      name: 'acme',
      id: made.record.id,
      url: 'https://acme.example/codes',
      isIdempotent: false,
      callsMax: 3,
    };
    expect(await listProviders(db, environmentId)).toEqual([expect.objectContaining(shown)]);
    const found = await load(environmentId);
    expect(found).toMatchObject({
      version: 2,
      tenantId: tenant.id,
      mode: 'test',
      default: 'generator',
      byType: {},
    });
    expect(found?.secret).toHaveLength(32);
    expect(found?.providers.get('acme')).toMatchObject({ kind: 'HTTP', ...shown });
    expect(await secretIn(environmentId)).toBe('whsec_first');
  });

  it('is replaced under its id, and keeps its secret if none is given', async () => {
    const environmentId = await newEnvironment();
    const made = await set(environmentId);
    const replaced = await set(environmentId, { url: 'http://acme.example/', secret: null, callsMax: 1 });
    expect(replaced).toMatchObject({
      outcome: 'replaced',
      before: 'record' in made && made.record,
      record: { url: 'http://acme.example/', callsMax: 1 },
      unshown: [],
    });
    expect('record' in replaced && 'record' in made && replaced.record.id === made.record.id).toBe(true);
    expect([await secretIn(environmentId), await readConfigVersion(db, environmentId, 'providers')]).toEqual([
      'whsec_first',
      3,
    ]);
    expect(await set(environmentId, { secret: 'whsec_first' })).toMatchObject({ unshown: [] });
    expect(await set(environmentId, { secret: 'second' })).toMatchObject({ unshown: ['/secret'] });
    expect(await secretIn(environmentId)).toBe('second');
  });

  it('has a secret that cannot be read from the database, nor opened in another row', async () => {
    const environmentId = await newEnvironment();
    await set(environmentId);
    await set(environmentId, { name: 'other', secret: 'theirs' });
    const rows = await db.query<{ secret: Buffer }>(
      'SELECT secret FROM reward_providers WHERE environment_id = $1',
      [environmentId],
    );
    expect(rows.some(({ secret }) => secret.includes('whsec_first') || secret.includes('theirs'))).toBe(
      false,
    );
    await db.query(
      `UPDATE reward_providers r SET secret = o.secret FROM reward_providers o
        WHERE r.environment_id = $1 AND r.name = 'acme' AND o.environment_id = $1 AND o.name = 'other'`,
      [environmentId],
    );
    expect(await secretIn(environmentId)).toBeNull();
    expect(JSON.stringify(await listProviders(db, environmentId))).not.toContain('secret');
  });

  it('with a secret that no key opens waits, and the others do not', async () => {
    const environmentId = await newEnvironment();
    await set(environmentId);
    await openPool(db, environmentId, { name: 'films' });
    expect(await secretIn(environmentId, newBox())).toBeNull();
    expect((await load(environmentId, newBox()))?.providers.get('films')).toMatchObject({ kind: 'POOL' });
  });

  it('is refused without a secret, under a taken or invalid name, and beyond the limit', async () => {
    const environmentId = await newEnvironment();
    await openPool(db, environmentId, { name: 'films' });
    const refused = (reason: string) => ({ outcome: 'refused', reason });
    expect(await set(environmentId, { secret: null })).toEqual(refused('SECRET_MISSING'));
    expect(await set(environmentId, { name: 'films' })).toEqual(refused('NAME_TAKEN'));
    expect(await set(environmentId, { name: 'generator' })).toEqual(refused('NAME_TAKEN'));
    expect(await set(environmentId, { name: 'a\nb' })).toEqual(refused('NAME_UNFIT'));
    await db.query(
      `INSERT INTO reward_providers (environment_id, name, id, kind, url, secret)
       SELECT $1, 'filler ' || n, gen_random_uuid(), 'HTTP', 'https://filler.example', '\\x00' FROM generate_series(1, $2::int) n`,
      [environmentId, configurationLimits.rewardProviders - 1],
    );
    expect(await set(environmentId)).toEqual(refused('TOO_MANY_PROVIDERS'));
    expect(await openPool(db, environmentId, { name: 'books' })).toEqual(refused('TOO_MANY_PROVIDERS'));
    expect(await set(environmentId, { name: 'filler 1' })).toMatchObject({ outcome: 'replaced' });
    expect(await readConfigVersion(db, environmentId, 'providers')).toBe(3);
  });

  it('is removed unless the setting names it; a pool is not', async () => {
    const environmentId = await newEnvironment();
    await set(environmentId);
    await openPool(db, environmentId, { name: 'films' });
    await setSettings(db, environmentId, { rewardProviders: { byType: { GIFT_CARD: 'acme' } } });
    expect(await removeProvider(db, environmentId, 'acme')).toEqual({ outcome: 'refused', reason: 'IN_USE' });
    expect(await removeProvider(db, environmentId, 'films')).toEqual({
      outcome: 'refused',
      reason: 'IS_A_POOL',
    });
    await setSettings(db, environmentId, { rewardProviders: null });
    expect(await removeProvider(db, environmentId, 'acme')).toMatchObject({
      outcome: 'removed',
      before: { name: 'acme' },
    });
    expect(await removeProvider(db, environmentId, 'acme')).toEqual({ outcome: 'not-found' });
    expect([...((await load(environmentId))?.providers.keys() ?? [])]).toEqual(['films']);
  });
});

describe('the setting rewardProviders', () => {
  it('can name only providers and pools of the environment', async () => {
    const [environmentId, elsewhere] = [await newEnvironment(), await newEnvironment()];
    await set(environmentId);
    await openPool(db, environmentId, { name: 'films' });
    const setting = { default: 'films', byType: { GIFT_CARD: 'acme', FREE_ITEM: 'generator' } };
    expect(await setSettings(db, environmentId, { rewardProviders: setting })).toMatchObject({
      outcome: 'changed',
    });
    expect(await load(environmentId)).toMatchObject({ version: 4, ...setting });
    const refused = await setSettings(db, elsewhere, { pointValueCents: 2, rewardProviders: setting });
    expect(refused).toMatchObject({ outcome: 'invalid', faults: [{ pointer: '/rewardProviders' }] });
    expect(JSON.stringify(refused)).toMatch(/films.*acme/);
    expect(await getSettings(db, elsewhere)).toMatchObject({ pointValueCents: 1 });
  });

  it('and a concurrent removal never leave the name of a missing provider', async () => {
    const environmentId = await newEnvironment();
    await set(environmentId);
    const lock = {
      lockText: `SELECT name FROM reward_providers WHERE environment_id = $1 FOR UPDATE`,
      values: [environmentId],
    };
    const [written, removed] = await heldBack<{ readonly outcome: string }>(db, lock, [
      () => setSettings(db, environmentId, { rewardProviders: { default: 'acme' } }),
      () => removeProvider(db, environmentId, 'acme'),
    ]);
    const named = (await getSettings(db, environmentId))?.rewardProviders.default;
    const isThere = (await listProviders(db, environmentId)).length === 1;
    expect([written?.outcome, removed?.outcome, named, isThere]).toEqual(
      isThere ? ['changed', 'refused', 'acme', true] : ['invalid', 'removed', 'generator', false],
    );
  });
});

it('I9 providers and pools of another environment are neither seen nor changed', async () => {
  const [mine, other] = [await newEnvironment(), await newEnvironment()];
  await set(mine);
  await openPool(db, mine, { name: 'films' });
  expect([await listProviders(db, other), await readPools(db, other)]).toEqual([[], []]);
  expect((await load(other))?.providers.size).toBe(0);
  expect(await removeProvider(db, other, 'acme')).toEqual({ outcome: 'not-found' });
  await set(other, { url: 'https://theirs.example/' });
  expect(await listProviders(db, mine)).toMatchObject([{ url: 'https://acme.example/codes' }]);
});
