import { Readable } from 'node:stream';
import { call } from '../testing/client.ts';
import { toyContract, toyOperations } from '../testing/toy-contract.ts';
import { startToy, stopToys, things } from '../testing/toy-server.ts';
import type { Exchange } from './exchange.ts';
import type { BodyShare } from './limits/body-share.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { createInputReader } from './read-input.ts';
import type { TestKeyRequest } from './respond.ts';
import { problem } from './response.ts';

afterEach(stopToys);

const startWatched = async (handlers: Parameters<typeof startToy>[0] = {}) => {
  const seen: TestKeyRequest[] = [];
  const { origin } = await startToy(handlers, { onTestRequest: (request) => seen.push(request) });
  return { origin, seen };
};

test('a request with a test key is passed on after its response, with the bytes of both bodies', async () => {
  const { origin, seen } = await startWatched();
  const body = '{ "name" : "a" }';
  const { text } = await call(origin, `${things}?q=secret`, {
    key: 'test',
    body,
    headers: { 'x-request-id': 'till-7' },
  });
  expect(seen).toMatchObject([
    {
      requestId: 'till-7',
      method: 'POST',
      path: things,
      status: 200,
      code: null,
      credential: { id: 'test' },
    },
  ]);
  expect([seen[0]?.requestBody?.toString(), seen[0]?.responseBody?.toString()]).toEqual([body, text]);
  expect(seen[0]?.durationMs).toBeGreaterThanOrEqual(0);
});

test('a refusal is passed on with its code, and with the body once it was read', async () => {
  const { origin, seen } = await startWatched({
    getThing: () => Promise.resolve(problem('MEMBER_NOT_FOUND')),
  });
  await call(origin, things, { key: 'test', body: { name: 7 } });
  await call(origin, `${things}/x`, { key: 'test' });
  await call(origin, things, { key: 'test', body: Buffer.alloc(100_001, ' ') });
  expect(seen.map(({ status, code, requestBody }) => [status, code, requestBody?.length])).toEqual([
    [400, 'VALIDATION_ERROR', 10],
    [404, 'MEMBER_NOT_FOUND', undefined],
    [413, 'PAYLOAD_TOO_LARGE', undefined],
  ]);
});

test('of a list no body is passed on', async () => {
  const { origin, seen } = await startWatched();
  await call(origin, things, { key: 'test' });
  expect(seen).toMatchObject([{ status: 200, showsBodies: false }]);
  expect(seen[0]?.responseBody).toBeUndefined();
});

test('▲ nothing is passed on of requests with live keys, without a key, and without a route', async () => {
  const { origin, seen } = await startWatched();
  await call(origin, things, { key: 'live', body: { name: 'a' } });
  await call(origin, `${things}/x`, { key: 'live' });
  await call(origin, things, {});
  await call(origin, '/v1/nowhere', { key: 'test' });
  expect(seen).toEqual([]);
});

test('▲ of a token only what changes something is passed on, so a page that polls fills no log (D200)', async () => {
  const { origin, seen } = await startWatched();
  await call(origin, things, { key: 'page' });
  await call(origin, `${things}/x`, { key: 'page' });
  await call(origin, things, { key: 'page', body: { name: 'a' } });
  await call(origin, things, { key: 'test' });
  expect(seen.map(({ method, credential }) => [method, credential.id])).toEqual([
    ['POST', 'page'],
    ['GET', 'test'],
  ]);
});

/** Reads the input of a request and returns what its exchange then holds of the body. */
const heldBody = async (mode: 'test' | 'live') => {
  const operation = toyOperations.find(({ operationId }) => operationId === 'createThing');
  if (operation === undefined) throw new Error('the contract has no such operation');
  const request = Object.assign(Readable.from([Buffer.from('{"name":"a"}')]), {
    headers: { 'content-type': 'application/json' },
    url: things,
    params: {},
    complete: true,
  });
  const exchange = { request, credential: { mode } } as unknown as Exchange;
  const limits = { limits: { bodyStallMs: 1_000 } } as ServerLimits;
  const share = { take: () => true, owner: 8 } as unknown as BodyShare;
  expect(await createInputReader(operation, toyContract, limits)(exchange, share)).toMatchObject({
    body: { name: 'a' },
  });
  return exchange.sentBody?.toString();
};

test('▲ the body of a live request is not held once it is parsed', async () => {
  expect([await heldBody('test'), await heldBody('live')]).toEqual(['{"name":"a"}', undefined]);
});
