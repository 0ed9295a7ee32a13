import { operations, type OperationId } from '@loyalty/contracts';
import { readLocalStack } from '@loyalty/stack';
import { expectContract, operationOf, pathOf, send, type Received, type Sent } from '../support/contract.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
/** A key of another tenant. */
const strangersKey = readLocalStack().tenants[0]?.testKey ?? '';
/** Operations that have answered with what they are for. */
const served = new Set<OperationId>();

beforeAll(async () => {
  tenant = await createTestTenant('Contract');
});

interface Asked extends Sent {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly key?: string;
}

/** Asks an operation and holds its answer to the contract. */
const ask = async (operationId: OperationId, asked: Asked = {}): Promise<Received> => {
  const { ids = {}, query = '', key = tenant.keys.test, ...sent } = asked;
  const operation = operationOf(operationId);
  const headers = { 'X-API-Key': key, ...sent.headers };
  const path = pathOf(operation, { tenantId: tenant.tenantId, ...ids }) + query;
  const answer = await send(operation.method, path, { ...sent, headers });
  expectContract(operationId, answer);
  if (answer.status < 300) served.add(operationId);
  return answer;
};

const statusOf = async (operationId: OperationId, asked: Asked = {}): Promise<number> =>
  (await ask(operationId, asked)).status;

const bodyOf = async <T>(operationId: OperationId, asked: Asked = {}): Promise<T> =>
  JSON.parse((await ask(operationId, asked)).text) as T;

const basketOf = (memberRef: string) => ({ transactionRef: crypto.randomUUID(), memberRef, amount: 15_000 });

const campaign = {
  name: 'Contract',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
  redemptionRule: { pointsPerRand: 10 },
  maxBudgetCents: 1_000_000,
  startDate: '2026-01-01',
};

test('the life of a campaign is answered as the contract says', async () => {
  const { id } = await bodyOf<{ id: string }>('createCampaign', { body: campaign });
  const ids = { campaignId: id };
  for (const operationId of ['activateCampaign', 'pauseCampaign', 'resumeCampaign', 'getCampaign'] as const) {
    expect(await statusOf(operationId, { ids })).toBe(200);
  }
  expect(await statusOf('updateCampaign', { ids, body: { description: 'changed', endDate: null } })).toBe(
    200,
  );
  expect(await statusOf('listCampaigns', { query: '?state=ACTIVE&limit=1' })).toBe(200);
  expect(await statusOf('archiveCampaign', { ids })).toBe(200);
  expect(await statusOf('activateCampaign', { ids })).toBe(409);
  expect(await statusOf('updateCampaign', { ids, body: { name: 'too late' } })).toBe(409);
});

test('a transaction, and what became of it, is answered as the contract says', async () => {
  const basket = basketOf('contract-1');
  const first = await ask('evaluateTransaction', { body: basket });
  const again = await ask('evaluateTransaction', { body: basket });
  expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true']);
  const found = await ask('getTransaction', { ids: { transactionRef: basket.transactionRef } });
  expect(found.text).toBe(first.text);
  const elsewhere = { ids: { transactionRef: basket.transactionRef }, query: '?operation=redeem' };
  const missing = await ask('getTransaction', elsewhere);
  expect([missing.status, missing.headers.get('Retry-After')]).toEqual([404, '1']);
  expect(await statusOf('simulateTransaction', { body: { memberRef: 'contract-1', amount: 100 } })).toBe(200);
});

test('members and their ledgers are answered as the contract says', async () => {
  const { id } = await bodyOf<{ id: string }>('createCampaign', { body: campaign });
  await ask('activateCampaign', { ids: { campaignId: id } });
  const { memberId } = await bodyOf<{ memberId: string }>('evaluateTransaction', {
    body: basketOf('contract-2'),
  });
  expect(await statusOf('getMember', { ids: { memberId } })).toBe(200);
  const ledger = await bodyOf<{ entries: unknown[] }>('listLedgerEntries', { ids: { memberId } });
  expect(ledger.entries).toHaveLength(1);
  const { members } = await bodyOf<{ members: unknown[] }>('listMembers', { query: '?ref=contract-2' });
  expect(members).toHaveLength(1);
});

