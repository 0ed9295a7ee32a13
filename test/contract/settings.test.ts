import { configurationLimits } from '@loyalty/tables/configuration';
import { eventually } from '@loyalty/testkit/runs';
import type { Asked } from '../support/ask.ts';
import { isOfSettings } from '../support/contract.ts';
import { contractCalls } from '../support/contract-calls.ts';
import { logLengths, searchLogs } from '../support/search/search-files.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;

beforeAll(async () => {
  tenant = await createTestTenant('Settings over the API');
  stored = openStoredRows();
});
afterAll(() => stored.close());

/** Each response is checked against the contract. */
const { ask, bodyOf, memberNamed, unserved } = contractCalls(() => tenant);

interface Shown {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly owners: Readonly<Record<string, string>>;
  readonly upcoming: readonly {
    readonly setting: string;
    readonly value: number | null;
    readonly from: string;
  }[];
}

interface Refused {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>> & {
    readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
  };
}

const settings = () => bodyOf<Shown>('getSettings');
const patched = (body: unknown) => ask('updateSettings', { body });

test('settings come with whose they are; what is the tenant’s is changed, and null brings back a default (D219)', async () => {
  const { owners } = await settings();
  const operators = Object.entries(owners).filter(([, owner]) => owner === 'OPERATOR');
  expect(operators.map(([name]) => name)).toEqual([
    'evaluateRateLimitPerMinute',
    'requestsPerMinute',
    'bulkItemsPerMinute',
    'configurationWritesPerMinute',
    'importLinesPerMinute',
    'importsUntil',
    'webhooksOverPlainHttp',
  ]);
  const wanted = {
    currency: 'USD',
    pointValueCents: 3,
    pointsExpiry: { type: 'SLIDING', days: 365 },
    corsOrigins: ['https://portal.example'],
    rejectMismatch: true,
    phoneCountry: 'ZA',
    refundPoints: 'WHOLE_ONLY',
    refundGraceDays: 0,
    unrecoveredPoints: 'DEDUCT_LATER',
    adjustedPointsPerDay: 5_000,
    voidWithinMinutes: 60,
    totalAdjustedPointsPerDay: 50_000,
    rewardRedeemNeedsRef: true,
    timeZone: 'Africa/Johannesburg',
    memberPointsCaps: { day: 500, month: 5_000 },
  };
  // Without rewardProviders, which name providers, and liveChangesByTwo, which its writer does not take back.
  expect(Object.keys(wanted)).toHaveLength(Object.keys(owners).length - operators.length - 2);
  const changed = await patched(wanted);
  expect([changed.status, JSON.parse(changed.text)]).toMatchObject([200, { settings: wanted, owners }]);
  expect((await settings()).settings).toMatchObject(wanted);
  const defaults = Object.fromEntries(Object.keys(wanted).map((name) => [name, null]));
  const restored = JSON.parse((await patched(defaults)).text) as Shown;
  expect(restored.settings).toMatchObject({
    pointValueCents: 1,
    corsOrigins: [],
    voidWithinMinutes: null,
    rewardRedeemNeedsRef: false,
    timeZone: null,
    memberPointsCaps: null,
  });
});

test('▲ a cap on gifts is tightened at once and loosened a day later; until then both are shown (D307)', async () => {
  const shownAfter = async (body: object): Promise<Shown> => JSON.parse((await patched(body)).text) as Shown;
  await shownAfter({ adjustedPointsPerDay: 4_000, totalAdjustedPointsPerDay: 40_000 });
  const beforeMs = Date.now();
  const loosened = await shownAfter({ adjustedPointsPerDay: null, totalAdjustedPointsPerDay: 40_001 });
  expect(loosened.settings).toMatchObject({
    adjustedPointsPerDay: 4_000,
    totalAdjustedPointsPerDay: 40_000,
  });
  expect(loosened.upcoming).toMatchObject([
    { setting: 'adjustedPointsPerDay', value: null },
    { setting: 'totalAdjustedPointsPerDay', value: 40_001 },
  ]);
  const day = 86_400_000;
  for (const { from } of loosened.upcoming) {
    expect(Date.parse(from)).toBeGreaterThanOrEqual(beforeMs + day - 5_000);
    expect(Date.parse(from)).toBeLessThanOrEqual(Date.now() + day + 5_000);
  }
  expect(await settings()).toEqual(loosened);
  expect(await shownAfter({ adjustedPointsPerDay: null })).toEqual(loosened);
  const entries = await stored.rowsOf<{ changes: unknown }>(
    `SELECT a.changes FROM audit_entries a JOIN environments e ON e.id = a.environment_id
      WHERE e.tenant_id = $1 AND a.object_id = 'adjustedPointsPerDay' ORDER BY a.created_at DESC, a.id DESC`,
    [tenant.tenantId],
  );
  expect(JSON.stringify(entries[0])).toContain('upcoming');
  const tightened = await shownAfter({ adjustedPointsPerDay: 3_000, totalAdjustedPointsPerDay: 40_000 });
  expect(tightened).toMatchObject({
    settings: { adjustedPointsPerDay: 3_000, totalAdjustedPointsPerDay: 40_000 },
    upcoming: [],
  });
});

