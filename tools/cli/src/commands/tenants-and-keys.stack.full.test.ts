import { randomId } from '@loyalty/kernel';
import type { TenantRecord } from '@loyalty/tables/tenants';
import { createTenantOnStack, documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { DemoReport } from './demo.ts';
import type { TenantKey } from '../keys/operator-calls.ts';

test('a tenant is created once under its id', async () => {
  const id = randomId();
  const first = await documentOf<TenantRecord>('tenants', 'create', 'Corner Shop', '--id', id.toUpperCase());
  const again = await documentOf<TenantRecord>('tenants', 'create', 'Another name', '--id', id);
  expect(first).toMatchObject({ id, name: 'Corner Shop' });
  expect(again).toEqual(first);
  const { tenants } = await documentOf<{ tenants: TenantRecord[] }>('tenants', 'list');
  expect(tenants.filter((tenant) => tenant.id === id)).toEqual([first]);
});

test('a tenant may begin with the definitions of lifecycle events, and a repeat changes nothing', async () => {
  const line = ['tenants', 'create', 'Corner Shop', '--id', randomId(), '--lifecycle-events'];
  const said = (await loyaltyctl(line)).out;
  expect(said).toContain('Event definitions: member.signup, member.birthday');
  expect((await loyaltyctl(line)).out).toBe(said);
});

test('a key is shown once, listed without its text, and revoked by its id alone', async () => {
  const tenant = await createTenantOnStack();
  const flags = [
    '--tenant',
    tenant,
    '--mode',
    'live',
    '--name',
    'till 7',
    '--role',
    'till',
    '--rate-limit',
    '42',
  ];
  const made = await documentOf<TenantKey & { key: string }>('keys', 'create', ...flags);
  expect(made.key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
  const listed = await loyaltyctl(['keys', 'list', '--tenant', tenant]);
  expect(listed.out).toMatch(new RegExp(`${made.id}  live  sk_live_….{4}  42 .* till 7\\n`));
  expect(listed.out).not.toContain(made.key);
  const revoked = await documentOf<TenantKey>('keys', 'revoke', made.id);
  expect(revoked).toMatchObject({ id: made.id, tenantId: tenant, mode: 'live' });
  expect(revoked.revokedAt).not.toBeNull();
});

test('a key without a limit of its own has the default of its mode', async () => {
  const tenant = await createTenantOnStack();
  const flags = ['--tenant', tenant, '--mode', 'test', '--role', 'till'];
  const made = await documentOf<TenantKey>('keys', 'create', ...flags);
  expect(made.rateLimitPerMinute).toBeNull();
});

test.each([
  [['keys', 'revoke', randomId()], /There is no key .*keys list/],
  [['keys', 'list', '--tenant', randomId()], /There is no tenant .*tenants list/],
  [['settings', 'get', '--tenant', randomId(), '--mode', 'live'], /There is no tenant/],
])('%j fails with a way out', async (line, sentence) => {
  const { exitCode, err } = await loyaltyctl(line);
  expect(exitCode).toBe(1);
  expect(err).toMatch(sentence);
});

test('a setting is written, read and reset to its default, in one environment only', async () => {
  const tenant = await createTenantOnStack();
  const live = ['--tenant', tenant, '--mode', 'live'];
  const changed = await documentOf(
    'settings',
    'set',
    'pointsExpiry',
    '{"type":"ROLLING","days":30}',
    ...live,
  );
  expect(changed).toEqual({
    settings: { pointsExpiry: { type: 'ROLLING', days: 30 } },
    upcoming: {},
    isChanged: true,
  });
  const test = await documentOf('settings', 'get', 'pointsExpiry', '--tenant', tenant, '--mode', 'test');
  expect(test).toEqual({
    settings: { pointsExpiry: { type: 'NONE' } },
    owners: { pointsExpiry: 'TENANT' },
    upcoming: {},
  });
  const { out } = await loyaltyctl(['settings', 'set', 'pointsExpiry', 'null', ...live]);
  expect(out).toBe('pointsExpiry = {"type":"NONE"}\n');
});

test('settings are shown with whose each one is (D219)', async () => {
  const live = ['--tenant', await createTenantOnStack(), '--mode', 'live'];
  const shown = await documentOf<{ settings: object; owners: object }>('settings', 'get', ...live);
  expect(Object.keys(shown.owners)).toEqual(Object.keys(shown.settings));
  expect(shown.owners).toMatchObject({ pointValueCents: 'TENANT', requestsPerMinute: 'OPERATOR' });
  const { out } = await loyaltyctl(['settings', 'get', ...live]);
  expect(out).toMatch(/^pointValueCents +TENANT +1$/m);
  expect(out).toMatch(/^requestsPerMinute +OPERATOR +null$/m);
});

test.each([
  ['pointValueCents', 'much', /pointValueCents must be an integer/],
  ['pointValue', '1', /pointValue is not a setting; the settings are currency, pointValueCents/],
])('settings set %s %s is a mistake of the command line', async (name, value, sentence) => {
  const tenant = await createTenantOnStack();
  const { exitCode, err } = await loyaltyctl([
    'settings',
    'set',
    name,
    value,
    '--tenant',
    tenant,
    '--mode',
    'live',
  ]);
  expect(exitCode).toBe(2);
  expect(err).toMatch(sentence);
});

test('the demo can be created repeatedly', async () => {
  const folder = createTemporaryFolder();
  const demo = async () => {
    const { out } = await loyaltyctl(['demo', '--json'], { folder: folder.path });
    return JSON.parse(out) as { readonly tenants: readonly DemoReport[]; readonly jwtPublicKeyFile: string };
  };
  const [first, again] = [await demo(), await demo()];
  folder.remove();
  expect(again).toEqual(first);
  expect(again.tenants.map(({ tenantId }) => tenantId)).toEqual([
    '0198c0de-0000-7000-8000-000000000001',
    '0198c0de-0000-7000-8000-000000000002',
  ]);
  const keys = again.tenants.flatMap(({ environments }) => environments.map(({ key }) => key));
  expect(keys).toEqual(['sk_live_demo', 'sk_test_demo', 'sk_live_demo2', 'sk_test_demo2']);
});
