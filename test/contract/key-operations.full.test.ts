import { setTimeout as sleep } from 'node:timers/promises';
import { permissionNames } from '@loyalty/contracts/permissions';
import { eventually } from '@loyalty/testkit/runs';
import type { Asked } from '../support/ask.ts';
import { contractCalls } from '../support/contract-calls.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;
beforeAll(async () => {
  tenant = await createTestTenant('API keys');
  stored = openStoredRows();
});
afterAll(() => stored.close());

/** Each response is checked against the contract. */
const { ask, bodyOf, memberNamed, statusOf, unserved } = contractCalls(() => tenant);

interface Key {
  readonly id: string;
  readonly key: string;
  readonly permissions: readonly string[];
  readonly expiresAt: string | null;
  readonly replacedBy: string | null;
  readonly state: string;
}

const made = async (body: object, key?: string): Promise<Key> => {
  const { status, text } = await ask('createApiKey', {
    body: { name: 'Till 7', ...body },
    ...(key !== undefined && { key }),
  });
  if (status !== 201) throw new Error(text);
  return JSON.parse(text) as Key;
};

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Status, code and context of what was refused. */
const refusedAs = async (operationId: Parameters<typeof ask>[0], asked: Asked): Promise<unknown> => {
  const { status, text } = await ask(operationId, asked);
  const { code, context } = JSON.parse(text) as { code: string; context: { errors?: { pointer: string }[] } };
  return [status, code, context.errors?.map(({ pointer }) => pointer) ?? context];
};

const narrow = { permissions: ['keys:read', 'keys:write', 'members:find'] };

test('▲ a key that was used a moment ago changes no configuration once it is revoked', async () => {
  const { id, key } = await made({ role: 'admin' });
  const change = (phoneCountry: string) => ask('updateSettings', { key, body: { phoneCountry } });
  expect((await change('ZA')).status).toBe(200);
  expect(await statusOf('revokeApiKey', { ids: { keyId: id } })).toBe(200);
  expect(await refusedAs('updateSettings', { key, body: { phoneCountry: 'NA' } })).toEqual([
    401,
    'UNAUTHORIZED',
    {},
  ]);
  expect(await bodyOf('getSettings')).toMatchObject({ settings: { phoneCountry: 'ZA' } });
});

test('the life of a key is answered as the contract says, its text in one response alone', async () => {
  const till = await made({ role: 'till', rateLimitPerMinute: 50, expiresAt: inHours(48) });
  expect(till).toMatchObject({
    hint: `${till.key.slice(0, 8)}…${till.key.slice(-4)}`,
    role: 'till',
    state: 'ACTIVE',
    rateLimitPerMinute: 50,
    usedPermissions: [],
    replacedBy: null,
    revokedAt: null,
  });
  expect(till.permissions).toContain('transactions:evaluate');
  const ids = { keyId: till.id };
  const patch = { name: 'Till 8', permissions: ['members:find'], rateLimitPerMinute: 40 };
  const narrowed = await bodyOf<Key>('narrowApiKey', { ids, body: patch });
  expect(narrowed).toMatchObject({ ...patch, role: null, state: 'ACTIVE' });
  expect(await bodyOf('narrowApiKey', { ids, body: patch })).toEqual(narrowed);
  expect(await bodyOf('getApiKey', { ids })).toEqual(narrowed);
  const next = await bodyOf<Key & { replaces: object }>('rotateApiKey', { ids });
  expect(next).toMatchObject({ ...patch, replaces: { id: till.id }, replacedBy: null });
  expect(next.key).not.toBe(till.key);
  const old = await bodyOf<Key>('getApiKey', { ids });
  expect(old).toMatchObject({ state: 'ACTIVE', replacedBy: next.id });
  const hoursLeft = (Date.parse(old.expiresAt ?? '') - Date.now()) / 3_600_000;
  expect(hoursLeft).toBeGreaterThan(23.9);
  expect(hoursLeft).toBeLessThanOrEqual(24);
  const revoked = await bodyOf('revokeApiKey', { ids: { keyId: next.id } });
  expect(revoked).toMatchObject({ id: next.id, state: 'REVOKED', revoked: [next.id], made: [] });
  expect(await bodyOf('revokeApiKey', { ids: { keyId: next.id } })).toEqual({
    ...(revoked as object),
    revoked: [],
  });
  for (const [state, id] of [
    ['ACTIVE', till.id],
    ['REVOKED', next.id],
  ] as const) {
    const { apiKeys } = await bodyOf<{ apiKeys: Key[] }>('listApiKeys', { query: `?state=${state}` });
    expect(apiKeys.map((key) => key.id)).toContain(id);
    expect(new Set(apiKeys.map((key) => key.state))).toEqual(new Set([state]));
  }
  const shown = JSON.stringify([await bodyOf('listApiKeys'), await bodyOf('getApiKey', { ids })]);
  for (const secret of [till.key, next.key]) expect(shown).not.toContain(secret.slice(8));
});