test.each<[string, unknown, string]>([
  ['no setting', {}, ''],
  ['a list', [], ''],
  ['a name that is none', { pointValueCent: 2 }, '/pointValueCent'],
  ['a name of every object', { toString: 1 }, '/toString'],
  ['a text', { pointValueCents: '2' }, '/pointValueCents'],
  ['too little', { pointValueCents: 0 }, '/pointValueCents'],
  ['a fraction', { adjustedPointsPerDay: 1.5 }, '/adjustedPointsPerDay'],
  ['less than nothing', { adjustedPointsPerDay: -1 }, '/adjustedPointsPerDay'],
  ['more minutes than 400 days have', { voidWithinMinutes: 576_001 }, '/voidWithinMinutes'],
  ['half a point', { totalAdjustedPointsPerDay: 0.5 }, '/totalAdjustedPointsPerDay'],
  ['a text for a switch', { rewardRedeemNeedsRef: 'yes' }, '/rewardRedeemNeedsRef'],
  ['beyond all integers', { adjustedPointsPerDay: 2 ** 53 }, '/adjustedPointsPerDay'],
  ['an expiry without days', { pointsExpiry: { type: 'ROLLING' } }, '/pointsExpiry/days'],
  ['an unknown expiry', { pointsExpiry: { type: 'SOMETIMES' } }, '/pointsExpiry/type'],
  [
    'a misspelt member of an expiry',
    { pointsExpiry: { type: 'ROLLING', days: 10, dais: 20 } },
    '/pointsExpiry/dais',
  ],
  ['a misspelt cap', { memberPointsCaps: { day: 500, weak: 900 } }, '/memberPointsCaps/weak'],
  ['a misspelt provider', { rewardProviders: { defualt: 'generator' } }, '/rewardProviders/defualt'],
  ['an origin with a path', { corsOrigins: ['https://portal.example/'] }, '/corsOrigins'],
  ['an origin that is none', { corsOrigins: ['*'] }, '/corsOrigins'],
  ['a number as an origin', { corsOrigins: [1] }, '/corsOrigins/0'],
  ['21 origins', { corsOrigins: Array.from({ length: 21 }, () => 'https://a.example') }, '/corsOrigins'],
  ['a provider that is not there', { rewardProviders: { default: 'nobody' } }, '/rewardProviders'],
  [
    'a kind of reward that is none',
    { rewardProviders: { byType: { GIFT_CARD: '' } } },
    '/rewardProviders/byType/GIFT_CARD',
  ],
  ['a country without numbers', { phoneCountry: 'XX' }, '/phoneCountry'],
  ['caps of nothing', { memberPointsCaps: {} }, '/memberPointsCaps'],
  ['a cap of another period', { memberPointsCaps: { year: 5 } }, '/memberPointsCaps/year'],
  ['a zone that is none', { timeZone: 'Berlin' }, '/timeZone'],
  ['an offset', { timeZone: '+02:00' }, '/timeZone'],
  ['the table of a zone', { timeZoneChanges: [[0, 60]] }, '/timeZoneChanges'],
  ['another word', { refundPoints: 'ALL' }, '/refundPoints'],
  ['beside one that is right', { pointValueCents: 2, refundGraceDays: 366 }, '/refundGraceDays'],
])('%s as settings is 400 with the pointer, and nothing is changed', async (_what, body, pointer) => {
  const before = await settings();
  const { status, text } = await patched(body);
  const { code, context } = JSON.parse(text) as Refused;
  expect([status, code, context.errors?.map((error) => error.pointer)]).toEqual([
    400,
    'VALIDATION_ERROR',
    [pointer],
  ]);
  expect(await settings()).toEqual(before);
});

