import { randomUUID } from 'node:crypto';
import { askFor } from '../support/ask.ts';
import { contractCalls } from '../support/contract-calls.ts';
import { isOfImports } from '../support/contract.ts';
import { createTestTenant, setLiveSettings, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Contract of imports');
});

const calls = contractCalls(() => tenant);

interface Given {
  readonly source?: string;
  readonly body?: object;
  readonly query?: string;
}

type Operation = 'listImports' | 'getImport' | 'putImport' | 'importMembers' | 'closeImport';

const ask = async (operation: Operation, { source, ...rest }: Given = {}) => {
  const { status, text } = await calls.ask(operation, { ...(source && { ids: { source } }), ...rest });
  return { status, body: JSON.parse(text) as Record<string, unknown>, text };
};

const opened = async (): Promise<string> => {
  const source = `source-${randomUUID().slice(0, 8)}`;
  expect((await ask('putImport', { source, body: { signedUp: true } })).status).toBe(201);
  return source;
};

interface Line {
  readonly outcome: string;
  readonly code: string | null;
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
}

const send = async (source: string, lines: readonly unknown[], query = '') => {
  const { status, body, text } = await ask('importMembers', { source, body: { lines }, query });
  expect([status, text]).toEqual([200, expect.anything()]);
  return body as { results: Line[]; import: { members: number; points: number }; warnings?: unknown[] };
};

const refOf = () => `customer-${randomUUID()}`;

test('an import is opened once, listed, and read by its source (D341)', async () => {
  const source = await opened();
  const again = await ask('putImport', { source, body: { signedUp: true } });
  expect(again).toMatchObject({ status: 200, body: { source, state: 'OPEN', members: 0, closedAt: null } });
  expect(await ask('putImport', { source, body: { signedUp: false } })).toMatchObject({
    status: 200,
    body: { signedUp: false },
  });
  expect((await ask('getImport', { source })).body).toMatchObject({ source, signedUp: false });
  const { imports } = (await ask('listImports')).body as { imports: { source: string }[] };
  expect(imports.map((each) => each.source)).toContain(source);
});

test.each(['Upper', 'two words', 'a..b', '-a', 'x'.repeat(65)])(
  'the source %j is answered 400',
  async (source) => {
    expect((await ask('putImport', { source, body: { signedUp: true } })).status).toBe(400);
  },
);

test('lines to an unknown import are answered 404', async () => {
  const body = { lines: [{ externalRef: refOf() }] };
  expect(await ask('importMembers', { source: 'unknown', body })).toMatchObject({
    status: 404,
    body: { code: 'IMPORT_NOT_FOUND' },
  });
});

test('no line, 101 lines, and more than 1,000 parts are answered 400, and nothing is written', async () => {
  const source = await opened();
  const lots = Array.from({ length: 501 }, () => ({ points: 1, expiresAt: '2099-12-31' }));
  const parts = [refOf(), refOf()].map((externalRef) => ({ externalRef, balance: 501, lots }));
  const many = Array.from({ length: 101 }, () => ({ externalRef: refOf() }));
  for (const lines of [[], many, parts])
    expect((await ask('importMembers', { source, body: { lines } })).status).toBe(400);
  expect((await ask('getImport', { source })).body).toMatchObject({ members: 0 });
});

test('a faulty line among good ones is rejected with its code and pointer, and none of its values', async () => {
  const source = await opened();
  const secret = 'marker-of-a-person';
  const { results, import: record } = await send(source, [
    { externalRef: refOf(), balance: 70 },
    { externalRef: secret, email: `${secret} at home`, balance: -1 },
    secret,
    { externalRef: refOf(), lots: [{ points: 1, expiresAt: '2099-01-01' }] },
    { externalRef: refOf(), balance: 1, lots: [{ points: 1 }] },
    { externalRef: refOf(), balance: 1, lots: [{ points: 1, expiresAt: '2099-01-01', slidingDays: 3 }] },
    { externalRef: refOf(), enrolledAt: '2999-01-01' },
    { externalRef: refOf(), segmentIds: [randomUUID()] },
    { externalRef: refOf(), stampCards: [{ campaignId: randomUUID(), stamps: 2 }] },
  ]);
  expect(
    results.map(({ outcome, code, errors }) => [code ?? outcome, ...errors.map((one) => one.pointer)]),
  ).toEqual([
    ['CREATED'],
    ['VALIDATION_ERROR', '/email', '/balance'],
    ['VALIDATION_ERROR', ''],
    ['LOTS_EXCEED_BALANCE', '/lots'],
    ['VALIDATION_ERROR', '/lots/0'],
    ['VALIDATION_ERROR', '/lots/0/slidingDays'],
    ['VALIDATION_ERROR', '/enrolledAt'],
    ['SEGMENT_NOT_FOUND', '/segmentIds/0'],
    ['CAMPAIGN_NOT_FOUND', '/stampCards/0/campaignId'],
  ]);
  expect(JSON.stringify(results)).not.toContain(secret);
  expect(record).toMatchObject({ members: 1, points: 70 });
});