test('a key sees what it may do, until when and how often, and may do nothing else (D215)', async () => {
  const till = await made({ ...narrow, name: 'Narrow', rateLimitPerMinute: 33, expiresAt: inHours(2) });
  expect(await bodyOf('getCredential', { key: till.key })).toEqual({
    kind: 'KEY',
    id: till.id,
    name: 'Narrow',
    mode: 'test',
    permissions: permissionNames.filter((name) => narrow.permissions.includes(name)),
    role: null,
    expiresAt: till.expiresAt,
    rateLimitPerMinute: 33,
    currency: 'ZAR',
  });
  const listed = await ask('listApiKeys', { key: till.key });
  expect([listed.status, listed.headers.get('RateLimit-Limit')]).toEqual([200, '33']);
  expect(await refusedAs('listCampaigns', { key: till.key })).toEqual([
    403,
    'FORBIDDEN',
    { permission: 'campaigns:read' },
  ]);
  expect(await bodyOf('getCredential')).toMatchObject({ role: 'admin', permissions: permissionNames });
});

test('nobody gives what they lack', async () => {
  const giver = await made({ ...narrow, expiresAt: inHours(10), rateLimitPerMinute: 100 });
  const own = { permissions: ['members:find'], expiresAt: inHours(9), rateLimitPerMinute: 100 };
  const making = (body: object) =>
    refusedAs('createApiKey', { key: giver.key, body: { name: 'x', ...own, ...body } });
  const invalid = (pointer: string) => [400, 'VALIDATION_ERROR', [pointer]];
  const lacking = (permission: string) => [403, 'FORBIDDEN', { permission }];
  expect(await making({ permissions: ['members:find', 'members:erase'] })).toEqual(lacking('members:erase'));
  expect(await making({ permissions: undefined, role: 'till' })).toEqual(lacking('transactions:evaluate'));
  expect(await making({ permissions: undefined, role: 'admin' })).toEqual(lacking('transactions:evaluate'));
  expect(await making({ expiresAt: inHours(11) })).toEqual(invalid('/expiresAt'));
  expect(await making({ expiresAt: undefined })).toEqual(invalid('/expiresAt'));
  expect(await making({ expiresAt: inHours(-1) })).toEqual(invalid('/expiresAt'));
  expect(await making({ rateLimitPerMinute: 101 })).toEqual(invalid('/rateLimitPerMinute'));
  expect(await making({ role: 'till' })).toEqual(invalid('/role'));
  expect(await making({ permissions: undefined })).toEqual(invalid('/permissions'));
  expect(await making({ permissions: ['members:find', 'nothing:at-all'] })).toEqual(
    invalid('/permissions/1'),
  );
  expect(await making({ permissions: undefined, role: 'nobody' })).toEqual(invalid('/role'));
  const wide = await made({ role: 'server' });
  const ids = { keyId: wide.id };
  for (const operationId of ['narrowApiKey', 'rotateApiKey', 'revokeApiKey'] as const)
    expect([operationId, await refusedAs(operationId, { key: giver.key, ids, body: {} })]).toEqual([
      operationId,
      lacking('transactions:evaluate'),
    ]);
  // All of today is less than admin, which grows.
  const all = await made({ permissions: permissionNames }, tenant.keys.test);
  expect(await refusedAs('createApiKey', { key: all.key, body: { name: 'x', role: 'admin' } })).toEqual(
    lacking('admin'),
  );
});

