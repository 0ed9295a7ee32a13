import type { OperationId } from '@loyalty/contracts/http';
import { eventually } from '@loyalty/testkit/runs';
import type { Asked } from '../support/ask.ts';
import { contractCampaign, contractCalls } from '../support/contract-calls.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;
let one: Till;
let nine: Till;
beforeAll(async () => {
  tenant = await createTestTenant('Authors');
  stored = openStoredRows();
  await activateCampaigns(tenant.test, [contractCampaign]);
  one = await till('till 1');
  nine = await till('till 9');
});
afterAll(() => stored.close());

const { ask, bodyOf, memberNamed } = contractCalls(() => tenant);

interface Till {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A key of a till, or of another role. */
const till = async (name: string, granted: object = { role: 'till' }): Promise<Till> => {
  const body = { name, rateLimitPerMinute: 10_000, ...granted };
  const { id, key } = await bodyOf<{ id: string; key: string }>('createApiKey', { body });
  return { id, key, name };
};

const authorOf = ({ id, name }: Till) => ({ kind: 'KEY', id, name });

interface Shown {
  readonly author?: unknown;
  readonly storeRef?: unknown;
}

const transaction = (transactionRef: string, operation: string, more = '&withAuthor=true') =>
  bodyOf<Shown>('getTransaction', { ids: { transactionRef }, query: `?operation=${operation}${more}` });

const redeemAt = async ({ key }: Till, memberRef: string, ref: string): Promise<void> => {
  const body = { transactionRef: ref, memberRef, amount: 10_000, pointsRequested: 10, storeRef: 'store-1' };
  expect((await ask('redeemPoints', { key, body })).status).toBe(200);
};

const voidAt = ({ key }: Till, transactionRef: string) =>
  ask('voidRedemption', { key, body: { transactionRef, storeRef: 'store-9' } });

const setMinutes = async (voidWithinMinutes: number | null): Promise<void> => {
  expect((await ask('updateSettings', { body: { voidWithinMinutes } })).status).toBe(200);
};

test('▲ the void of another till is found: who, where, when (D303)', async () => {
  const { id: memberId } = await memberNamed('anna');
  await redeemAt(one, 'anna', 'redeem-1');
  expect((await voidAt(nine, 'redeem-1')).status).toBe(200);
  expect(await transaction('redeem-1', 'redeem')).toMatchObject({
    author: authorOf(one),
    storeRef: 'store-1',
  });
  expect(await transaction('redeem-1', 'void')).toMatchObject({
    author: authorOf(nine),
    storeRef: 'store-9',
  });
  const { transactions } = await bodyOf<{
    transactions: (Shown & { operation: string; createdAt: string })[];
  }>('listMemberTransactions', { ids: { memberId }, query: '?withAuthor=true' });
  expect(transactions.find(({ operation }) => operation === 'void')).toMatchObject({
    author: authorOf(nine),
    storeRef: 'store-9',
    createdAt: expect.any(String) as string,
  });
  // A second void is a repeat, wherever it is sent from, and the first one stays whose it is.
  const again = await ask('voidRedemption', {
    key: one.key,
    body: { transactionRef: 'redeem-1', storeRef: 'x' },
  });
  expect([
    again.status,
    again.headers.get('idempotent-replayed'),
    again.headers.get('idempotency-mismatch'),
  ]).toEqual([200, 'true', null]);
  expect(await transaction('redeem-1', 'void')).toMatchObject({
    author: authorOf(nine),
    storeRef: 'store-9',
  });
});

test('▲ each kind of act names its author: single, bulk and async, of every operation', async () => {
  const { key } = nine;
  const { id: memberId } = await memberNamed('bert');
  const receipt = (transactionRef: string) => ({
    transactionRef,
    memberRef: 'bert',
    amount: 50_000,
    storeRef: 's2',
  });
  await ask('evaluateTransaction', { key, body: receipt('plain') });
  await ask('bulkEvaluateTransactions', { key, body: { items: [receipt('bulk')] } });
  await ask('evaluateTransaction', { key, body: receipt('async'), headers: { Prefer: 'respond-async' } });
  const returned = (transactionRef: string, returnRef: string) => ({
    transactionRef,
    returnRef,
    amount: 100,
    storeRef: 's3',
  });
  await ask('returnPurchase', { key, body: returned('plain', 'return-1') });
  await ask('bulkReturn', { key, body: { items: [returned('bulk', 'return-2')] } });
  const taken = { memberRef: 'bert', amount: 10_000, pointsRequested: 10, storeRef: 's4' };
  await ask('authorizeRedemption', { key, body: { ...taken, transactionRef: 'order-1' } });
  await ask('captureRedemption', { key, body: { transactionRef: 'order-1', storeRef: 's5' } });
  await ask('authorizeRedemption', { key, body: { ...taken, transactionRef: 'order-2', ttlSeconds: 1 } });
  for (const [ref, operation, storeRef] of [
    ['plain', 'evaluate', 's2'],
    ['bulk', 'evaluate', 's2'],
    ['async', 'evaluate', 's2'],
    ['return-1', 'return', 's3'],
    ['return-2', 'return', 's3'],
    ['order-1', 'redeem', 's4'],
    ['order-1', 'capture', 's5'],
  ] as const)
    await eventually(`${operation} of ${ref} has its author`, async () => {
      const shown = await transaction(ref, operation);
      return JSON.stringify([shown.author, shown.storeRef]) === JSON.stringify([authorOf(nine), storeRef]);
    });
  const { returns } = await bodyOf<{ returns: Shown[] }>('listReturns', {
    query: '?transactionRef=plain&withAuthor=true',
  });
  expect(returns).toMatchObject([{ author: authorOf(nine), storeRef: 's3' }]);
  // A lapse is the engine's own.
  await eventually('the authorization has lapsed', async () => {
    const { author } = await transaction('order-2', 'void');
    return (
      JSON.stringify(author) === JSON.stringify({ kind: 'SERVICE', id: 'lapse-redemptions', name: null })
    );
  });
  const member = await bodyOf<Shown>('getMember', { ids: { memberId }, query: '?withAuthor=true' });
  expect(member.author).toMatchObject({ kind: 'KEY', name: 'made by a test' });
});

test('▲ a report says who returns, voids and gives most, by member, credential and store (D309)', async () => {
  const [ten, office] = [await till('till 10'), await till('office', { permissions: ['points:adjust'] })];
  const { key } = ten;
  const { id: memberId } = await memberNamed('frank');
  const transactionRef = 'frank-1';
  const receipt = { transactionRef, memberRef: 'frank', amount: 1_000 };
  await ask('evaluateTransaction', { key, body: receipt });
  const redeem = { ...receipt, amount: 10_000, pointsRequested: 10 };
  expect((await ask('redeemPoints', { key, body: redeem })).status).toBe(200);
  const voided = await ask('voidRedemption', { key, body: { transactionRef, storeRef: 'store-77' } });
  expect(voided.status).toBe(200);
  const adjust = async (points: number, ref: string) => {
    const asked = { key: office.key, ids: { memberId }, body: { points, reason: 'Test', ref } };
    expect((await ask('adjustPoints', asked)).status).toBe(201);
  };
  const { pointsBalance } = await bodyOf<{ pointsBalance: number }>('getMember', { ids: { memberId } });
  await adjust(30, 'frank-given');
  await adjust(-30 - pointsBalance, 'frank-taken');
  const returned = { transactionRef, returnRef: 'frank-return', whole: true, storeRef: 'store-77' };
  expect((await ask('returnPurchase', { key, body: returned })).status).toBe(200);

  const itemsBy = async (by: string, orderBy: string) => {
    const query = `?by=${by}&orderBy=${orderBy}`;
    return (await bodyOf<{ items: Record<string, unknown>[] }>('listExceptions', { query })).items;
  };
  const atTill = { acts: 2, pointsToDeduct: 10, pointsReversed: 10, pointsVoided: 10, pointsForgiven: 0 };
  const byHand = { pointsGiven: 30, pointsTaken: 30 + pointsBalance };
  const [ofMember] = await itemsBy('member', 'pointsGiven');
  expect(ofMember).toMatchObject({ memberId, externalRef: 'frank', ...atTill, ...byHand, acts: 4 });
  const byCredential = await itemsBy('credential', 'pointsToDeduct');
  expect(byCredential[0]).toMatchObject({ author: authorOf(ten), ...atTill, pointsGiven: 0 });
  expect(byCredential).toContainEqual(
    expect.objectContaining({ author: authorOf(office), acts: 2, pointsVoided: 0, ...byHand }),
  );
  const [ofStore] = await itemsBy('store', 'pointsToDeduct');
  expect(ofStore).toMatchObject({ storeRef: 'store-77', ...atTill, pointsGiven: 0 });
});

test('members, events and consents that somebody sends name them', async () => {
  const server = await till('server', { role: 'server' });
  const { key } = server;
  const { id: memberId } = await bodyOf<{ id: string }>('createMember', {
    key,
    body: { externalRef: 'carl' },
  });
  await ask('submitLifecycleEvent', {
    key,
    ids: { memberId },
    body: { type: 'BIRTHDAY', ref: 'birthday-1' },
  });
  const consent = { memberId, purpose: 'MARKETING', channels: ['EMAIL'], granted: true, source: 'form' };
  await ask('recordConsent', { key, body: consent });
  const shownBy = async (operationId: OperationId, asked: Asked, field: string) => {
    const body = await bodyOf<Record<string, Shown[]>>(operationId, {
      ...asked,
      query: `${asked.query ?? '?'}&withAuthor=true`,
    });
    return body[field]?.map(({ author }) => author);
  };
  const ids = { memberId };
  expect(await bodyOf<Shown>('getMember', { ids, query: '?withAuthor=true' })).toMatchObject({
    author: authorOf(server),
  });
  expect(await shownBy('listEvents', { query: `?memberId=${memberId}` }, 'events')).toEqual([
    authorOf(server),
  ]);
  expect(await shownBy('listConsents', { ids, query: '?limit=5' }, 'consents')).toEqual([authorOf(server)]);
});

test('▲ only who has `audit:read` sees it, and nobody unasked', async () => {
  await memberNamed('dora');
  await redeemAt(one, 'dora', 'redeem-2');
  const query = '?operation=redeem&withAuthor=true';
  const refused = await ask('getTransaction', { key: nine.key, ids: { transactionRef: 'redeem-2' }, query });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { code: 'FORBIDDEN', context: { permission: 'audit:read' } },
  ]);
  const plain = await transaction('redeem-2', 'redeem', '');
  expect([plain.author, plain.storeRef]).toEqual([undefined, undefined]);
});

