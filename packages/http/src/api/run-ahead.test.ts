import { call, type Call } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { closeConnections, connectTo, postHead } from '../testing/misuse.ts';
import { otherTenantId, startToy, stopToys, things } from '../testing/toy-server.ts';
import type { RateVerdict } from './credential.ts';
import type { Handler } from './http-request.ts';

afterEach(async () => {
  closeConnections();
  await stopToys();
});

const allowed: RateVerdict = { allowed: true, limit: 60, remaining: 50, resetS: 10, retryAfterS: 0 };
const refused: RateVerdict = { ...allowed, allowed: false, remaining: 0, retryAfterS: 0.2 };
const good: Call = { key: 'live', body: { name: 'x' } };

/** Starts a server whose limit responds when the test says, and whose handler records its progress. */
const startAhead = async ({ isFarFromLimit = true } = {}) => {
  const begun: unknown[] = [];
  const effects: unknown[] = [];
  const verdicts: ((verdict: RateVerdict) => void)[] = [];
  const createThing: Handler = async ({ body, withinLimit }) => {
    begun.push(body);
    await withinLimit;
    effects.push(body);
    return { status: 200, body: {} };
  };
  const take = () => new Promise<RateVerdict>((resolve) => verdicts.push(resolve));
  const toy = await startToy(
    { createThing },
    {
      countedWhileHandled: new Set(['createThing']),
      limiter: { take, isFarFromLimit: () => isFarFromLimit },
    },
  );
  const asked = (count: number): Promise<void> =>
    eventually('the limit is called', () => verdicts.length === count);
  return { toy, begun, effects, verdicts, asked };
};

test('a small request is judged while its limit is asked, and has its effect once it is counted', async () => {
  const { toy, begun, effects, verdicts, asked } = await startAhead();
  const calling = call(toy.origin, things, good);
  await asked(1);
  await eventually('the handler has begun', () => begun.length === 1);
  expect(effects).toEqual([]);
  verdicts[0]?.(allowed);
  const { status, headers } = await calling;
  expect([status, headers['ratelimit-remaining'], effects]).toEqual([200, '50', [good.body]]);
});

test.each<{ readonly title: string; readonly sent: Call }>([
  { title: 'good', sent: good },
  { title: 'invalid', sent: { key: 'live', body: {} } },
  { title: 'no JSON', sent: { key: 'live', body: 'x' } },
  { title: 'of another type', sent: { ...good, headers: { 'content-type': 'text/plain' } } },
  { title: 'not permitted', sent: { ...good, key: 'reader' } },
])('▲ over the limit a request that is $title is 429, and has no effect', async ({ sent }) => {
  const { toy, effects, verdicts, asked } = await startAhead();
  const calling = call(toy.origin, things, sent);
  await asked(1);
  verdicts[0]?.(refused);
  expect([(await calling).status, effects]).toEqual([429, []]);
});

test.each<{ readonly title: string; readonly path?: string; readonly sent?: Call; readonly isFar?: boolean }>(
  [
    { title: 'whose limit is nearly used up', isFar: false },
    { title: 'with a large body', sent: { key: 'live', body: { name: 'x'.repeat(20_000) } } },
    { title: "for another's tenant", path: things.replace(/tenants\/[^/]+/, `tenants/${otherTenantId}`) },
  ],
)('a request $title waits for its limit', async ({ path = things, sent = good, isFar = true }) => {
  const { toy, begun, verdicts, asked } = await startAhead({ isFarFromLimit: isFar });
  const calling = call(toy.origin, path, sent);
  await asked(1);
  expect(begun).toEqual([]);
  verdicts[0]?.(refused);
  expect([(await calling).status, begun]).toEqual([429, []]);
});

test('a request with a chunked body waits for its limit', async () => {
  const { toy, begun, verdicts, asked } = await startAhead();
  const connection = await connectTo(toy);
  const head = postHead(0).replace(/content-length: 0/i, 'Transfer-Encoding: chunked');
  connection.socket.write(`${head}c\r\n{"name":"x"}\r\n0\r\n\r\n`);
  await asked(1);
  expect(begun).toEqual([]);
  verdicts[0]?.(refused);
  await connection.receives(/^HTTP\/1\.1 429 /);
  expect(begun).toEqual([]);
});

test('of a thousand whose bodies do not come, none is judged before its limit says that it may', async () => {
  const { toy, verdicts, asked, begun } = await startAhead();
  const slow = await Promise.all(Array.from({ length: 1_000 }, () => connectTo(toy)));
  for (const { socket } of slow) socket.write(postHead(100));
  await asked(1_000);
  for (const answer of verdicts) answer(refused);
  await Promise.all(slow.map((connection) => connection.receives(/^HTTP\/1\.1 429 /)));
  expect(begun).toEqual([]);
});
