import { type Clock, type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import { type ApiKeyRecord, listApiKeys } from './api-keys.ts';
import { revokeApiKeys } from './change-api-keys.ts';
import { createKeyDirectory } from './directories.ts';
import { generateKey } from './key-text.ts';
import { createApiKey, type NewApiKey } from './make-api-key.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const makeKey = async (
  environmentId: EnvironmentId,
  wanted: NewApiKey = { name: 'Till' },
): Promise<{ apiKey: ApiKeyRecord; keyText: string }> => {
  const made = await createApiKey(db, environmentId, wanted);
  if (made.outcome !== 'created') throw new Error(made.reason);
  return made;
};

const revokeKey = async (environmentId: EnvironmentId, keyId: string): Promise<ApiKeyRecord> => {
  const call = { environmentId, caller: null, defaultLimit: 600 };
  const result = await revokeApiKeys(db, call, { keyId, alsoMade: false });
  if (result.outcome !== 'revoked') throw new Error(result.outcome);
  return result.key.record;
};

const handClock = () => {
  const hand = { nowMs: 0 };
  const clock: Clock = { now: () => hand.nowMs, sleep: () => Promise.resolve() };
  return { hand, clock };
};

describe('a key', () => {
  it('opens its environment with its limit (D3, D5)', async () => {
    const { id, environmentIds } = await createOwnTenant(db);
    const { apiKey, keyText } = await makeKey(environmentIds.test, { name: 'Till', rateLimitPerMinute: 7 });
    const found = await createKeyDirectory({ db, ...handClock() }).find(keyText);
    expect(found).toMatchObject({
      state: 'valid',
      key: {
        id: apiKey.id,
        tenantId: id,
        environmentId: environmentIds.test,
        mode: 'test',
        rateLimitPerMinute: 7,
      },
    });
    expect('key' in found && found.key.secret).toHaveLength(32);
  });

  it('is stored only as its hash (D3)', async () => {
    const { environmentIds } = await createOwnTenant(db);
    const { apiKey, keyText } = await makeKey(environmentIds.live);
    const [row] = await db.query<{ text: string }>('SELECT k::text AS text FROM api_keys k WHERE id = $1', [
      apiKey.id,
    ]);
    expect(row?.text).toContain(`sk_live_…${keyText.slice(-4)}`);
    expect(row?.text).not.toContain(keyText.slice(8, 20));
    expect(JSON.stringify(await listApiKeys(db, environmentIds.live))).not.toContain(keyText);
  });

  it('▲ that was revoked is known as such within 10 s (D139), and stays listed with the time of the first revocation', async () => {
    const { environmentIds } = await createOwnTenant(db);
    const { apiKey, keyText } = await makeKey(environmentIds.live);
    const { hand, clock } = handClock();
    const directory = createKeyDirectory({ db, clock });
    expect(await directory.find(keyText)).toMatchObject({ state: 'valid' });
    const revoked = await revokeKey(environmentIds.live, apiKey.id);
    expect(revoked.revokedAt).not.toBeNull();
    expect(await revokeKey(environmentIds.live, apiKey.id)).toEqual(revoked);
    hand.nowMs += 10_000;
    expect(await directory.find(keyText)).toMatchObject({
      state: 'revoked',
      key: { id: apiKey.id, environmentId: environmentIds.live },
    });
    expect(await listApiKeys(db, environmentIds.live)).toEqual([revoked]);
  });

  it('that was never created is no key, and neither is any text', async () => {
    const directory = createKeyDirectory({ db, ...handClock() });
    expect(await directory.find(generateKey('live'))).toEqual({ state: 'unknown' });
    expect(await directory.find('sk_live_nonsense')).toEqual({ state: 'malformed' });
    expect(await directory.find('')).toEqual({ state: 'malformed' });
  });

  it('is not created for an environment that does not exist', async () => {
    expect(await createApiKey(db, 2_147_483_647 as EnvironmentId, { name: 'Lost' })).toEqual({
      outcome: 'refused',
      reason: 'ENVIRONMENT_NOT_FOUND',
    });
  });
});

describe('a fixed key of a local demo (D3)', () => {
  const fixed = (): string => `sk_live_demo${randomId()}`;

  it('is found only where it is configured', async () => {
    const { environmentIds } = await createOwnTenant(db);
    const { keyText } = await makeKey(environmentIds.live, { name: 'Demo', fixedKey: fixed() });
    const { clock } = handClock();
    expect(await createKeyDirectory({ db, clock }).find(keyText)).toEqual({ state: 'malformed' });
    const configured = createKeyDirectory({ db, clock, extraKeys: [keyText] });
    expect(await configured.find(keyText)).toMatchObject({ key: { environmentId: environmentIds.live } });
  });

  it('created again takes the new limit and stays one key, revoked if it was', async () => {
    const { environmentIds } = await createOwnTenant(db);
    const fixedKey = fixed();
    const { apiKey } = await makeKey(environmentIds.live, { name: 'Demo', fixedKey });
    await revokeKey(environmentIds.live, apiKey.id);
    const again = await makeKey(environmentIds.live, {
      name: 'Demo 2',
      fixedKey,
      rateLimitPerMinute: 1_000_000,
    });
    expect(again.apiKey).toMatchObject({ id: apiKey.id, name: 'Demo 2', rateLimitPerMinute: 1_000_000 });
    expect(again.apiKey.revokedAt).not.toBeNull();
  });

  it('of the other mode, or of another environment, is refused', async () => {
    const { environmentIds } = await createOwnTenant(db);
    const other = await createOwnTenant(db);
    const fixedKey = fixed();
    await makeKey(environmentIds.live, { name: 'Demo', fixedKey });
    const inTest = await createApiKey(db, environmentIds.test, { name: 'Demo', fixedKey });
    const elsewhere = await createApiKey(db, other.environmentIds.live, { name: 'Demo', fixedKey });
    expect([inTest, elsewhere]).toEqual([
      { outcome: 'refused', reason: 'WRONG_PREFIX' },
      { outcome: 'refused', reason: 'KEY_TAKEN' },
    ]);
  });
});

describe('while the database is down', () => {
  it('a key seen less than 10 s ago still works, then a fault is thrown; a wrong checksum is refused without the database', async () => {
    const { environmentIds } = await createOwnTenant(db);
    const { keyText } = await makeKey(environmentIds.live);
    const { hand, clock } = handClock();
    const going = openSharedDatabase();
    const directory = createKeyDirectory({ db: going, clock });
    const record = await directory.find(keyText);
    await going.close();
    hand.nowMs += 9_999;
    expect(await directory.find(keyText)).toEqual(record);
    hand.nowMs += 1;
    await expect(directory.find(keyText)).rejects.toMatchObject({ code: 'LOOKUP_FAILED', retry: true });
    expect(await directory.find(`${keyText.slice(0, -1)}!`)).toEqual({ state: 'malformed' });
  });
});
