import { callOf, placeIn, shortPlaceIn } from './logged-call.ts';

const base = '/v1/tenants/0198c0de-0000-7000-8000-000000000001';

test.each([
  [
    'POST',
    '/transactions/evaluate',
    { amount: 1 },
    { id: 'evaluateTransaction', args: { body: { amount: 1 } } },
  ],
  ['GET', '/members/m-1/ledger', null, { id: 'listLedgerEntries', args: { memberId: 'm-1' } }],
  ['GET', '/transactions/till%2F7', null, { id: 'getTransaction', args: { transactionRef: 'till/7' } }],
  ['GET', '/transactions/%E0%A4', null, { id: 'getTransaction', args: { transactionRef: '%E0%A4' } }],
  ['DELETE', '/webhooks/w-1', null, { id: 'deleteWebhook', args: { webhookId: 'w-1' } }],
  ['GET', '/request-logs', null, { id: 'listRequestLogs', args: {} }],
])('%s %s is a call of an operation', (method, path, requestBody, { id, args }) => {
  expect(callOf({ method, path: base + path, requestBody })).toEqual({ operationId: id, args });
});

test.each([
  ['GET', '/nothing/here'],
  ['PUT', '/webhooks/w-1'],
  ['GET', '/members/m-1/ledger/'],
])('%s %s is none', (method, path) => {
  expect(callOf({ method, path: base + path, requestBody: null })).toBeNull();
});

test('a path is shown without its tenant', () => {
  expect(placeIn(`${base}/members`)).toBe('/members');
  expect(placeIn('/v1/other')).toBe('/v1/other');
});

test('a row has the ends of an id, and what stands behind it', () => {
  const id = '4302f0b2-9b5e-42c9-9e1f-69eb285b73be';
  expect(shortPlaceIn(`${base}/webhooks/${id}/deliveries/${id}/replay`)).toBe(
    '/webhooks/4302f0b2…73be/deliveries/4302f0b2…73be/replay',
  );
  expect(shortPlaceIn(`${base}/members/card-2041`)).toBe('/members/card-2041');
});
