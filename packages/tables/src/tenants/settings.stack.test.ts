import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { heldBack } from '../testing/held-back.ts';
import { getSettings, setSettings } from './settings.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const noEnvironment = 2_147_483_647 as EnvironmentId;
const newEnvironment = async (): Promise<EnvironmentId> => (await createOwnTenant(db)).environmentIds.live;

describe('the settings of an environment (D6)', () => {
  it('change together with the configuration version', async () => {
    const environmentId = await newEnvironment();
    const result = await setSettings(db, environmentId, { pointValueCents: 3 });
    expect(result).toMatchObject({
      outcome: 'changed',
      before: { pointValueCents: 1 },
      record: { pointValueCents: 3 },
    });
    expect(await getSettings(db, environmentId)).toMatchObject({
      pointValueCents: 3,
      pointsExpiry: { type: 'NONE' },
    });
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('written without a change raise no version', async () => {
    const environmentId = await newEnvironment();
    await setSettings(db, environmentId, { pointsExpiry: { type: 'ROLLING', days: 30 } });
    const again = await setSettings(db, environmentId, { pointsExpiry: { days: 30, type: 'ROLLING' } });
    expect(again.outcome).toBe('unchanged');
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('are written all or none', async () => {
    const environmentId = await newEnvironment();
    const result = await setSettings(db, environmentId, {
      pointValueCents: 3,
      evaluateRateLimitPerMinute: 0,
    });
    expect(result).toMatchObject({
      outcome: 'invalid',
      faults: [{ pointer: '/evaluateRateLimitPerMinute' }],
    });
    expect(await getSettings(db, environmentId)).toMatchObject({ pointValueCents: 1 });
    expect(await readConfigVersion(db, environmentId)).toBe(1);
  });

  it('written by two calls at once are both stored and both raise the version', async () => {
    const environmentId = await newEnvironment();
    const environmentLock = {
      lockText: 'SELECT id FROM environments WHERE id = $1 FOR UPDATE',
      values: [environmentId],
    };
    await heldBack(db, environmentLock, [
      () => setSettings(db, environmentId, { pointValueCents: 3 }),
      () => setSettings(db, environmentId, { evaluateRateLimitPerMinute: 100 }),
    ]);
    expect(await getSettings(db, environmentId)).toMatchObject({
      pointValueCents: 3,
      evaluateRateLimitPerMinute: 100,
    });
    expect(await readConfigVersion(db, environmentId)).toBe(3);
  });

  it('of an environment that does not exist are not found', async () => {
    expect(await getSettings(db, noEnvironment)).toBeNull();
    expect(await setSettings(db, noEnvironment, { pointValueCents: 3 })).toEqual({ outcome: 'not-found' });
  });
});
