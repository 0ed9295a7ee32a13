import { randomId } from '@loyalty/kernel';
import { createOwnTenant, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { quickClock } from '@loyalty/testkit/runs';
import { createBrowserOriginDirectory } from './directories.ts';
import { setSettings } from './settings.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
});
afterAll(() => scratch.drop());

const portal = 'https://portal.example';

test('an environment names its origins; another of its tenant, and another tenant, do not', async () => {
  const { db } = scratch;
  const [tenant, neighbour] = [await createOwnTenant(db), await createOwnTenant(db)];
  await setSettings(db, tenant.environmentIds.live, { corsOrigins: [portal] });
  const origins = createBrowserOriginDirectory({ db, clock: quickClock() });
  const asked = { tenantId: tenant.id, origin: portal };
  const allows = (more: object): Promise<boolean> => origins.allows({ ...asked, mode: null, ...more });
  expect(
    await Promise.all([
      allows({}),
      allows({ mode: 'live' }),
      allows({ mode: 'test' }),
      allows({ origin: 'https://portal.example.evil' }),
      allows({ tenantId: neighbour.id }),
      allows({ tenantId: randomId() }),
      allows({ tenantId: 'nonsense' }),
    ]),
  ).toEqual([true, true, false, false, false, false, false]);
});

test('▲ calls of browsers for unknown tenants read the database once', async () => {
  const { db } = scratch;
  const queries = jest.spyOn(db, 'query');
  const origins = createBrowserOriginDirectory({ db, clock: quickClock() });
  for (let n = 0; n < 100; n += 1) await origins.allows({ tenantId: randomId(), mode: null, origin: portal });
  expect(queries).toHaveBeenCalledTimes(1);
  queries.mockRestore();
});

test('without the database nothing is allowed, and nothing fails', async () => {
  const { db } = scratch;
  const query = jest.spyOn(db, 'query').mockRejectedValue(new Error('away'));
  const origins = createBrowserOriginDirectory({ db, clock: quickClock() });
  expect(await origins.allows({ tenantId: randomId(), mode: null, origin: portal })).toBe(false);
  query.mockRestore();
});
