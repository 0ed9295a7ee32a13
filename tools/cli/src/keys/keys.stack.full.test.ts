import type { AuditEntryRecord } from '@loyalty/tables/audit';
import { type ApiKeyRecord, makeApiKey } from '@loyalty/tables/keys';
import { findEnvironment } from '@loyalty/tables/tenants';
import { withDatabase } from '@loyalty/testkit/database';
import { createTenantOnStack, documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import type { TenantKey } from './operator-calls.ts';

type MadeKey = TenantKey & { readonly key: string };

let tenant: string;
let place: readonly string[];
beforeAll(async () => {
  tenant = await createTenantOnStack();
  place = ['--tenant', tenant, '--mode', 'live'];
});

const url = stackVariables()['DATABASE_URL'] ?? '';
const create = (...flags: readonly string[]) => documentOf<MadeKey>('keys', 'create', ...place, ...flags);
const listed = async () => (await documentOf<{ keys: TenantKey[] }>('keys', 'list', '--tenant', tenant)).keys;
const keyNow = async (id: string) => (await listed()).find((key) => key.id === id);
const entriesOf = async (id: string): Promise<readonly AuditEntryRecord[]> => {
  const line = ['audit', 'list', ...place, '--object', `api_key:${id}`];
  return (await documentOf<{ auditEntries: AuditEntryRecord[] }>(...line)).auditEntries;
};
const refused = async (...line: readonly string[]) => {
  const { exitCode, err } = await loyaltyctl(['keys', ...line]);
  return `${exitCode.toString()} ${err}`;
};

const noteUse = (id: string, ...permissions: readonly string[]) =>
  withDatabase(url, (db) =>
    db.query(`UPDATE api_keys SET used_permissions = $2, last_used_on = '2026-03-01' WHERE id = $1`, [
      id,
      permissions,
    ]),
  );

test('a key of a role has an end, and the list says what it may do, when it ends and what it has used', async () => {
  const made = await create('--name', 'till 7', '--role', 'till', '--expires', '90d');
  const days = (Date.parse(made.expiresAt ?? '') - Date.parse(made.createdAt)) / 86_400_000;
  expect(made).toMatchObject({ role: 'till', state: 'ACTIVE', lastUsedOn: null });
  expect(days).toBeCloseTo(90, 2);
  await noteUse(made.id, 'members:find', 'transactions:evaluate');
  const { out } = await loyaltyctl(['keys', 'list', '--tenant', tenant, '--state', 'ACTIVE']);
  const line = out.split('\n').find((text) => text.includes(made.id)) ?? '';
  expect(line).toContain(`till  ACTIVE`);
  expect(line).toContain(`${made.expiresAt ?? ''}  2026-03-01  2 of ${made.permissions.length.toString()}`);
  expect(await entriesOf(made.id)).toMatchObject([{ action: 'api_key.created' }]);
});

test('▲ a key that may do everything is made only where that is asked for; it has no end', async () => {
  expect(await refused('create', ...place)).toMatch(/^1 .*--role till \(or --role admin for everything\)/);
  expect(await create('--role', 'admin')).toMatchObject({
    role: 'admin',
    expiresAt: null,
    rateLimitPerMinute: null,
  });
});

test.each([
  [['--permissions', 'members:find,till'], /^2 .*Unknown: till\./],
  [['--role', 'owner'], /^2 .*Allowed choices are/],
  [['--role', 'till', '--permissions', 'members:find'], /^2 .*cannot be used with/],
  [['--expires', 'soon'], /^2 .*90d/],
  [['--role', 'till', '--expires', '2020-01-01'], /^1 .*--expires must be in the future/],
])('keys create %j is refused with a way out', async (flags, sentence) => {
  expect(await refused('create', ...place, ...flags)).toMatch(sentence);
});

test('▲ a key is narrowed to what it has used; a repeat changes nothing and leaves no second entry', async () => {
  const { id } = await create('--role', 'marketer');
  expect(await refused('narrow', id, '--to-used')).toMatch(/^1 .*has used none/);
  expect(await refused('narrow', id)).toMatch(/^1 .*--to-used/);
  await noteUse(id, 'campaigns:read');
  const line = ['keys', 'narrow', id, '--to-used', '--as', 'thandi'];
  const narrowed = await documentOf<TenantKey & { taken: string[] }>(...line);
  expect(narrowed).toMatchObject({ permissions: ['campaigns:read'], role: null });
  expect(narrowed.taken).toContain('campaigns:write');
  expect(await documentOf(...line)).toMatchObject({ permissions: ['campaigns:read'], taken: [] });
  expect(await refused('narrow', id, '--permissions', 'campaigns:read,campaigns:run')).toMatch(
    /^1 .*--permissions must be among/,
  );
  const entries = await entriesOf(id);
  expect(entries.map(({ action, actor }) => `${action} ${actor.id}`)).toEqual([
    'api_key.changed thandi',
    expect.stringMatching(/^api_key.created /),
  ]);
});

test('▲ a rotation shows the new key once, ends the old one after the overlap, and is not repeated', async () => {
  const old = await create('--role', 'till', '--expires', '30d');
  const made = await documentOf<MadeKey>('keys', 'rotate', old.id, '--overlap', '2h', '--as', 'sipho');
  expect(made).toMatchObject({ role: 'till', replaces: { id: old.id }, mode: 'live', tenantId: tenant });
  expect(made.key).not.toBe(old.key);
  const now = await keyNow(old.id);
  const hours = (Date.parse(now?.expiresAt ?? '') - Date.parse(made.createdAt)) / 3_600_000;
  expect(hours).toBeCloseTo(2, 2);
  expect(now?.replacedBy).toBe(made.id);
  expect(await refused('rotate', old.id)).toContain(made.id);
  expect(await entriesOf(old.id)).toMatchObject([
    { action: 'api_key.rotated', actor: { id: 'sipho' } },
    { action: 'api_key.created' },
  ]);
  const { out } = await loyaltyctl(['keys', 'list', '--tenant', tenant]);
  expect(out).toMatch(new RegExp(`${old.id} .* REPLACED `));
  expect(out).not.toContain(made.key);
});

test('▲ a rotation without overlap ends the old key at once', async () => {
  const old = await create('--role', 'till');
  await documentOf('keys', 'rotate', old.id, '--overlap', '0');
  expect(await keyNow(old.id)).toMatchObject({ state: 'EXPIRED' });
  expect(await refused('rotate', old.id, '--overlap', '169h')).toMatch(/^2 .*at most 168h/);
});

test('▲ what a key made, to any depth, is named when it is revoked, and revoked with it on demand', async () => {
  const { id } = await create('--role', 'admin');
  const made = await withDatabase(url, async (db): Promise<readonly string[]> => {
    const { environmentId } = (await findEnvironment(db, tenant, 'live')) ?? {};
    if (environmentId === undefined) throw new Error('no environment');
    const ids: string[] = [];
    for (let by = id; ids.length < 3; by = ids.at(-1) ?? '') {
      const call = { environmentId, caller: { kind: 'key', id: by }, defaultLimit: 600 } as const;
      const result = await makeApiKey(db, call, { name: 'made', role: 'admin' });
      ids.push(result.outcome === 'created' ? result.record.id : 'refused');
    }
    return ids;
  });
  const alone = await documentOf<ApiKeyRecord & { made: string[] }>('keys', 'revoke', id);
  expect(alone.made.toSorted()).toEqual(made.toSorted());
  const { out } = await loyaltyctl(['keys', 'revoke', id, '--also-made']);
  for (const one of made) expect(out).toContain(`Key ${one} «made» was revoked with it.`);
  for (const one of made) expect(await keyNow(one)).toMatchObject({ state: 'REVOKED' });
  expect(await entriesOf(id)).toHaveLength(2);
});
