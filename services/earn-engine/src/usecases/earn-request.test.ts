import { type EvaluateRequest, evaluateRequestCodec, fingerprintOf, topics } from '@loyalty/contracts';
import { memberKeyOf } from '@loyalty/kernel';
import { streamTopicOf } from '@loyalty/tables/tenants';
import { testAtMs, testMessage, testSnapshot } from '@loyalty/testkit/engine';
import { credit, memberEvent, receipt } from '../testing/earn-bodies.ts';
import { type EarnBody, earnRequestReader } from './earn-request.ts';

const { environmentId, secret } = testSnapshot();
const onShared = { timestamp: testAtMs, topic: topics.evaluate };

const read = (body: EarnBody) =>
  earnRequestReader.requestOf(
    {
      message: testMessage(body),
      ...earnRequestReader.keyOf(body),
      environmentId,
      fingerprint: Buffer.alloc(16),
      responseKey: 'key',
      newId: (kind) => kind,
    },
    { secret, currency: 'ZAR' },
  );

test.each([
  ['a receipt by its transactionRef', receipt(), { operation: 'evaluate', ref: 'receipt-1' }],
  ['an event by its ref', memberEvent(), { operation: 'event', ref: 'event-1' }],
  ['a credit by what caused it', credit(), { operation: 'credit', ref: 'event:event-1' }],
] as const)('%s', (_, body, name) => {
  expect(earnRequestReader.keyOf(body)).toEqual(name);
});

test('a receipt has its member, and no referrer', () => {
  expect(read(receipt())).toMatchObject({
    memberKey: memberKeyOf(secret, 'customer-1'),
    memberRef: 'customer-1',
    referrerKey: null,
  });
});

test('a receipt is decided without the lines that take away, and known by what is left (D333)', () => {
  const milk = { sku: 'milk', quantity: 2, unitPriceCents: 100, categories: [] };
  const sent = read(receipt({ products: [milk, { ...milk, quantity: -1 }] }));
  const plain = receipt({ products: [{ ...milk, quantity: 1 }] });
  expect(sent.message.value).toEqual(plain);
  expect(sent.fingerprint).toEqual(
    fingerprintOf(evaluateRequestCodec.encode(sent.message.value.body as EvaluateRequest, 7)),
  );
});

test('a receipt without such lines keeps its message and the fingerprint of its bytes', () => {
  const body = receipt();
  expect(read(body).message.value).toBe(body);
  expect(read(body).fingerprint).toEqual(Buffer.alloc(16));
});

test('an event has the key of its member’s referrer', () => {
  const { referrerKey } = read(memberEvent({ referrerRef: 'customer-2' }));
  expect(referrerKey).toEqual(memberKeyOf(secret, 'customer-2'));
});

test('a credit has its member’s key, and no reference that could enrol them', () => {
  const memberKey = Buffer.alloc(16, 4);
  expect(read(credit({ memberKey }))).toMatchObject({ memberKey, memberRef: null, referrerKey: null });
});

test.each([
  { what: 'a receipt', body: receipt({ amountCents: -1 }), reason: 'INVALID_RECEIPT', at: '/amount' },
  { what: 'an event', body: memberEvent({ ref: '' }), reason: 'INVALID_EVENT', at: '/ref' },
])('$what that cannot be decided on is rejected by its first fault', ({ body, reason, at }) => {
  const rejection = earnRequestReader.rejectionOf(body, onShared);
  expect(rejection?.reason).toBe(reason);
  expect(rejection?.detail.startsWith(at)).toBe(true);
});

test.each([receipt(), memberEvent(), credit()])('a sound request is not rejected', (body) => {
  expect(earnRequestReader.rejectionOf(body, onShared)).toBeNull();
});

test('a receipt of more than 2,000 categories is decided if it came through ingress, and rejected on a tenant’s own topic', () => {
  const line = {
    sku: 'milk',
    quantity: 1,
    unitPriceCents: 100,
    categories: Array<string>(100).fill('dairy'),
  };
  const body = receipt({ products: Array(21).fill(line) });
  const onOwn = { ...onShared, topic: streamTopicOf({ tenantId: testSnapshot().tenantId, mode: 'live' }) };
  expect(earnRequestReader.rejectionOf(body, onShared)).toBeNull();
  expect(earnRequestReader.rejectionOf(body, { ...onShared, topic: topics.receipts })).toBeNull();
  expect(earnRequestReader.rejectionOf(body, onOwn)).toEqual({
    reason: 'INVALID_RECEIPT',
    detail: '/products must have at most 2000 categories in total',
    errors: [{ pointer: '/products', message: 'must have at most 2000 categories in total' }],
  });
});