test('a 202 says where its result will be, and a reference that is decided already is answered at once', async () => {
  const headers = { Prefer: 'respond-async' };
  const basket = basketOf('contract-3');
  const accepted = await ask('evaluateTransaction', { body: basket, headers });
  const { location } = JSON.parse(accepted.text) as { location: string };
  expect([accepted.status, accepted.headers.get('Location')]).toEqual([202, location]);
  await ask('evaluateTransaction', { body: basket });
  const known = await ask('evaluateTransaction', { body: basket, headers });
  expect([known.status, known.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
});

test('a bulk call is answered as the contract says', async () => {
  const body = { items: [basketOf('contract-4'), { amount: 0 }] };
  expect(await statusOf('bulkEvaluateTransactions', { body })).toBe(200);
  const headers = { Prefer: 'respond-async' };
  expect(await statusOf('bulkEvaluateTransactions', { body, headers })).toBe(202);
});

test('health and the document are answered to anybody as the contract says', async () => {
  for (const operationId of ['getLiveness', 'getReadiness', 'getOpenapiDocument'] as const) {
    expect(await statusOf(operationId)).toBe(200);
  }
  for (const [path, type] of [
    ['/metrics', 'text/plain'],
    ['/docs', 'text/html'],
  ] as const) {
    const { status, headers } = await send('GET', path);
    expect([status, headers.get('Content-Type')?.split(';')[0]]).toEqual([200, type]);
  }
});

const withKey = operations.filter(({ isPublic }) => !isPublic);

test.each(withKey)('$operationId refuses who may not ask in the words of the contract', async (operation) => {
  const { operationId, hasBody } = operation;
  const body = hasBody ? { body: {} } : {};
  expect(await statusOf(operationId, { ...body, key: 'sk_live_nobody' })).toBe(401);
  expect(await statusOf(operationId, { ...body, key: strangersKey })).toBe(403);
  expect(await statusOf(operationId, { ...body, ids: { tenantId: crypto.randomUUID() } })).toBe(404);
  expect(await statusOf(operationId, { ...body, ids: { tenantId: 'no-uuid' } })).toBe(400);
});

const withBody = withKey.filter(({ hasBody }) => hasBody);

test.each(withBody)('$operationId refuses a wrong body in the words of the contract', async (operation) => {
  const { operationId } = operation;
  for (const body of ['', '[]', '{', '{"earningRule":1,"name":null}']) {
    expect(await statusOf(operationId, { body })).toBe(400);
  }
  expect(await statusOf(operationId, { body: '{}', headers: { 'Content-Type': 'text/plain' } })).toBe(415);
  const tooLarge = `{"x":"${'x'.repeat(operation.bodyLimitBytes ?? 256 * 1024)}"}`;
  expect(await statusOf(operationId, { body: tooLarge })).toBe(413);
});

const withId = withKey.filter(({ path }) => path.split('{').length > 2);

test.each(withId)('$operationId knows no id that cannot exist (D2)', async (operation) => {
  const { operationId, hasBody } = operation;
  for (const id of ['no-uuid', '%00', 'a%00b', '%F0%9F%98%80', 'x'.repeat(300)]) {
    const ids = { campaignId: id, memberId: id, transactionRef: id };
    expect(await statusOf(operationId, { ids, ...(hasBody ? { body: {} } : {}) })).toBe(404);
  }
});

test('every operation that answers in JSON was seen to answer with what it is for', () => {
  const inText: readonly OperationId[] = ['getMetrics', 'getDocumentation'];
  const all = operations.map(({ operationId }) => operationId).filter((id) => !inText.includes(id));
  expect([...served].sort()).toEqual([...all].sort());
});