test('a line brings further references along, which are the member’s from then on (D341, D345)', async () => {
  const source = await opened();
  const [externalRef, card, phone] = [refOf(), refOf(), refOf()];
  const references = [{ reference: card, kind: 'CARD', state: 'BLOCKED' }, { reference: phone }];
  const { results } = await send(source, [
    { externalRef, balance: 5, references },
    { externalRef: refOf(), references: [{ reference: card }] },
    { externalRef: refOf(), references: [{ reference: 'a' }, { reference: 'a' }] },
    { externalRef: 'b', references: [{ reference: 'b' }] },
    { externalRef: refOf(), references: Array.from({ length: 20 }, () => ({ reference: refOf() })) },
    { externalRef: refOf(), references: ['c'] },
    { externalRef: refOf(), references: [{ reference: 'd', state: 'LOST' }] },
  ]);
  expect(results.map(({ outcome, code, errors }) => [code ?? outcome, errors[0]?.pointer])).toEqual([
    ['CREATED', undefined],
    ['REFERENCE_TAKEN', '/references/0/reference'],
    ['VALIDATION_ERROR', '/references/1/reference'],
    ['VALIDATION_ERROR', '/references/0/reference'],
    ['VALIDATION_ERROR', '/references'],
    ['VALIDATION_ERROR', '/references/0'],
    ['VALIDATION_ERROR', '/references/0/state'],
  ]);
  expect(results[0]).toMatchObject({ referencesAdded: 2 });
  const found = await askFor(tenant, 'listMembers', { query: `?ref=${phone}` });
  expect(JSON.parse(found.text)).toMatchObject({ members: [{ externalRef, matchedReference: phone }] });
  const again = await send(source, [
    { externalRef, balance: 5, references: references.map((one) => ({ kind: null, ...one })) },
  ]);
  expect(again.results).toMatchObject([{ outcome: 'UNCHANGED', referencesAdded: 0 }]);
});

test('a line that is sent again is unchanged, however its instants are spelled; another content is different', async () => {
  const source = await opened();
  const externalRef = refOf();
  const line = { externalRef, balance: 5, enrolledAt: '2020-05-01T00:00:00Z' };
  const send1 = async (sent: object) => (await send(source, [sent])).results.map(({ outcome }) => outcome);
  expect(await send1(line)).toEqual(['CREATED']);
  expect(await send1({ ...line, enrolledAt: '2020-05-01T02:00:00+02:00', name: null })).toEqual([
    'UNCHANGED',
  ]);
  expect(await send1({ ...line, balance: 6 })).toEqual(['DIFFERENT']);
});

test('a member who moved in has what they brought along', async () => {
  const source = await opened();
  const externalRef = refOf();
  await send(source, [
    {
      externalRef,
      name: 'Thandi Nkosi',
      phone: '+27 82 555 0142',
      enrolledAt: '2019-02-03',
      balance: 1_200,
      lots: [{ points: 500, expiresAt: '2099-12-31' }],
      lifetimePoints: 8_600,
      purchases: { spendCents: 4_310_050, count: 37, lastOn: '2025-11-02' },
      consents: [{ channels: ['EMAIL'], granted: true, source: 'form', grantedAt: '2020-01-01' }],
    },
  ]);
  const found = await askFor(tenant, 'listMembers', { query: `?ref=${externalRef}` });
  const [member] = (JSON.parse(found.text) as { members: { id: string }[] }).members;
  expect(member).toMatchObject({
    name: 'Thandi Nkosi',
    pointsBalance: 1_200,
    lifetimePoints: 8_600,
    enrolledAt: '2019-02-03T00:00:00.000Z',
  });
  const of = async (operation: 'listLedgerEntries' | 'getMemberStatistics' | 'listConsents') =>
    JSON.parse((await askFor(tenant, operation, { ids: { memberId: member?.id ?? '' } })).text) as object;
  expect(await of('listLedgerEntries')).toMatchObject({
    entries: [
      {
        type: 'ADJUST',
        points: 1_200,
        balanceAfter: 1_200,
        description: 'Opening balance',
        transactionId: null,
      },
    ],
  });
  expect(await of('getMemberStatistics')).toMatchObject({
    spendCentsLifetime: 4_310_050,
    txnCountLifetime: 37,
    spendCents30d: 0,
  });
});

