import { eventually } from '@loyalty/testkit/runs';
import { askFor } from '../support/ask.ts';
import { send } from '../support/contract.ts';
import { giftCampaign } from '../support/rewards.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Places');
});

test.each(['evaluate', 'simulate', 'explain', 'burn-rate', '.', '..', '%2e%2e', 'a/../b'])(
  'the result of the reference %j is where its acceptance says, also for clients that take dots out of paths (D83)',
  async (transactionRef) => {
    const body = { transactionRef, memberRef: 'customer-1', amount: 100 };
    const headers = { Prefer: 'respond-async' };
    const accepted = await askFor(tenant, 'evaluateTransaction', { body, headers });
    expect(accepted.status).toBe(202);
    const location = accepted.headers.get('Location') ?? '';
    const found = () => send('GET', location, { headers: { 'X-API-Key': tenant.keys.test } });
    await eventually('the receipt is decided', async () => (await found()).status === 200);
    expect(JSON.parse((await found()).text)).toMatchObject({ transactionRef, state: 'PROCESSED' });
  },
);

test('a reference that nobody can have given is unknown, and none at all a fault of the request', async () => {
  const statusOf = async (query: string) => (await askFor(tenant, 'findTransaction', { query })).status;
  expect(await statusOf(`?transactionRef=${'a'.repeat(300)}`)).toBe(404);
  expect(await statusOf('?operation=event&transactionRef=evaluate')).toBe(404);
  expect(await statusOf('')).toBe(400);
  const id = crypto.randomUUID();
  expect(await statusOf(`?transactionId=${id}`)).toBe(404);
  expect(await statusOf(`?transactionId=${id}&transactionRef=evaluate`)).toBe(400);
  expect(await statusOf('?transactionId=7')).toBe(400);
});

test('▲ an entry or a reward leads back to its receipt, by reference and by id (D112)', async () => {
  await activateCampaigns(tenant.test, [
    { name: 'One', earningRule: { type: 'FIXED_POINTS', points: 1 } },
    giftCampaign,
  ]);
  const transactionRef = crypto.randomUUID();
  const body = { transactionRef, memberRef: 'customer-2', amount: 100 };
  const first = await askFor(tenant, 'evaluateTransaction', { body });
  const { transactionId, memberId } = JSON.parse(first.text) as Record<'transactionId' | 'memberId', string>;
  const ids = { memberId };
  const adjustment = { points: 5, reason: 'Apology', ref: crypto.randomUUID() };
  await askFor(tenant, 'adjustPoints', { ids, body: adjustment });
  await askFor(tenant, 'adjustPoints', { ids, body: { points: 5, reason: 'Apology' } });
  const ledger = await askFor(tenant, 'listLedgerEntries', { ids });
  expect(JSON.parse(ledger.text)).toMatchObject({
    entries: [
      { transactionId: null, transactionRef: null },
      { type: 'ADJUST', transactionRef: adjustment.ref },
      { type: 'EARN', transactionId, transactionRef },
    ],
  });
  const rewards = await askFor(tenant, 'listMemberRewards', { ids });
  expect(JSON.parse(rewards.text)).toMatchObject({ rewards: [{ transactionRef }] });
  const found = await askFor(tenant, 'findTransaction', { query: `?transactionId=${transactionId}` });
  expect([found.status, found.text]).toEqual([200, first.text]);
});