test('of time zones near ones are named, and a change leaves an entry by its name alone (D225)', async () => {
  const { text } = await patched({ timeZone: 'Berlin' });
  const { context } = JSON.parse(text) as Refused;
  expect(context.errors?.[0]?.message).toMatch(
    /time zone in the IANA database.*; the nearest are Europe\/Berlin$/,
  );
  await patched({ timeZone: 'Europe/Berlin' });
  await patched({ timeZone: null });
  const { auditEntries } = await bodyOf<{ auditEntries: readonly Audited[] }>('listAuditEntries', {
    query: '?objectType=setting&objectId=timeZone&limit=2',
  });
  expect(auditEntries.map(({ changes }) => changes)).toEqual([
    [{ pointer: '/timeZone', from: 'Europe/Berlin', to: null }],
    [{ pointer: '/timeZone', from: null, to: 'Europe/Berlin' }],
  ]);
});

test('thousands of names that are none get twenty faults', async () => {
  const names = Array.from({ length: 5_000 }, (_, n) => [`none${n.toString()}`, n]);
  const { status, text } = await patched(Object.fromEntries(names));
  const { context } = JSON.parse(text) as Refused;
  expect([status, context.errors?.length]).toEqual([400, 20]);
});

test.each([
  'evaluateRateLimitPerMinute',
  'requestsPerMinute',
  'bulkItemsPerMinute',
  'configurationWritesPerMinute',
  'importLinesPerMinute',
])(
  '▲ %s is the operator’s: 403 says so, and what stands beside it is not changed (D219)',
  async (setting) => {
    const before = await settings();
    for (const value of [10_000, null]) {
      const { status, text } = await patched({ pointValueCents: 7, [setting]: value });
      const { code, context } = JSON.parse(text) as Refused;
      expect([status, code, context]).toEqual([403, 'FORBIDDEN', { setting, owner: 'OPERATOR' }]);
    }
    expect(await settings()).toEqual(before);
  },
);

test('▲ webhooksOverPlainHttp is the operator’s too', async () => {
  const { status, text } = await patched({ webhooksOverPlainHttp: true });
  expect([status, (JSON.parse(text) as Refused).context['setting']]).toEqual([403, 'webhooksOverPlainHttp']);
});

test('a change of several settings leaves an entry for each that changed, with the values before and afterwards (D219)', async () => {
  const entriesOf = async (query = '') =>
    (await bodyOf<{ auditEntries: readonly Audited[] }>('listAuditEntries', { query })).auditEntries;
  await patched({ pointValueCents: 1, refundGraceDays: 30 });
  const before = new Set((await entriesOf()).map(({ id }) => id));
  await patched({ pointValueCents: 9, refundGraceDays: 30, pointsExpiry: { type: 'ROLLING', days: 9 } });
  const left = (await entriesOf()).filter(({ id }) => !before.has(id));
  expect(left.map(({ action, object, changes }) => [action, object.id, changes]).toSorted()).toEqual([
    ['setting.changed', 'pointValueCents', [{ pointer: '/pointValueCents', from: 1, to: 9 }]],
    [
      'setting.changed',
      'pointsExpiry',
      [
        { pointer: '/pointsExpiry/type', from: 'NONE', to: 'ROLLING' },
        { pointer: '/pointsExpiry/days', from: null, to: 9 },
      ],
    ],
  ]);
  const [found] = await entriesOf('?objectType=setting&objectId=pointValueCents&limit=1');
  expect(found?.changes).toEqual([{ pointer: '/pointValueCents', from: 1, to: 9 }]);
  await patched({ pointValueCents: null, pointsExpiry: null });
});

interface Audited {
  readonly id: string;
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string };
  readonly changes: readonly unknown[];
}

const poolName = 'Cinema & more';
const pool = { ids: { poolName: encodeURIComponent(poolName) } };
const put = (lowBelow: unknown, asked: Asked = pool) => ask('putCodePool', { ...asked, body: { lowBelow } });
const fill = (codes: unknown, asked: Asked = pool) => ask('addPoolCodes', { ...asked, body: { codes } });

