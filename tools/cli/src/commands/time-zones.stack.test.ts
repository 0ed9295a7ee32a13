import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createTenantOnStack, documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import type { TimeZoneReport } from './time-zones.ts';

let db: Database;
let tenantId: string;
beforeAll(async () => {
  const url = stackVariables()['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'cli-test', poolMax: 2, logger: silentLogger });
  tenantId = await createTenantOnStack();
  for (const [mode, zone] of [
    ['live', 'Europe/Berlin'],
    ['test', 'Africa/Johannesburg'],
  ] as const)
    await documentOf('settings', 'set', 'timeZone', zone, '--tenant', tenantId, '--mode', mode);
});
afterAll(() => db.close());

/**
 * Stores the changes as a build did that did not know those from the 60th on: the summer of 2029 never ends
 * there.
 */
const forgetLaterChanges = (): Promise<unknown> =>
  db.query(
    `UPDATE environments
        SET settings = jsonb_set(settings, '{timeZoneChanges}',
              (SELECT jsonb_agg(change ORDER BY at)
                 FROM jsonb_array_elements(settings -> 'timeZoneChanges') WITH ORDINALITY AS c (change, at) WHERE at < 60))
      WHERE tenant_id = $1 AND mode = 'live'`,
    [tenantId],
  );

/** Other tests may have written tables of their own. */
const own = ({ differing }: TimeZoneReport): TimeZoneReport['differing'] =>
  differing.filter((zone) => zone.tenantId === tenantId);

const checked = async (...flags: readonly string[]): Promise<TimeZoneReport> =>
  JSON.parse((await loyaltyctl(['time-zones', 'check', ...flags, '--json'])).out) as TimeZoneReport;

test('environments with other clock changes are listed, and written once more with --refresh (D225)', async () => {
  expect(own(await checked())).toEqual([]);
  await forgetLaterChanges();
  const differing = { tenantId, mode: 'live', timeZone: 'Europe/Berlin', state: 'DIFFERENT' };
  const from = '2029-03-25T01:00:00.000Z';
  const { exitCode, out } = await loyaltyctl(['time-zones', 'check']);
  expect(exitCode).toBe(1);
  expect(out).toContain(`${tenantId}  live  Europe/Berlin  ${from}`);
  expect(own(await checked())).toEqual([{ ...differing, from, isRefreshed: false }]);
  expect(own(await checked('--refresh'))).toEqual([{ ...differing, from, isRefreshed: true }]);
  expect(own(await checked())).toEqual([]);
});

test('a table that cannot be read is put right, a zone that this program does not know is left', async () => {
  await db.query(
    `UPDATE environments SET settings = settings || CASE mode WHEN 'live' THEN '{"timeZone": "Europe/Xanadu"}'::jsonb
                                                             ELSE '{"timeZoneChanges": "none"}' END WHERE tenant_id = $1`,
    [tenantId],
  );
  const states = async (...flags: readonly string[]): Promise<unknown> =>
    own(await checked(...flags)).map(({ state, isRefreshed }) => [state, isRefreshed]);
  expect(await states('--refresh')).toEqual([
    ['UNKNOWN', false],
    ['UNREADABLE', true],
  ]);
  expect(await states()).toEqual([['UNKNOWN', false]]);
  await documentOf('settings', 'set', 'timeZone', 'null', '--tenant', tenantId, '--mode', 'live');
  expect(await states()).toEqual([]);
});
