import { type ErrorCode, problemOf } from '@loyalty/contracts';
import { BrokenInvariant, Fault } from '@loyalty/kernel';
import { documentResponse } from '../admin/pages.ts';
import { call, connectRaw } from '../testing/client.ts';
import { startToy, stopToys, things } from '../testing/toy-server.ts';
import type { Handler } from './http-request.ts';
import { problem } from './response.ts';

afterEach(stopToys);

const live = { key: 'live' };
const answering = (...args: Parameters<typeof Promise.resolve<Awaited<ReturnType<Handler>>>>): Handler => {
  return () => Promise.resolve(...args);
};
const throwing = (thrown: unknown): Handler => {
  // What is not an error can be thrown too.
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- that is the point
  return () => Promise.reject(thrown);
};

describe('an answer', () => {
  it('carries its request id, its rate limit and no trace of what serves it', async () => {
    const { origin } = await startToy();
    const { headers, json } = await call(origin, things, live);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset']]).toEqual([
      '600',
      '598',
      '1',
    ]);
    expect(json['operationId']).toBe('listThings');
    for (const name of ['x-powered-by', 'etag', 'server']) expect(headers[name]).toBeUndefined();
  });

  it.each([
    ['kept when it is printable and at most 128 characters', 'till 7 / 2026-03-01', true],
    ['kept at 128 characters', 'r'.repeat(128), true],
    ['replaced at 129 characters', 'r'.repeat(129), false],
    ['replaced when it is not ASCII', 'caf\u00e9', false],
  ])('has its caller’s request id %s (D7)', async (_what, requestId, isKept) => {
    const { origin } = await startToy();
    const { headers } = await call(origin, things, { ...live, headers: { 'x-request-id': requestId } });
    expect(headers['x-request-id'] === requestId).toBe(isKept);
  });

  it('sends stored bytes as they are, with the status and headers of the handler', async () => {
    const bytes = Buffer.from('{"b":1,  "a":"é"}');
    const stored = answering({ status: 202, body: bytes, headers: { 'Idempotent-Replayed': 'true' } });
    const { origin } = await startToy({ createThing: stored });
    const { status, text, headers } = await call(origin, things, { ...live, body: { name: 'x' } });
    expect([status, text, headers['content-length']]).toEqual([
      202,
      bytes.toString(),
      bytes.length.toString(),
    ]);
    expect(headers['idempotent-replayed']).toBe('true');
  });

  it('without content has neither body nor type', async () => {
    const { origin } = await startToy({ deleteThing: answering({ status: 204 }) });
    const { status, text, headers } = await call(origin, `${things}/x`, { ...live, method: 'DELETE' });
    expect([status, text, headers['content-type'], headers['content-length']]).toEqual([
      204,
      '',
      undefined,
      undefined,
    ]);
  });

  it('of a deprecated operation says since when and until when, refusals included (D14)', async () => {
    const { origin } = await startToy();
    const poke = async (key: string) => (await call(origin, `${things}/x/poke`, { key, body: {} })).headers;
    for (const headers of [await poke('live'), await poke('nobody')]) {
      expect([headers['deprecation'], headers['sunset']]).toEqual([
        '@1772323200',
        'Mon, 01 Mar 2027 12:30:00 GMT',
      ]);
    }
    const { headers } = await call(origin, things, live);
    expect([headers['deprecation'], headers['sunset']]).toEqual([undefined, undefined]);
  });

  it('to HEAD is the answer to GET without its body', async () => {
    const { origin } = await startToy();
    const get = await call(origin, things, { ...live, headers: { 'x-request-id': 'r' } });
    const head = await call(origin, things, { ...live, headers: { 'x-request-id': 'r' }, method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      get.headers['content-length'],
    ]);
  });

  it.each(['PUT', 'OPTIONS', 'TRACE'])('to %s on a known path names what is allowed (D8)', async (method) => {
    const { origin } = await startToy();
    const reply = await call(origin, things, { method });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('a document', () => {
  const document = {
    contentType: 'text/plain',
    bytes: Buffer.from('plain'),
    gzipped: Buffer.from('zip'),
    etag: 'v1',
    headers: { 'Content-Security-Policy': "default-src 'self'" },
  };
  const startWithDocument = () =>
    startToy(
      {},
      { pages: { getLiveness: (headers) => Promise.resolve(documentResponse(document, headers)) } },
    );

  it('has a tag of its coding, and may be kept for five minutes', async () => {
    const { origin } = await startWithDocument();
    const plain = await call(origin, '/health/live');
    const zipped = await call(origin, '/health/live', { headers: { 'accept-encoding': 'gzip' } });
    expect([plain.text, plain.headers.etag, plain.headers['content-encoding']]).toEqual([
      'plain',
      '"v1"',
      undefined,
    ]);
    expect([zipped.text, zipped.headers.etag, zipped.headers['content-encoding']]).toEqual([
      'zip',
      '"v1-gzip"',
      'gzip',
    ]);
    for (const { headers } of [plain, zipped]) {
      expect(headers['cache-control']).toBe('max-age=300');
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['content-security-policy']).toBe("default-src 'self'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('that the caller has is 304, without a body or the length of one', async () => {
    const { origin } = await startWithDocument();
    for (const tag of ['"v1"', 'W/"v1"', '"other" , "v1"', '*']) {
      const { status, text, headers } = await call(origin, '/health/live', {
        headers: { 'if-none-match': tag },
      });
      expect([status, text, headers['content-length'], headers.etag]).toEqual([304, '', undefined, '"v1"']);
    }
    for (const tag of ['"v2"', 'v1', '"v1-gzip"', '']) {
      const { status } = await call(origin, '/health/live', { headers: { 'if-none-match': tag } });
      expect([tag, status]).toEqual([tag, 200]);
    }
  });
});

describe('a problem', () => {
  it('has a link to the page about it, if there is one, and nothing else has', async () => {
    const problemWithLink = (code: ErrorCode) => ({
      ...problemOf(code),
      link: `</docs/${code}>; rel="help"`,
    });
    const { origin } = await startToy({}, { problemOf: problemWithLink });
    const unknown = await call(origin, '/nothing');
    expect([unknown.status, unknown.headers['link']]).toEqual([404, '</docs/ROUTE_NOT_FOUND>; rel="help"']);
    expect((await call(origin, things)).headers['link']).toBe('</docs/UNAUTHORIZED>; rel="help"');
    expect((await call(origin, things, live)).headers['link']).toBeUndefined();
    const raw = await connectRaw(origin);
    raw.socket.write('no request\r\n\r\n');
    expect(await raw.receives(/VALIDATION_ERROR"/)).toContain('Link: </docs/VALIDATION_ERROR>; rel="help"');
  });

  it('of a page is written as any other', async () => {
    const { origin } = await startToy(
      {},
      { pages: { getLiveness: () => Promise.resolve(problem('ROUTE_NOT_FOUND')) } },
    );
    const { status, json, headers } = await call(origin, '/health/live');
    expect([status, json['code'], headers['cache-control']]).toEqual([404, 'ROUTE_NOT_FOUND', 'no-store']);
  });

  it('is a problem document with everything that D7 asks for', async () => {
    const refused = problem('INVALID_STATE_TRANSITION', { detail: 'Not now.', context: { from: 'DRAFT' } });
    const { origin } = await startToy({ listThings: answering(refused) });
    const reply = await call(origin, things, live);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(reply.json).toEqual({
      type: 'https://errors.loyalty.dev/invalid-state-transition',
      title: 'Not possible in the current state',
      status: 409,
      detail: 'Not now.',
      code: 'INVALID_STATE_TRANSITION',
      requestId: reply.headers['x-request-id'],
      context: { from: 'DRAFT' },
    });
  });

  it('of a limit says in whole seconds, at least one, when to come back (D5)', async () => {
    const take = () => ({ allowed: false, limit: 60, remaining: -1, resetS: 12.1, retryAfterS: 0.2 });
    const { origin, metrics } = await startToy({}, { limiter: { take, isFarFromLimit: () => false } });
    const { status, headers, json } = await call(origin, things, live);
    expect([status, json['code'], headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
    expect([headers['ratelimit-remaining'], headers['ratelimit-reset']]).toEqual(['0', '13']);
    expect((await metrics.render()).body).toContain('\nloyalty_rate_limited_total 1\n');
  });

  it('of a missing credential says which scheme to use', async () => {
    const { origin } = await startToy();
    const { headers, json } = await call(origin, things);
    expect([headers['www-authenticate'], json['context']]).toEqual(['Bearer', {}]);
    expect(headers['ratelimit-limit']).toBeUndefined();
  });

  const secret = 'connect ECONNREFUSED db-7.internal:5432';
  it.each([
    ['an unknown error', new Error(secret), 500, 'INTERNAL_ERROR', undefined],
    ['something that is no error', secret, 500, 'INTERNAL_ERROR', undefined],
    ['a fault that stays', new Fault('X', secret), 500, 'INTERNAL_ERROR', undefined],
    ['a fault that may pass', new Fault('X', secret, { retry: true }), 503, 'SERVICE_UNAVAILABLE', '1'],
    [
      'a database that is being recovered',
      new Fault('HISTORY_OPENING', secret, { retry: true }),
      503,
      'HISTORY_OPENING',
      '1',
    ],
  ])('stands for %s, and shows nothing of it (D8)', async (...[, thrown, status, code, retryAfter]) => {
    const { origin, logLines } = await startToy({ listThings: throwing(thrown) });
    const reply = await call(origin, things, live);
    expect([reply.status, reply.json['code'], reply.headers['retry-after']]).toEqual([
      status,
      code,
      retryAfter,
    ]);
    expect(reply.text + JSON.stringify(reply.headers)).not.toContain('db-7');
    expect(logLines.join('')).toContain('db-7');
  });

  it('shows the public message of a fault', async () => {
    const fault = new Fault('X', 'internal', { retry: true, publicMessage: 'The broker is unavailable.' });
    const { origin } = await startToy({ listThings: throwing(fault) });
    expect((await call(origin, things, live)).json['detail']).toBe('The broker is unavailable.');
  });

  it.each(['authenticate', 'tenantExists', 'limiter'] as const)(
    'stands for a failure of %s too',
    async (port) => {
      const fail = () => Promise.reject(new Fault('X', 'away', { retry: true }));
      const { origin } = await startToy({}, { [port]: port === 'limiter' ? { take: fail } : fail });
      const path = things.replace(/tenants\/[^/]+/, 'tenants/0198c0de-0000-7000-8000-00000000ffff');
      expect((await call(origin, path, live)).status).toBe(503);
    },
  );

  it('stands for an answer that cannot be written', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const { origin } = await startToy({
      listThings: answering({ status: 200, body: circular }),
      getThing: answering({ status: 200, headers: { Location: 'line\nbreak' } }),
    });
    expect((await call(origin, things, live)).status).toBe(500);
    expect((await call(origin, `${things}/x`, live)).status).toBe(500);
  });

  it('stands for a broken invariant, which is then handed on to end the process', async () => {
    const handedOn: BrokenInvariant[] = [];
    const broken = new BrokenInvariant('the balance is negative');
    const onBrokenInvariant = (thrown: BrokenInvariant): number => handedOn.push(thrown);
    const { origin } = await startToy({ listThings: throwing(broken) }, { onBrokenInvariant });
    expect((await call(origin, things, live)).status).toBe(500);
    expect(handedOn).toEqual([broken]);
  });
});

describe('a client that leaves', () => {
  it('aborts the signal of its request and is counted as abandoned', async () => {
    let left: (value: unknown) => void = () => undefined;
    const hasLeft = new Promise((resolve) => (left = resolve));
    const waiting: Handler = async ({ signal }) => {
      connection.socket.destroy();
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      left(signal.aborted);
      return { status: 200, body: {} };
    };
    const onResponse = jest.fn();
    const { origin, metrics } = await startToy({ listThings: waiting }, { onResponse });
    const connection = await connectRaw(origin);
    connection.socket.write(`GET ${things} HTTP/1.1\r\nHost: x\r\nX-API-Key: live\r\n\r\n`);
    expect(await hasLeft).toBe(true);
    await new Promise(setImmediate);
    expect(onResponse).not.toHaveBeenCalled();
    expect((await metrics.render()).body).toMatch(/_count\{.*outcome="abandoned"\} 1/);
  });
});
