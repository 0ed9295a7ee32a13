import { isOfMembers } from '../support/contract.ts';
import { contractCalls, contractCampaign as campaign, receiptBody } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTestTenant('Contract');
});

/** Each response is checked against the contract. */
const { ask, bodyOf, memberNamed, statusOf, unserved } = contractCalls(() => tenant);

test('the life of a member is answered as the contract says, from enrolment to erasure', async () => {
  const body = { externalRef: 'contract-life', name: 'Thandi Nkosi', email: 'thandi@example.com' };
  const made = await ask('createMember', { body });
  expect(made.status).toBe(201);
  const { id: memberId } = JSON.parse(made.text) as { id: string };
  const ids = { memberId };
  const again = await ask('createMember', { body: { ...body, name: 'Somebody else' } });
  expect([again.status, again.text]).toEqual([200, made.text]);
  const changed = { name: null, phone: '+27 82 555 0142' };
  expect(await bodyOf('updateMember', { ids, body: changed })).toMatchObject({ ...body, ...changed });
  expect(await statusOf('updateMember', { ids, body: { email: 'no address' } })).toBe(400);
  const consent = { memberId, purpose: 'MARKETING', channels: ['SMS'], granted: true, source: 'form' };
  expect(await statusOf('recordConsent', { body: { ...consent, evidence: { form: 7 } } })).toBe(201);
  expect(await bodyOf('listConsents', { ids })).toMatchObject({
    consents: [{ memberId, source: 'form', evidence: { form: 7 } }],
    current: [{ channel: 'SMS', granted: true }],
  });
  expect(await statusOf('recordConsent', { body: { ...consent, memberRef: 'contract-1' } })).toBe(400);
  for (const evidence of [7, true, [], 'x'.repeat(2_001), { text: 'x'.repeat(8_192) }])
    expect(await statusOf('recordConsent', { body: { ...consent, evidence } })).toBe(400);
  const withNull = { ...consent, evidence: null, policyVersion: null };
  expect(await bodyOf('recordConsent', { body: withNull })).toMatchObject({ evidence: null });
  const reference = { reference: 'contract-life-card', kind: 'CARD' };
  expect(await statusOf('putMemberReference', { ids, body: reference })).toBe(201);
  const { references } = await bodyOf<{ references: unknown[] }>('listMemberReferences', { ids });
  expect(references).toHaveLength(2);
  const { reference: released } = reference;
  const left = await bodyOf('releaseMemberReference', { ids, body: { reference: released } });
  expect(left).toEqual({ references: references.slice(0, 1), nextCursor: null });
  const { id: twin } = await memberNamed('contract-life-twin');
  const merge = { memberId: twin, reason: 'One person' };
  expect(await bodyOf('mergeMembers', { ids, body: merge })).toMatchObject({ merged: true });
  const { id: noteId } = await bodyOf<{ id: string }>('addMemberNote', { ids, body: { text: 'Called' } });
  expect(await bodyOf('listMemberNotes', { ids })).toMatchObject({ notes: [{ id: noteId, text: 'Called' }] });
  expect(await statusOf('listMemberTimeline', { ids })).toBe(200);
  expect(await statusOf('deleteMemberNote', { ids: { memberId, noteId } })).toBe(204);
  const erased = await ask('eraseMember', { ids });
  expect(JSON.parse(erased.text)).toMatchObject({ id: memberId, state: 'anonymized' });
  expect((await ask('eraseMember', { ids })).text).toBe(erased.text);
  expect(await statusOf('updateMember', { ids, body: changed })).toBe(409);
  expect(await statusOf('createMember', { body })).toBe(403);
  expect(await statusOf('recordConsent', { body: consent })).toBe(403);
  const found = await bodyOf<{ members: unknown[] }>('listMembers', { query: '?ref=contract-life' });
  expect(found.members).toEqual([]);
});

test('a ledger is narrowed by type and time as the contract says', async () => {
  const { id: memberId } = await memberNamed('contract-ledger');
  const ids = { memberId };
  for (const query of ['?type=REDEEM', '?since=2999-01-01', '?until=2000-01-01T00:00:00Z']) {
    expect(await bodyOf('listLedgerEntries', { ids, query })).toEqual({ entries: [], nextCursor: null });
  }
  expect(await statusOf('listLedgerEntries', { ids, query: '?type=OTHER' })).toBe(400);
});

test('suspension, reinstatement and stamp cards are answered as the contract says', async () => {
  const { id: memberId } = await memberNamed('contract-state');
  const ids = { memberId };
  expect(await bodyOf('suspendMember', { ids, body: { reason: 'Fraud' } })).toMatchObject({
    state: 'suspended',
  });
  expect(await statusOf('suspendMember', { ids })).toBe(200);
  expect(await statusOf('evaluateTransaction', { body: receiptBody('contract-state') })).toBe(403);
  expect(await statusOf('reinstateMember', { ids })).toBe(200);
  const earningRule = { type: 'STAMP_CARD', stampsRequired: 10, rewardOnCompletion: { points: 100 } };
  const card = await bodyOf<{ id: string }>('createCampaign', { body: { name: 'Coffee', earningRule } });
  await ask('activateCampaign', { ids: { campaignId: card.id } });
  expect(await bodyOf('listOpenAuthorizations', { ids })).toEqual({ authorizations: [] });
  const { stampCards } = await bodyOf<{ stampCards: unknown[] }>('listStampCards', { ids });
  expect(stampCards).toMatchObject([{ campaignId: card.id, stampsCollected: 0, stampsRequired: 10 }]);
  expect(await bodyOf('listMemberLimits', { ids })).toEqual({ limits: [], caps: [] });
});

test('members and their ledgers are answered as the contract says', async () => {
  const { id } = await bodyOf<{ id: string }>('createCampaign', { body: campaign });
  await ask('activateCampaign', { ids: { campaignId: id } });
  const { memberId } = await bodyOf<{ memberId: string }>('evaluateTransaction', {
    body: receiptBody('contract-2'),
  });
  expect(await statusOf('getMember', { ids: { memberId } })).toBe(200);
  expect(await statusOf('getMemberStatistics', { ids: { memberId } })).toBe(200);
  const ledger = await bodyOf<{ entries: unknown[] }>('listLedgerEntries', { ids: { memberId } });
  expect(ledger.entries).toHaveLength(1);
  const listed = await bodyOf<{ transactions: unknown[] }>('listMemberTransactions', { ids: { memberId } });
  expect(listed.transactions).toHaveLength(1);
  const { members } = await bodyOf<{ members: unknown[] }>('listMembers', { query: '?ref=contract-2' });
  expect(members).toHaveLength(1);
});

test('adjustments and expiring points are answered as the contract says', async () => {
  const { id: memberId } = await memberNamed('contract-adjust');
  const ids = { memberId };
  const adjust = { points: 50, reason: 'Apology', ref: 'contract-adjust', expiresAt: '2099-12-31' };
  const first = await ask('adjustPoints', { ids, body: adjust });
  const again = await ask('adjustPoints', { ids, body: adjust });
  expect([first.status, again.status, again.text]).toEqual([201, 200, first.text]);
  expect(await bodyOf('listExpiringPoints', { ids, query: '?within=3650' })).toMatchObject({ memberId });
  expect(await statusOf('listPendingPoints', { ids })).toBe(200);
});

test('▲ every operation on members was done by the client', () => {
  expect(unserved(isOfMembers)).toEqual([]);
});