test('a dry run says what the call would do, and writes nothing', async () => {
  const source = await opened();
  const lines = [
    { externalRef: refOf(), balance: 5 },
    { externalRef: refOf(), balance: -5 },
  ];
  const tried = await send(source, lines, '?dryRun=true');
  expect(tried.results.map(({ outcome }) => outcome)).toEqual(['CREATED', 'REJECTED']);
  expect(tried.import).toMatchObject({ members: 0, points: 0 });
  expect((await send(source, lines)).import).toMatchObject({ members: 1, points: 5 });
});

test('a dry run needs no opened import, and leaves none behind (D341)', async () => {
  const source = `source-${randomUUID().slice(0, 8)}`;
  const tried = await send(source, [{ externalRef: refOf(), balance: 5 }, { balance: 5 }], '?dryRun=true');
  expect(tried.results.map(({ outcome }) => outcome)).toEqual(['CREATED', 'REJECTED']);
  expect(tried.import).toBeNull();
  expect((await ask('getImport', { source })).body).toMatchObject({ code: 'IMPORT_NOT_FOUND' });
});

test('fields that are not known are named in the warnings', async () => {
  const source = await opened();
  const { results, warnings } = await send(source, [{ externalRef: refOf(), points: 5 }]);
  expect(results.map(({ outcome }) => outcome)).toEqual(['CREATED']);
  expect(warnings).toEqual([expect.objectContaining({ code: 'UNKNOWN_FIELD', pointer: '/lines/0/points' })]);
});

test('an import closes on its own numbers, and then takes no line', async () => {
  const source = await opened();
  await send(source, [{ externalRef: refOf(), balance: 123 }]);
  expect(await ask('closeImport', { source, body: { members: 1, points: 12_300 } })).toMatchObject({
    status: 409,
    body: {
      code: 'IMPORT_INCOMPLETE',
      context: { expected: { members: 1, points: 12_300 }, members: 1, points: 123 },
    },
  });
  const counted = { source, body: { members: 1, points: 123 } };
  expect(await ask('closeImport', counted)).toMatchObject({ status: 200, body: { state: 'CLOSED' } });
  expect(await ask('closeImport', counted)).toMatchObject({ status: 200, body: { state: 'CLOSED' } });
  const late = await ask('importMembers', { source, body: { lines: [{ externalRef: refOf() }] } });
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'INVALID_STATE_TRANSITION', context: { from: 'CLOSED' } },
  });
  expect((await ask('putImport', { source, body: { signedUp: false } })).status).toBe(409);
});

test('each call that brings somebody in is a row of the audit log with its counts', async () => {
  const source = await opened();
  const externalRef = refOf();
  await send(source, [{ externalRef, balance: 40 }]);
  await send(source, [{ externalRef, balance: 40 }]);
  await ask('closeImport', { source, body: { members: 1, points: 40 } });
  const { text } = await askFor(tenant, 'listAuditEntries', {
    query: `?objectType=import&objectId=${source}`,
  });
  const { auditEntries } = JSON.parse(text) as { auditEntries: { action: string; changes: unknown }[] };
  expect(auditEntries.map(({ action }) => action)).toEqual([
    'import.closed',
    'import.members_added',
    'import.opened',
  ]);
  expect(auditEntries[1]?.changes).toContainEqual({ pointer: '/points', from: null, to: 40 });
  expect(text).not.toContain(externalRef);
});

test('▲ a cap on gifts holds for imports with points, unless the operator allows them for a time (D341)', async () => {
  const source = 'old-programme';
  const sent = async (importsUntil: string | null, balance: number) => {
    const capped = await createTestTenant('Imports beside a cap');
    await setLiveSettings(capped, { adjustedPointsPerDay: 100, importsUntil });
    const asked = { ids: { source }, key: capped.keys.live };
    await askFor(capped, 'putImport', { ...asked, body: { signedUp: true } });
    const body = { lines: [{ externalRef: refOf(), balance }] };
    const { status, text } = await askFor(capped, 'importMembers', { ...asked, body });
    return { status, body: JSON.parse(text) as unknown };
  };
  const [past, future] = [Date.now() - 1_000, Date.now() + 3_600_000].map((ms) => new Date(ms).toISOString());
  const refused = { code: 'LIMIT_EXCEEDED', context: { limit: 100, of: 'adjustedPointsPerDay' } };
  expect(await sent(null, 1)).toMatchObject({ status: 409, body: refused });
  expect(await sent(past ?? null, 1)).toMatchObject({ status: 409, body: refused });
  expect((await sent(null, 0)).status).toBe(200);
  expect((await sent(future ?? null, 1)).status).toBe(200);
});

test('▲ every operation of imports was done by the client', () => {
  expect(calls.unserved(isOfImports)).toEqual([]);
});
