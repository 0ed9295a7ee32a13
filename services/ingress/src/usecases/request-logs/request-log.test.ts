import type { Credential, TestKeyRequest } from '@loyalty/http/api';
import { type EnvironmentId, memberKeyOf } from '@loyalty/kernel';
import { loggedBytesMax, logOfWaiting, waitingLogOf } from './request-log.ts';

const secret = Buffer.alloc(32, 7);
const memberId = '0198c0de-7a11-8d4f-8e32-5c8e3b01d002';
const nowMs = Date.parse('2026-03-01T08:00:00.100Z');

const requestOf = (over: Partial<TestKeyRequest> = {}): TestKeyRequest => ({
  credential: { environmentId: 8 as EnvironmentId } as Credential,
  requestId: 'till-7',
  method: 'POST',
  path: '/v1/tenants/t/transactions/evaluate',
  status: 200,
  durationMs: 40,
  code: null,
  showsBodies: true,
  requestBody: undefined,
  responseBody: undefined,
  warnings: [],
  ...over,
});

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const plenty = () => ({ left: 1_000_000 });

const logOf = (over: Partial<TestKeyRequest>) =>
  logOfWaiting(waitingLogOf(requestOf(over), nowMs, plenty()), secret, { left: 1_000 });

test('a log has the time at which its request came, and its bodies without their secrets', () => {
  const requestBody = json({ memberRef: 'card-1', secret: 'x' });
  const log = logOf({ requestBody, responseBody: json({ memberId }) });
  expect(log).toMatchObject({ environmentId: 8, atMs: nowMs - 40, requestId: 'till-7', status: 200 });
  expect(log.requestBody?.toString()).toBe('{"memberRef":"card-1","secret":"[removed]"}');
  expect(log.responseBody?.toString()).toBe(`{"memberId":"${memberId}"}`);
});

test('▲ erasure finds it by every text and integer of its bodies, path and request id', () => {
  const log = logOf({
    requestId: 'in-the-id',
    path: `/v1/tenants/t/transactions/in%20the%20path/${memberId.toUpperCase()}`,
    requestBody: json({ memberRef: 'card-1', deep: [{ a: ['card-2', 42] }] }),
    responseBody: json({ externalRef: 'card-3' }),
  });
  const keys = log.memberKeys.map((memberKey) => memberKey.toString('hex'));
  for (const named of ['in-the-id', 'in the path', 'card-1', 'card-2', '42', 'card-3'])
    expect(keys).toContain(memberKeyOf(secret, named).toString('hex'));
  expect(log.ids).toEqual([memberId]);
});

test('▲ bodies whose names cannot all be keyed are not kept: erasure would not find them', () => {
  const requestBody = json({ items: Array.from({ length: 100 }, (_, at) => `sku-${at.toString()}`) });
  const budget = { left: 120 };
  const waiting = waitingLogOf(requestOf({ requestBody, responseBody: json({ a: 1 }) }), nowMs, plenty());
  expect(Buffer.isBuffer(logOfWaiting(waiting, secret, budget).requestBody)).toBe(true);
  const second = logOfWaiting(waiting, secret, budget);
  expect([second.requestBody, second.responseBody]).toEqual(['NOT_KEPT', 'NOT_KEPT']);
  expect(second.memberKeys.length).toBeLessThan(10);
});

test.each<[string, Partial<TestKeyRequest>, unknown]>([
  ['above 16 KiB', { requestBody: json('x'.repeat(loggedBytesMax)) }, ['TOO_LONG', null]],
  ['that grows above 16 KiB', { requestBody: json(Array(1_700).fill({ pin: 1 })) }, ['TOO_LONG', null]],
  ['that is no JSON', { requestBody: Buffer.from('{"secret": "x"') }, ['NOT_JSON', null]],
  ['nested too deep to read', { requestBody: Buffer.from('['.repeat(16_000)) }, ['NOT_JSON', null]],
  ['of a list', { method: 'GET', showsBodies: false }, [null, 'NOT_KEPT']],
  ['of a bulk call', { showsBodies: false }, ['NOT_KEPT', 'NOT_KEPT']],
  [
    'for an erased member',
    {
      status: 403,
      code: 'MEMBER_ERASED',
      requestBody: json({ memberRef: 'card-1' }),
      responseBody: json({}),
    },
    ['NOT_KEPT', 'NOT_KEPT'],
  ],
  ['that was not sent', { requestBody: Buffer.alloc(0) }, [null, null]],
])('a body %s is not kept', (_what, over, expected) => {
  const { requestBody, responseBody, memberKeys } = logOf(over);
  expect([requestBody, responseBody]).toEqual(expected);
  expect(memberKeys).not.toContainEqual(memberKeyOf(secret, 'card-1'));
});

test('a body nested as deep as fits is kept or not, and never throws', () => {
  const depth = 8_000;
  const { requestBody } = logOf({ requestBody: Buffer.from('['.repeat(depth) + ']'.repeat(depth)) });
  expect(Buffer.isBuffer(requestBody) || requestBody === 'NOT_JSON').toBe(true);
});

test('▲ the bodies that wait in memory are copies of 16 KiB at most', () => {
  const large = Buffer.alloc(1_000_000, '1');
  const { requestBody, responseBody } = waitingLogOf(
    requestOf({ requestBody: large.subarray(0, 100), responseBody: large }),
    nowMs,
    plenty(),
  );
  expect(Buffer.isBuffer(requestBody) && requestBody.buffer.byteLength).toBe(100);
  expect(responseBody).toBe('TOO_LONG');
});

test('▲ bodies beyond what an environment may have in a round are not held, and shorter ones still are', () => {
  const room = { left: 1_000 };
  const held = [900, 101, 100, 1].map(
    (length) => waitingLogOf(requestOf({ requestBody: Buffer.alloc(length, '1') }), nowMs, room).requestBody,
  );
  expect(held.map((body) => (Buffer.isBuffer(body) ? body.length : body))).toEqual([
    900,
    'NOT_KEPT',
    100,
    'NOT_KEPT',
  ]);
});

test('a long path is cut', () => {
  expect(logOf({ path: `/${'a'.repeat(5_000)}` }).path).toHaveLength(1_000);
});
