import { randomUUID } from 'node:crypto';
import type { OperationId } from '@loyalty/contracts/http';
import { operations } from '@loyalty/contracts/http';
import { expectContract, type Received, send } from '../support/contract.ts';
import { createDevTokens, type DevTokens } from '../support/dev-tokens.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant, setLiveSettings, type TestTenant } from '../support/tenant.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Calls an operation with the credential of one person or key; each response is checked against the contract. */
type Caller = (operation: OperationId, path: string, body?: object) => Promise<Received>;

let tenant: TestTenant;
let tokens: DevTokens;
let stored: StoredRows;
beforeAll(() => {
  stored = openStoredRows();
});
beforeEach(async () => {
  tenant = await createTestTenant('By two');
  tokens = await createDevTokens(tenant.tenantId, 'live');
});
afterAll(() => stored.close());

const callerWith =
  (headers: Readonly<Record<string, string>>): Caller =>
  async (operation, path, body) => {
    const { method } = operations.find(({ operationId }) => operationId === operation) ?? { method: 'GET' };
    const given = body === undefined ? {} : { body };
    const received = await send(method, `/v1/tenants/${tenant.tenantId}${path}`, { headers, ...given });
    expectContract(operation, received);
    return received;
  };

const person = (sub: string): Caller =>
  callerWith({ Authorization: `Bearer ${tokens.sign({ claims: { sub, scope: 'admin', env: 'live' } })}` });

const withKey = (key: string): Caller => callerWith({ 'X-API-Key': key });

const shownIn = ({ text }: Received): Shown => JSON.parse(text) as Shown;
const idIn = (received: Received): string => String(shownIn(received)['id']);

const outcomeOf = (received: Received): unknown =>
  received.status === 204 || received.status < 300
    ? 'done'
    : [received.status, shownIn(received)['code'], Object.keys(shownIn(received)['context'] as object)];

const needsAnother = [409, 'ANOTHER_PERSON_NEEDED', ['changedAt']];

const turnOn = async (caller: Caller): Promise<void> => {
  expect(outcomeOf(await caller('updateSettings', '/settings', { liveChangesByTwo: true }))).toBe('done');
};

const draft = { name: 'Gift', earningRule: { type: 'FIXED_POINTS', points: 5 } };

const draftBy = async (caller: Caller): Promise<string> =>
  `/campaigns/${idIn(await caller('createCampaign', '/campaigns', draft))}`;

const keyBy = async (caller: Caller): Promise<{ readonly id: string; readonly key: string }> => {
  const made = shownIn(await caller('createApiKey', '/api-keys', { name: 'made', role: 'admin' }));
  return { id: String(made['id']), key: String(made['key']) };
};

test('▲ without the setting one person makes and activates, as before (D306)', async () => {
  const anna = person('anna');
  const path = await draftBy(anna);
  expect(outcomeOf(await anna('activateCampaign', `${path}/activate`))).toBe('done');
  expect(outcomeOf(await anna('updateCampaign', path, { name: 'Gift 2' }))).toBe('done');
});

test('▲ with it a person other than the one who made the newest change activates, changes and resumes (D306)', async () => {
  const [anna, ben] = [person('anna'), person('ben')];
  await turnOn(anna);
  const path = await draftBy(anna);
  expect(outcomeOf(await anna('updateCampaign', path, { description: 'A draft' }))).toBe('done');
  expect(outcomeOf(await anna('activateCampaign', `${path}/activate`))).toEqual(needsAnother);
  expect(shownIn(await anna('getCampaign', path))['state']).toBe('DRAFT');
  expect(outcomeOf(await ben('activateCampaign', `${path}/activate`))).toBe('done');
  expect(outcomeOf(await ben('updateCampaign', path, { name: 'By ben' }))).toEqual(needsAnother);
  expect(outcomeOf(await anna('updateCampaign', path, { name: 'By anna' }))).toBe('done');
  expect(outcomeOf(await anna('updateCampaign', path, { name: 'By anna again' }))).toEqual(needsAnother);
  expect(outcomeOf(await anna('updateCampaign', path, {}))).toBe('done');
  expect(outcomeOf(await anna('pauseCampaign', `${path}/pause`))).toBe('done');
  expect(outcomeOf(await anna('resumeCampaign', `${path}/resume`))).toEqual(needsAnother);
  expect(outcomeOf(await ben('resumeCampaign', `${path}/resume`))).toBe('done');
});