test('a change only takes away, and none is made of what has ended', async () => {
  const key = await made({ ...narrow, expiresAt: inHours(10), rateLimitPerMinute: 100 });
  const changing = (body: object) => refusedAs('narrowApiKey', { ids: { keyId: key.id }, body });
  const invalid = (pointer: string) => [400, 'VALIDATION_ERROR', [pointer]];
  expect(await changing({ permissions: ['keys:read', 'members:read'] })).toEqual(invalid('/permissions/1'));
  expect(await changing({ role: 'admin' })).toEqual(invalid('/role'));
  expect(await changing({ expiresAt: inHours(11) })).toEqual(invalid('/expiresAt'));
  expect(await changing({ expiresAt: null })).toEqual(invalid('/expiresAt'));
  expect(await changing({ rateLimitPerMinute: 101 })).toEqual(invalid('/rateLimitPerMinute'));
  const next = await bodyOf<Key>('rotateApiKey', { ids: { keyId: key.id }, body: { overlapHours: 0 } });
  const replaced = [409, 'INVALID_STATE_TRANSITION', { from: 'REPLACED', to: 'ACTIVE', replacedBy: next.id }];
  for (const operationId of ['narrowApiKey', 'rotateApiKey'] as const)
    expect(await refusedAs(operationId, { ids: { keyId: key.id }, body: {} })).toEqual(replaced);
  expect(await bodyOf('getApiKey', { ids: { keyId: key.id } })).toMatchObject({ state: 'EXPIRED' });
  await ask('revokeApiKey', { ids: { keyId: next.id } });
  expect(await changing({ name: 'x' })).toEqual(replaced);
  expect(await refusedAs('rotateApiKey', { ids: { keyId: next.id } })).toEqual([
    409,
    'INVALID_STATE_TRANSITION',
    { from: 'REVOKED', to: 'ACTIVE' },
  ]);
});

test.each(['no-id', crypto.randomUUID()])('the key %s is found by nobody', async (keyId) => {
  const ids = { keyId };
  expect(await statusOf('getApiKey', { ids })).toBe(404);
  for (const operationId of ['narrowApiKey', 'rotateApiKey', 'revokeApiKey'] as const)
    expect([operationId, await statusOf(operationId, { ids, body: {} })]).toEqual([operationId, 404]);
});

test('▲ what was narrowed, rotated without overlap or revoked is so everywhere within 10 s (D3)', async () => {
  const [narrowed, rotated, revoked] = [await made(narrow), await made(narrow), await made(narrow)];
  const statuses = async (): Promise<readonly number[]> => [
    await statusOf('listMembers', { key: narrowed.key, query: '?ref=nobody' }),
    await statusOf('listApiKeys', { key: narrowed.key }),
    await statusOf('getCredential', { key: rotated.key }),
    await statusOf('getCredential', { key: revoked.key }),
  ];
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const patch = { permissions: ['keys:read'] };
  await ask('narrowApiKey', { ids: { keyId: narrowed.id }, body: patch });
  const next = await bodyOf<Key>('rotateApiKey', { ids: { keyId: rotated.id }, body: { overlapHours: 0 } });
  await ask('revokeApiKey', { ids: { keyId: revoked.id } });
  await eventually('they are refused', async () => (await statuses()).join() === '403,200,401,401', {
    // Four requests each, which a key's requests a minute must allow.
    everyMs: 500,
  });
  expect(await statusOf('getCredential', { key: next.key })).toBe(200);
});

test('▲ an end acts within its second', async () => {
  const key = await made({ ...narrow, expiresAt: new Date(Date.now() + 3_000).toISOString() });
  const endMs = Date.parse(key.expiresAt ?? '');
  const before: number[] = [];
  let after = 0;
  while (after === 0) {
    const askedMs = Date.now();
    const status = await statusOf('getCredential', { key: key.key });
    // Processes go by the database's clock, which is this machine's.
    if (Date.now() < endMs - 100) before.push(status);
    if (askedMs > endMs + 1_000) after = status;
    // A key may ask only so often a minute.
    await sleep(100);
  }
  expect(new Set(before)).toEqual(new Set([200]));
  expect(after).toBe(401);
});

