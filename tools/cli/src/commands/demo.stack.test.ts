import { systemClock } from '@loyalty/kernel';
import { demoTenants } from '@loyalty/stack';
import { createKeyDirectory, narrowApiKey } from '@loyalty/tables/keys';
import { findEnvironment } from '@loyalty/tables/tenants';
import { getSettings, setSettings } from '@loyalty/tables/tenants/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
});
afterAll(() => scratch.drop());

/** Makes the demo as the local stack does at each start. */
const makeDemo = async (): Promise<void> => {
  const folder = createTemporaryFolder();
  const { exitCode, err } = await system.loyaltyctl(['demo'], { folder: folder.path });
  folder.remove();
  expect({ exitCode, err }).toMatchObject({ exitCode: 0 });
};

const [{ tenantId, liveKey }] = demoTenants;

/** Finds the key as a process does that remembers nothing. */
const findKey = () =>
  createKeyDirectory({ db: scratch.db, clock: systemClock, extraKeys: [liveKey] }).find(liveKey);

test('▲ a fixed key of the local stack stays narrowed when the stack starts again (D216)', async () => {
  await makeDemo();
  const before = await findKey();
  expect(before).toMatchObject({ state: 'valid', key: { permissions: null } });
  const environment = await findEnvironment(scratch.db, tenantId, 'live');
  if (environment === null || !('key' in before)) throw new Error('no demo');
  const call = { environmentId: environment.environmentId, caller: null, defaultLimit: 600 };
  await narrowApiKey(scratch.db, call, { keyId: before.key.id, patch: { permissions: ['members:find'] } });
  await makeDemo();
  expect(await findKey()).toMatchObject({
    state: 'valid',
    key: { id: before.key.id, permissions: new Set(['members:find']) },
  });
});

test('a point of the demo costs what it is redeemed for, and a setting that was changed stays', async () => {
  await makeDemo();
  const environment = await findEnvironment(scratch.db, tenantId, 'live');
  if (environment === null) throw new Error('no demo');
  const { environmentId } = environment;
  const read = () => getSettings(scratch.db, environmentId);
  expect(await read()).toMatchObject({
    pointValueCents: 10,
    timeZone: 'Africa/Johannesburg',
    phoneCountry: 'ZA',
  });
  await setSettings(scratch.db, environmentId, { timeZone: 'Africa/Nairobi' });
  await makeDemo();
  expect(await read()).toMatchObject({ timeZone: 'Africa/Nairobi' });
});