test('a pool is made, changed and filled; a repeat adds nothing, and what is no code is said with its place (D220)', async () => {
  const made = await put(3);
  expect([made.status, JSON.parse(made.text)]).toEqual([
    201,
    { name: poolName, remaining: 0, lowBelow: 3, isLow: true },
  ]);
  expect((await put(3)).status).toBe(200);
  expect(JSON.parse((await put(2)).text)).toMatchObject({ lowBelow: 2 });
  const codes = ['A-1', 'A-2', 'A-1', '', 'A\u0007', 'x'.repeat(256), ' A 3 '];
  const rejects = [
    { index: 3, message: 'must have 1 to 255 characters' },
    { index: 4, message: 'must not contain a control character' },
    { index: 5, message: 'must have 1 to 255 characters' },
  ];
  expect(JSON.parse((await fill(codes)).text)).toEqual({ added: 3, duplicates: 1, rejects });
  expect(JSON.parse((await fill(codes)).text)).toEqual({ added: 0, duplicates: 4, rejects });
  const { codePools } = await bodyOf<{ codePools: object[] }>('listCodePools');
  expect(codePools).toEqual([{ name: poolName, remaining: 3, lowBelow: 2, isLow: false }]);
  expect((await patched({ rewardProviders: { byType: { GIFT_CARD: poolName } } })).status).toBe(200);
  const { rewardProviders } = await bodyOf<{ rewardProviders: { name: string; kind: string }[] }>(
    'listRewardProviders',
  );
  expect(rewardProviders.map(({ name, kind }) => [name, kind])).toEqual([
    [poolName, 'POOL'],
    ['generator', 'GENERATOR'],
  ]);
});

test('a thousand codes of 255 characters fit into one call', async () => {
  const codes = Array.from({ length: 1_000 }, (_, n) => n.toString().padStart(255, 'L'));
  await put(2);
  expect(JSON.parse((await fill(codes)).text)).toMatchObject({ added: 1_000, rejects: [] });
});

const faulty = (pointer: string) => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  context: { errors: [{ pointer }] },
});
const missing = { status: 404, code: 'CODE_POOL_NOT_FOUND' };
const taken = { status: 409, code: 'DUPLICATE_KEY', context: { field: 'poolName' } };
const named = (name: string) => ({ ids: { poolName: encodeURIComponent(name) } });

test.each<[string, () => Promise<{ text: string }>, object]>([
  ['codes for a pool that is not there', () => fill(['A'], named('none')), missing],
  ['codes for the generator', () => fill(['A'], named('generator')), missing],
  ['a pool called generator', () => put(1, named('generator')), taken],
  ['no code', () => fill([]), faulty('/codes')],
  ['1,001 codes', () => fill(Array.from({ length: 1_001 }, String)), faulty('/codes')],
  ['a number as a code', () => fill([1]), faulty('/codes/0')],
  ['a text as codes', () => fill('A'), faulty('/codes')],
  ['no bound', () => put(undefined), faulty('/lowBelow')],
  ['a bound below 0', () => put(-1), faulty('/lowBelow')],
  ['a name of 65 characters', () => put(1, named('x'.repeat(65))), faulty('/poolName')],
  ['a name with blanks around', () => put(1, named(' a')), faulty('/poolName')],
  ['a name nobody sees', () => put(1, named('\u200B')), faulty('/poolName')],
  ['a name that parts a path', () => put(1, named('a/b')), faulty('/poolName')],
  ['a name that Windows would part', () => put(1, named('a\\b')), faulty('/poolName')],
])('%s is refused', async (_what, call, expected) => {
  expect(JSON.parse((await call()).text)).toMatchObject(expected);
});

test('the environment is shown with each limit and what is used of it (D220)', async () => {
  const limitsOf = async (): Promise<ReadonlyMap<string, Limit>> => {
    const { limits } = await bodyOf<{ limits: readonly Limit[] }>('getEnvironment');
    return new Map(limits.map((limit) => [limit.of, limit]));
  };
  await bodyOf('createTier', { body: { name: 'Gold', minLifetimePoints: 7 } });
  // What is used is read once a second.
  await eventually('the tier is counted', async () => (await limitsOf()).get('tiers')?.used === 1);
  // Changes are counted every five seconds.
  await eventually(
    'the change is counted',
    async () => ((await limitsOf()).get('changesPerDay')?.used ?? 0) > 0,
  );
  const body = await bodyOf<object>('getEnvironment');
  expect(body).toMatchObject({ tenantId: tenant.tenantId, mode: 'test', streamTopic: null });
  expect(body).toMatchObject({ tenantName: 'Settings over the API', streamOutTopic: null });
  expect(await bodyOf<object>('getStreamOut')).toMatchObject({
    topic: null,
    state: 'NONE',
    lagSeconds: null,
  });
  const limits = await limitsOf();
  for (const [of, limit] of Object.entries(configurationLimits))
    expect(limits.get(of)).toEqual({ of, limit, used: expect.any(Number) as number });
  expect(limits.get('codes')?.used).toBe(1_003);
  expect(limits.get('rewardProviders')?.used).toBe(1);
  expect(limits.get('apiKeys')).toMatchObject({ limit: 1_000, used: expect.any(Number) as number });
  expect(limits.get('bulkItemsPerMinute')).toEqual({ of: 'bulkItemsPerMinute', limit: 6_000, used: null });
  expect(limits.get('changesPerDay')).toEqual({
    of: 'changesPerDay',
    limit: 500_000,
    used: expect.any(Number) as number,
  });
  expect([...limits.keys()]).toEqual(
    expect.arrayContaining(['adjustedPointsPerDay', 'totalAdjustedPointsPerDay']),
  );
});