test('▲ the transactions of a member are listed newest first, as they were answered, without campaigns (D112)', async () => {
  const memberRef = 'customer-3';
  const refs = ['a', 'b', 'c'].map((name) => `${name}-${crypto.randomUUID()}`);
  const responses: Record<string, unknown>[] = [];
  for (const transactionRef of refs) {
    const body = { transactionRef, memberRef, amount: 100 };
    const answer = await askFor(tenant, 'evaluateTransaction', { body });
    responses.unshift(JSON.parse(answer.text) as Record<string, unknown>);
  }
  const event = { type: 'SIGNUP', ref: crypto.randomUUID() };
  const memberId = String(responses[0]?.['memberId']);
  const ids = { memberId };
  const sent = await askFor(tenant, 'submitLifecycleEvent', { ids, body: event });
  responses.unshift(JSON.parse(sent.text) as Record<string, unknown>);
  const listed = async (query: string) =>
    JSON.parse((await askFor(tenant, 'listMemberTransactions', { ids, query })).text) as {
      readonly transactions: readonly Record<string, unknown>[];
      readonly nextCursor: string | null;
    };
  const createdAt = expect.any(String) as unknown;
  const operationAt = (at: number) => (at === 0 ? 'event' : 'evaluate');
  const purchase = { occurredAt: createdAt, amount: 100, storeRef: null, isReturned: false };
  const whole = responses.map((answer, at) =>
    Object.assign(
      { operation: operationAt(at), createdAt },
      at === 0 ? { storeRef: null } : purchase,
      answer,
    ),
  );
  const { transactions } = await listed('?expand=campaigns');
  expect(transactions).toEqual(whole);
  const lean = whole.map(({ campaigns, ...rest }: Record<string, unknown>) => (campaigns ? rest : {}));
  const first = await listed('?limit=3');
  const second = await listed(`?limit=3&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
  expect([first.transactions, second]).toEqual([
    lean.slice(0, 3),
    { transactions: lean.slice(3), nextCursor: null },
  ]);
  expect((await listed('?operation=event')).transactions).toEqual(lean.slice(0, 1));
  expect((await listed('?operation=redeem')).transactions).toEqual([]);
  expect((await listed('?to=2000-01-01')).transactions).toEqual([]);
  expect((await listed('?from=2999-01-01')).transactions).toEqual([]);
  const at = String(transactions[1]?.['createdAt']);
  const then = await listed(`?from=${at}&to=${at}`);
  expect(then.transactions.map((one) => one['transactionRef'])).toContain(refs[2]);
  for (const query of ['?operation=adjust', '?expand=all', '?from=never', '?cursor=x'])
    expect((await askFor(tenant, 'listMemberTransactions', { ids, query })).status).toBe(400);
  const nobody = { ids: { memberId: crypto.randomUUID() } };
  expect((await askFor(tenant, 'listMemberTransactions', nobody)).status).toBe(404);
});

test('▲ a receipt says when it was bought, for how much and where, and whether all of it was returned (D112)', async () => {
  const occurredAt = new Date(Date.now() - 17 * 86_400_000).toISOString();
  const transactionRef = crypto.randomUUID();
  const body = { transactionRef, memberRef: 'customer-4', amount: 51_200, storeRef: 'store-12', occurredAt };
  const first = await askFor(tenant, 'evaluateTransaction', { body });
  const ids = { memberId: String((JSON.parse(first.text) as Record<string, unknown>)['memberId']) };
  const read = async (operation: 'listMemberTransactions' | 'listLedgerEntries', query = '') =>
    JSON.parse((await askFor(tenant, operation, { ids, query })).text) as Record<string, object[]>;
  const bought = { occurredAt, amount: 51_200, storeRef: 'store-12' };
  const listed = async () => (await read('listMemberTransactions', '?operation=evaluate'))['transactions'];
  expect(await listed()).toMatchObject([Object.assign({ isReturned: false }, bought)]);
  expect((await read('listLedgerEntries'))['entries']).toMatchObject([
    Object.assign({ type: 'EARN' }, bought),
  ]);
  const found = async (query: string) =>
    (await askFor(tenant, 'findTransaction', { query: `?transactionRef=${transactionRef}${query}` })).text;
  // Without the parameter it stays the response of before, byte for byte.
  expect(await found('')).toBe(first.text);
  const decided = JSON.parse(first.text) as object;
  const createdAt = expect.any(String) as unknown;
  expect(JSON.parse(await found('&withPurchase=true'))).toEqual(
    Object.assign({ createdAt, isReturned: false }, bought, decided),
  );

  const half = { transactionRef, returnRef: crypto.randomUUID(), amount: 20_000 };
  await askFor(tenant, 'returnPurchase', { body: half });
  expect(await listed()).toMatchObject([{ isReturned: false }]);
  const rest = { transactionRef, returnRef: crypto.randomUUID(), whole: true, storeRef: 'store-9' };
  await askFor(tenant, 'returnPurchase', { body: rest });
  expect(await listed()).toMatchObject([{ isReturned: true }]);
  expect(JSON.parse(await found('&withPurchase=true'))).toMatchObject({ isReturned: true });
  const [back] = (await read('listLedgerEntries', '?type=RETURN'))['entries'] ?? [];
  expect(back).toMatchObject({ occurredAt: null, amount: null, storeRef: 'store-9' });
  const [returned] = (await read('listMemberTransactions', '?operation=return'))['transactions'] ?? [];
  expect(returned).toMatchObject({ storeRef: 'store-9', amountReturned: 31_200 });
  expect(returned).not.toHaveProperty('occurredAt');
});
