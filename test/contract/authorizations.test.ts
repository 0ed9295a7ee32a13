import { eventually } from '@loyalty/testkit/runs';
import { askFor } from '../support/ask.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stranger: TestTenant;
beforeAll(async () => {
  [tenant, stranger] = await Promise.all([createTestTenant('Authorizations'), createTestTenant('Stranger')]);
  await activateCampaigns(tenant.test, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
  await Promise.all(['customer-1', 'customer-2', 'customer-3'].map(buy));
});

const buy = (memberRef: string) =>
  askFor(tenant, 'evaluateTransaction', {
    body: { transactionRef: `of-${memberRef}`, memberRef, amount: 100_000 },
  });

type Operation = 'authorizeRedemption' | 'captureRedemption' | 'voidRedemption';

const ask = async (
  operation: Operation,
  body: unknown,
  of = tenant,
  headers: Record<string, string> = {},
) => {
  const answer = await askFor(of, operation, { body, headers });
  return { ...answer, body: JSON.parse(answer.text) as Record<string, unknown> };
};

const order = { transactionRef: 'refused-1', memberRef: 'customer-1', amount: 10_000, pointsRequested: 100 };
const named = (transactionRef: string) => ({ transactionRef });

// The table of what bad input gets.
test.each<readonly [string, object, string]>([
  ['no time at all', { ...order, ttlSeconds: 0 }, '/ttlSeconds'],
  ['more than a week', { ...order, ttlSeconds: 604_801 }, '/ttlSeconds'],
  ['half a second', { ...order, ttlSeconds: 0.5 }, '/ttlSeconds'],
  ['a time as text', { ...order, ttlSeconds: '900' }, '/ttlSeconds'],
  ['no points', { ...order, pointsRequested: 0 }, '/pointsRequested'],
  ['no basket', { ...order, amount: 0 }, '/amount'],
  ['a reference of 256 characters', { ...order, transactionRef: 'a'.repeat(256) }, '/transactionRef'],
  [
    'a percentage of 5 decimals',
    { ...order, maxDiscountPercentOfBasket: 0.00001 },
    '/maxDiscountPercentOfBasket',
  ],
])('%s → 400 with its pointer, and nothing is taken', async (_, body, pointer) => {
  const { status, body: problem } = await ask('authorizeRedemption', body);
  expect([status, problem]).toMatchObject([
    400,
    { code: 'VALIDATION_ERROR', context: { errors: [{ pointer }] } },
  ]);
  expect((await ask('voidRedemption', named('refused-1'))).status).toBe(404);
});

test.each(['captureRedemption', 'voidRedemption'] as const)('%s: what it refuses', async (operation) => {
  expect((await ask(operation, {})).body).toMatchObject({
    context: { errors: [{ pointer: '/transactionRef' }] },
  });
  const unknown = await ask(operation, named('nobody'));
  expect([unknown.status, unknown.body['code'], unknown.headers.get('Retry-After')]).toEqual([
    404,
    'TRANSACTION_NOT_FOUND',
    '1',
  ]);
});

test('▲ a stranger’s reference gets what a random one gets (I9)', async () => {
  const reference = named('own-1');
  expect((await ask('authorizeRedemption', { ...order, ...reference })).status).toBe(200);
  for (const operation of ['captureRedemption', 'voidRedemption'] as const) {
    const theirs = await ask(operation, reference, stranger);
    const random = await ask(operation, named('random'), stranger);
    const [said, expected] = [theirs.body, random.body].map((body) => ({ ...body, requestId: null }));
    expect([theirs.status, said]).toEqual([random.status, expected]);
  }
});

test('one reference in redeem and authorize is one redemption: the other gets its bytes (D186)', async () => {
  const body = { ...order, transactionRef: 'both-1' };
  const authorized = await ask('authorizeRedemption', body);
  const redeemed = await askFor(tenant, 'redeemPoints', { body });
  expect([redeemed.text, redeemed.headers.get('Idempotency-Mismatch')]).toEqual([authorized.text, 'true']);
  const plain = await askFor(tenant, 'redeemPoints', { body: { ...body, transactionRef: 'both-2' } });
  const late = await ask('authorizeRedemption', { ...body, transactionRef: 'both-2' });
  expect([late.text, late.headers.get('Idempotency-Mismatch'), late.body['state']]).toEqual([
    plain.text,
    'true',
    'PROCESSED',
  ]);
  expect((await ask('captureRedemption', named('both-2'))).body).toMatchObject({
    code: 'INVALID_STATE_TRANSITION',
    context: { from: 'PROCESSED', to: 'CAPTURED' },
  });
});

test('▲ the 21st open authorization of a member is refused until one has ended (D187)', async () => {
  const open = (n: number) =>
    ask('authorizeRedemption', {
      ...order,
      memberRef: 'customer-2',
      transactionRef: `open-${n.toString()}`,
      pointsRequested: 10,
    });
  const all = await Promise.all(Array.from({ length: 21 }, (_, n) => open(n)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
  const [refused] = all.filter(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    context: { limit: 20, of: 'openAuthorizations' },
  });
  const taken = all.findIndex(({ status }) => status === 200);
  await ask('captureRedemption', named(`open-${taken.toString()}`));
  expect((await open(21)).status).toBe(200);
});

test('too many points, and an unknown member', async () => {
  expect(await ask('authorizeRedemption', { ...order, pointsRequested: 1_000_000 })).toMatchObject({
    status: 422,
    body: { code: 'INSUFFICIENT_POINTS' },
  });
  expect(await ask('authorizeRedemption', { ...order, memberRef: 'nobody' })).toMatchObject({
    status: 404,
    body: { code: 'MEMBER_NOT_FOUND' },
  });
});

test('▲ a suspended member authorizes nothing, and captures and voids; of an erased one all is 403 (D189)', async () => {
  const of = { ...order, memberRef: 'customer-3' };
  for (const transactionRef of ['state-1', 'state-2', 'state-3'])
    expect((await ask('authorizeRedemption', { ...of, transactionRef })).status).toBe(200);
  const { memberId } = JSON.parse((await buy('customer-3')).text) as { readonly memberId: string };
  await tenant.test.post(`/members/${memberId}/suspend`, { reason: 'a test' });
  expect((await ask('authorizeRedemption', { ...of, transactionRef: 'state-4' })).body).toMatchObject({
    code: 'MEMBER_SUSPENDED',
  });
  expect((await ask('captureRedemption', named('state-1'))).status).toBe(200);
  expect((await ask('voidRedemption', named('state-2'))).status).toBe(200);
  await tenant.test.delete(`/members/${memberId}`);
  for (const operation of ['captureRedemption', 'voidRedemption'] as const)
    expect((await ask(operation, named('state-3'))).body).toMatchObject({ code: 'MEMBER_ERASED' });
});

test('with respond-async each has a location of its own, where the result will be', async () => {
  const headers = { Prefer: 'respond-async' };
  const reference = named('later-1');
  const found = async (operation: string) =>
    (await tenant.test.get(`/transactions/later-1?operation=${operation}`)).body as unknown as {
      state?: string;
    };
  const asked = await ask('authorizeRedemption', { ...order, ...reference }, tenant, headers);
  expect([asked.status, asked.body['location']]).toEqual([
    202,
    expect.stringContaining('/later-1?operation=redeem'),
  ]);
  await eventually('it is authorized', async () => (await found('redeem')).state === 'AUTHORIZED');
  expect((await ask('captureRedemption', reference, tenant, headers)).status).toBe(202);
  await eventually('it is captured', async () => (await found('capture')).state === 'CAPTURED');
  expect((await ask('voidRedemption', reference, tenant, headers)).status).toBe(202);
  await eventually('it is voided', async () => (await found('void')).state === 'VOIDED');
});