test('▲ every operation of settings, pools and the environment was done by the client', () => {
  expect(unserved(isOfSettings)).toEqual([]);
});

interface Limit {
  readonly of: string;
  readonly limit: number | null;
  readonly used: number | null;
}

test('▲ codes stand in no request log, no entry and no list, though the requests do', async () => {
  const mark = `mark${crypto.randomUUID().replaceAll('-', '')}`;
  const lengths = logLengths();
  await put(1);
  expect(JSON.parse((await fill([`${mark}a`, `${mark}b`])).text)).toMatchObject({ added: 2 });
  expect((await fill([`${mark}c`], { ids: { poolName: 'none' } })).status).toBe(404);
  const path = encodeURIComponent('/codes');
  const logged = async (): Promise<readonly { statusCode: number }[]> =>
    (
      await bodyOf<{ requestLogs: readonly { statusCode: number }[] }>('listRequestLogs', {
        query: `?path=${path}`,
      })
    ).requestLogs;
  await eventually('both calls are logged', async () => (await logged()).length >= 2);
  const rows = await stored.rowsOf<{ text: string }>(
    `SELECT l::text AS text FROM request_logs l JOIN environments e ON e.id = l.environment_id WHERE e.tenant_id = $1
     UNION ALL SELECT a::text FROM audit_entries a JOIN environments e ON e.id = a.environment_id WHERE e.tenant_id = $1
     UNION ALL SELECT encode(o.messages, 'escape') FROM outbox o`,
    [tenant.tenantId],
  );
  const texts = [
    ...rows.map(({ text }) => text),
    (await ask('listRequestLogs', { query: `?path=${path}` })).text,
  ];
  expect(texts.filter((text) => text.includes('code_pool.filled')).length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes(mark))).toEqual([]);
  expect(searchLogs([{ what: 'a code', text: mark, core: mark }], lengths)).toEqual([]);
  const kept = await stored.rowsOf('SELECT 1 FROM pool_codes WHERE code LIKE $1', [`${mark}%`]);
  expect(kept).toHaveLength(2);
});

test('▲ gifts of one credential beyond the cap are refused, a repeat counts once, and taking is free (D221)', async () => {
  const { id: memberId } = await memberNamed('given');
  await patched({ adjustedPointsPerDay: 100 });
  const give = async (points: number, ref?: string, key?: string) => {
    const body = { points, reason: 'Gift', ...(ref !== undefined && { ref }) };
    return ask('adjustPoints', { ids: { memberId }, body, ...(key !== undefined && { key }) });
  };
  const usedNow = async () =>
    (await bodyOf<{ limits: readonly Limit[] }>('getEnvironment')).limits.find(
      ({ of }) => of === 'adjustedPointsPerDay',
    );
  // A process may go by the setting of before for 10 s (D87).
  await eventually('the cap acts', async () => (await usedNow())?.limit === 100);
  expect((await give(60, 'gift-1')).status).toBe(201);
  expect((await give(60, 'gift-1')).status).toBe(200);
  const beyond = await give(41);
  expect([beyond.status, (JSON.parse(beyond.text) as Refused).context]).toEqual([
    409,
    { limit: 100, of: 'adjustedPointsPerDay' },
  ]);
  expect((await give(-50)).status).toBe(201);
  expect((await give(41, 'gift-2')).status).toBe(409);
  expect((await give(40, 'gift-2')).status).toBe(201);
  expect(await usedNow()).toEqual({ of: 'adjustedPointsPerDay', limit: 100, used: 100 });
  expect((await give(1)).status).toBe(409);
  const { text } = await ask('createApiKey', { body: { name: 'Another', role: 'admin' } });
  const { key } = JSON.parse(text) as { readonly key: string };
  expect((await give(1, undefined, key)).status).toBe(409);
  await patched({ totalAdjustedPointsPerDay: 0 });
  await eventually(
    'nobody gives anything',
    async () => (JSON.parse((await give(1)).text) as Refused).context['of'] === 'totalAdjustedPointsPerDay',
  );
});