test('▲ who stops a campaign frees nobody: its pause is not the newest change', async () => {
  const [anna, ben] = [person('anna'), person('ben')];
  await turnOn(anna);
  const path = await draftBy(anna);
  await ben('activateCampaign', `${path}/activate`);
  await anna('updateCampaign', path, { earningRule: { type: 'FIXED_POINTS', points: 100_000 } });
  expect(outcomeOf(await ben('pauseCampaign', `${path}/pause`))).toBe('done');
  expect(outcomeOf(await anna('resumeCampaign', `${path}/resume`))).toEqual(needsAnother);
  expect(outcomeOf(await anna('updateCampaign', path, { name: 'Again' }))).toEqual(needsAnother);
  expect(outcomeOf(await anna('archiveCampaign', path))).toBe('done');
});

test('▲ a person with their keys, a key with those it makes and is rotated to, are one (D306)', async () => {
  const anna = person('anna');
  await turnOn(anna);
  const first = await keyBy(anna);
  const second = await keyBy(withKey(first.key));
  const rotated = shownIn(await withKey(second.key)('rotateApiKey', `/api-keys/${second.id}/rotate`, {}));
  const third = withKey(String(rotated['key']));
  const path = await draftBy(anna);
  for (const own of [withKey(first.key), withKey(second.key), third])
    expect(outcomeOf(await own('activateCampaign', `${path}/activate`))).toEqual(needsAnother);
  // Of an operator, as a stranger's.
  const other = withKey(tenant.keys.live);
  expect(outcomeOf(await other('activateCampaign', `${path}/activate`))).toBe('done');
  const made = await keyBy(other);
  expect(outcomeOf(await withKey(made.key)('updateCampaign', path, { name: 'x' }))).toEqual(needsAnother);
  expect(outcomeOf(await third('updateCampaign', path, { name: 'x' }))).toBe('done');
  expect(outcomeOf(await anna('updateCampaign', path, { name: 'y' }))).toEqual(needsAnother);
});

test('▲ the steps of the ladder are one object, a new tier and the end of one included', async () => {
  const [anna, ben] = [person('anna'), person('ben')];
  await turnOn(anna);
  const gold = `/tiers/${idIn(await anna('createTier', '/tiers', { name: 'Gold', minLifetimePoints: 100 }))}`;
  const multiplied = { benefits: [{ type: 'EARN_MULTIPLIER', multiplier: 1_000 }] };
  const next = { name: 'Next', minLifetimePoints: 1, ...multiplied };
  expect(outcomeOf(await anna('createTier', '/tiers', next))).toEqual(needsAnother);
  expect(outcomeOf(await anna('updateTier', gold, multiplied))).toEqual(needsAnother);
  expect(outcomeOf(await anna('deleteTier', gold))).toEqual(needsAnother);
  expect(outcomeOf(await ben('updateTier', gold, { name: 'Golden' }))).toBe('done');
  expect(outcomeOf(await ben('deleteTier', gold))).toEqual(needsAnother);
  expect(outcomeOf(await anna('deleteTier', gold))).toBe('done');
  expect(outcomeOf(await anna('createTier', '/tiers', next))).toEqual(needsAnother);
  expect(outcomeOf(await ben('createTier', '/tiers', next))).toBe('done');
});

test('a segment belongs to it while a live campaign names it', async () => {
  const [anna, ben] = [person('anna'), person('ben')];
  await turnOn(anna);
  const made = await anna('createSegment', '/segments', { name: 'Staff', type: 'STATIC' });
  const segment = `/segments/${idIn(made)}`;
  expect(outcomeOf(await anna('updateSegment', segment, { name: 'Crew' }))).toBe('done');
  const path = await draftBy(anna);
  await anna('updateCampaign', path, { targetSegmentIds: [idIn(made)] });
  expect(outcomeOf(await anna('updateSegment', segment, { name: 'A draft names it' }))).toBe('done');
  expect(outcomeOf(await ben('activateCampaign', `${path}/activate`))).toBe('done');
  expect(outcomeOf(await anna('updateSegment', segment, { name: 'Nobody' }))).toEqual(needsAnother);
  expect(outcomeOf(await anna('deleteSegment', segment))).toEqual(needsAnother);
  expect(outcomeOf(await ben('updateSegment', segment, { name: 'By ben' }))).toBe('done');
  expect(outcomeOf(await ben('deleteSegment', segment))).toEqual(needsAnother);
  await ben('archiveCampaign', path);
  expect(outcomeOf(await ben('deleteSegment', segment))).toBe('done');
});