test('▲ a captured or plain redeem is voided by another credential within its time only (D303)', async () => {
  await memberNamed('emil');
  await redeemAt(one, 'emil', 'own');
  await redeemAt(one, 'emil', 'anothers');
  const taken = { memberRef: 'emil', amount: 10_000, pointsRequested: 10, transactionRef: 'open' };
  await ask('authorizeRedemption', { key: one.key, body: taken });
  await setMinutes(0);
  const late = await voidAt(nine, 'anothers');
  expect([late.status, JSON.parse(late.text)]).toMatchObject([
    403,
    { code: 'VOID_TOO_LATE', context: { voidableUntil: expect.any(String) as string } },
  ]);
  expect((await voidAt(one, 'own')).status).toBe(200);
  expect((await voidAt(nine, 'open')).status).toBe(200);
  await setMinutes(1_440);
  expect((await voidAt(nine, 'anothers')).status).toBe(200);
});

test('▲ returns and voids have permissions of their own; a key from before keeps what it could do', async () => {
  await memberNamed('fred');
  const permissions = ['transactions:evaluate', 'transactions:redeem'];
  const narrow = await till('no voids', { permissions });
  await redeemAt(narrow, 'fred', 'redeem-3');
  const refused = await voidAt(narrow, 'redeem-3');
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { code: 'FORBIDDEN', context: { permission: 'transactions:void' } },
  ]);
  const body = { transactionRef: 'nothing', returnRef: 'r', whole: true };
  const noReturn = await ask('returnPurchase', { key: narrow.key, body });
  expect([noReturn.status, JSON.parse(noReturn.text)]).toMatchObject([
    403,
    { context: { permission: 'transactions:return' } },
  ]);
  // As a build of before has stored it, and before anybody has used it.
  const old = await till('from before', { permissions });
  await stored.rowsOf('UPDATE api_keys SET returns_apart = false WHERE id = $1 RETURNING 1', [old.id]);
  expect((await voidAt(old, 'redeem-3')).status).toBe(200);
  expect((await ask('returnPurchase', { key: old.key, body })).status).toBe(404);
  const { permissions: listed } = await bodyOf<{ permissions: string[] }>('getApiKey', {
    ids: { keyId: old.id },
  });
  expect(listed).toEqual([...permissions, 'transactions:return', 'transactions:void']);
});