test('alsoMade takes along what a key made, to any depth, through what has ended; without it they are listed', async () => {
  const chain: Key[] = [await made(narrow)];
  for (let depth = 1; depth < 6; depth += 1) chain.push(await made(narrow, chain.at(-1)?.key));
  const [first, ...others] = chain.map(({ id }) => id);
  await ask('revokeApiKey', { ids: { keyId: others[1] ?? '' } });
  const left = others.filter((id) => id !== others[1]).toSorted();
  const ids = { keyId: first ?? '' };
  expect(await bodyOf('revokeApiKey', { ids })).toMatchObject({ revoked: [first], made: left });
  const all = await bodyOf<{ revoked: string[] }>('revokeApiKey', { ids, body: { alsoMade: true } });
  expect(all).toMatchObject({ revoked: left, made: [] });
  for (const id of left)
    expect(await bodyOf('getApiKey', { ids: { keyId: id } })).toMatchObject({ state: 'REVOKED' });
});

test('a key that was revoked a moment ago makes nothing more, whatever a process remembers of it', async () => {
  const thief = await made(narrow);
  expect(await statusOf('getCredential', { key: thief.key })).toBe(200);
  await ask('revokeApiKey', { ids: { keyId: thief.id }, body: { alsoMade: true } });
  // The directory of the process is some seconds old.
  const body = { name: 'Kept', ...narrow };
  expect(await statusOf('createApiKey', { key: thief.key, body })).toBe(401);
});

test('what a key uses is noted within a minute: the day, and permissions that are new (D218)', async () => {
  const profiles = ['members:find', 'members:read', 'members:write', 'members:suspend'];
  const [finder, reader, guard] = [
    await made({ ...narrow, permissions: [...narrow.permissions, 'members:read'] }),
    await made({ ...narrow, permissions: profiles }),
    await made({ ...narrow, permissions: profiles }),
  ];
  const memberRef = `used-${finder.id}`;
  const { id: memberId } = await memberNamed(memberRef);
  // It shows no profile, because it finds nobody.
  await ask('listMembers', { key: finder.key, query: '?ref=nobody' });
  await ask('listApiKeys', { key: finder.key });
  await ask('listMembers', { key: reader.key, query: `?ref=${memberRef}` });
  // The response shows the profile, for which reading is enough.
  await ask('suspendMember', { key: guard.key, ids: { memberId } });
  const usesOf = async (key: Key) =>
    bodyOf<{ lastUsedOn: string | null; usedPermissions: string[] }>('getApiKey', { ids: { keyId: key.id } });
  const areNoted = async () =>
    (await Promise.all([finder, reader, guard].map(usesOf))).every(
      ({ usedPermissions }) => usedPermissions.length > 1,
    );
  await eventually('they are noted', areNoted);
  expect(await usesOf(finder)).toMatchObject({
    lastUsedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    usedPermissions: ['members:find', 'keys:read'],
  });
  expect((await usesOf(reader)).usedPermissions).toEqual(['members:find', 'members:read']);
  expect((await usesOf(guard)).usedPermissions).toEqual(['members:read', 'members:suspend']);
});

test('no request log, outbox row or audit entry holds a key', async () => {
  const key = await made(narrow);
  const next = await bodyOf<Key>('rotateApiKey', { ids: { keyId: key.id } });
  await eventually('both are logged', async () => {
    const { requestLogs } = await bodyOf<{ requestLogs: readonly { path: string }[] }>('listRequestLogs', {
      query: '?limit=50',
    });
    return requestLogs.some(({ path }) => path.includes(`${key.id}/rotate`));
  });
  for (const table of ['request_logs', 'outbox', 'audit_entries', 'api_keys']) {
    const rows = await stored.rowsOf<{ text: string }>(`SELECT t::text AS text FROM ${table} t`, []);
    const texts = rows.map(({ text }) => text).join('\n');
    for (const secret of [key.key, next.key]) {
      expect(texts.includes(secret.slice(8, -4))).toBe(false);
      expect(texts.includes(Buffer.from(secret.slice(8, -4)).toString('hex'))).toBe(false);
    }
  }
});

test('▲ every operation on keys was done by the client', () => {
  expect(unserved((path) => path.includes('/api-keys'))).toEqual([]);
});