test('the value of a point is changed by a person other than the last one; other settings are not asked for', async () => {
  const [anna, ben] = [person('anna'), person('ben')];
  await turnOn(anna);
  const set = async (caller: Caller, body: object) =>
    outcomeOf(await caller('updateSettings', '/settings', body));
  expect(await set(anna, { pointValueCents: 2 })).toBe('done');
  expect(await set(anna, { pointValueCents: 1_000, refundGraceDays: 9 })).toEqual(needsAnother);
  expect((shownIn(await anna('getSettings', '/settings'))['settings'] as Shown)['refundGraceDays']).toBe(7);
  expect(await set(anna, { refundGraceDays: 9 })).toBe('done');
  expect(await set(ben, { pointValueCents: 3 })).toBe('done');
  expect(await set(ben, { pointValueCents: null })).toEqual(needsAnother);
});

test('▲ who turns it on does not turn it off, and turned off it acts for one more day', async () => {
  const [anna, ben] = [person('anna'), person('ben')];
  await turnOn(anna);
  const off = async (caller: Caller) =>
    outcomeOf(await caller('updateSettings', '/settings', { liveChangesByTwo: null }));
  expect(await off(anna)).toEqual(needsAnother);
  expect(await off(ben)).toBe('done');
  const path = await draftBy(ben);
  expect(outcomeOf(await ben('activateCampaign', `${path}/activate`))).toEqual(needsAnother);
  await turnOn(ben);
  expect(await off(ben)).toEqual(needsAnother);
  expect(await off(anna)).toBe('done');
  await stored.rowsOf(
    `UPDATE audit_entries a SET created_at = a.created_at - interval '25 hours' FROM environments e
      WHERE e.id = a.environment_id AND e.tenant_id = $1 AND a.object_id = 'liveChangesByTwo'`,
    [tenant.tenantId],
  );
  expect(outcomeOf(await ben('activateCampaign', `${path}/activate`))).toBe('done');
});

test('an operator is not bound, and turns it off at once', async () => {
  const anna = person('anna');
  await turnOn(anna);
  const path = await draftBy(anna);
  // As loyaltyctl writes it, whose entry names no credential.
  await setLiveSettings(tenant, { liveChangesByTwo: null });
  await stored.rowsOf(
    `UPDATE audit_entries a SET actor_kind = 'OPERATOR', actor_id = 'thandi' FROM environments e
      WHERE e.id = a.environment_id AND e.tenant_id = $1 AND a.object_id = 'liveChangesByTwo'`,
    [tenant.tenantId],
  );
  expect(outcomeOf(await anna('activateCampaign', `${path}/activate`))).toBe('done');
});

test('▲ of ten at once who may change a live campaign once, one person makes one change', async () => {
  const [anna, ben] = [person('anna'), person('ben')];
  await turnOn(anna);
  const path = await draftBy(anna);
  await ben('activateCampaign', `${path}/activate`);
  const changes = Array.from({ length: 10 }, (_, n) =>
    anna('updateCampaign', path, { description: `Change ${n.toString()} ${randomUUID()}` }),
  );
  const outcomes = (await Promise.all(changes)).map(outcomeOf);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome !== 'done')).toEqual(
    Array.from({ length: 9 }, () => needsAnother),
  );
});

test('▲ the entry of an activation has the whole rule, and that of a resumption too (D306)', async () => {
  const [anna, ben] = [person('anna'), person('ben')];
  const path = await draftBy(anna);
  await ben('activateCampaign', `${path}/activate`);
  await ben('pauseCampaign', `${path}/pause`);
  await ben('resumeCampaign', `${path}/resume`);
  const { auditEntries: entries } = shownIn(
    await anna('listAuditEntries', `/audit-log?objectType=campaign&objectId=${path.split('/')[2] ?? ''}`),
  ) as { auditEntries: readonly { action: string; changes: readonly Shown[] }[] };
  const changesOf = (wanted: string) => entries.find(({ action }) => action === wanted)?.changes ?? [];
  const rule = [
    { pointer: '/name', to: 'Gift' },
    { pointer: '/earningRule', to: { type: 'FIXED_POINTS', points: 5 } },
  ];
  for (const [action, from] of [
    ['campaign.activated', 'DRAFT'],
    ['campaign.resumed', 'PAUSED'],
  ] as const) {
    expect(changesOf(action)).toContainEqual({ pointer: '/state', from, to: 'ACTIVE' });
    expect(changesOf(action)).toEqual(expect.arrayContaining(rule));
  }
  expect(changesOf('campaign.paused')).toEqual([
    { pointer: '/state', from: 'ACTIVE', to: 'PAUSED' },
    { pointer: '/pausedReason', from: null, to: 'MANUAL' },
  ]);
});
