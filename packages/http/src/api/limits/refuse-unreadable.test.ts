import { connectRaw } from '../../testing/client.ts';
import { startToy, stopToys, things } from '../../testing/toy-server.ts';

afterEach(stopToys);

const chunkedHead =
  `POST ${things} HTTP/1.1\r\nHost: x\r\nX-API-Key: live\r\nContent-Type: application/json\r\n` +
  'Transfer-Encoding: chunked\r\n\r\n';

describe('what cannot be read as a request', () => {
  it.each([
    ['no HTTP', 'garbage\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['a head without an end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431, 'HEADERS_TOO_LARGE'],
    ['a chunk that is none', `${chunkedHead}zz`, 400, 'VALIDATION_ERROR'],
  ])('%s is refused with a problem document', async (...[, text, status, code]) => {
    const toy = await startToy();
    const connection = await connectRaw(toy.origin);
    connection.socket.write(text);
    await connection.closed;
    const [head = '', body = ''] = connection.received().split('\r\n\r\n').slice(-2);
    const problem = JSON.parse(body) as { status: number; code: string; requestId: string; context: object };
    expect(problem).toMatchObject({ status, context: expect.any(Object) as object });
    expect(problem.code).toBe(code);
    expect(head).toContain(`HTTP/1.1 ${status.toString()} `);
    expect(head).toContain('Content-Type: application/problem+json');
    expect(head).toContain(`X-Request-Id: ${problem.requestId}`);
  });

  it('a head that does not come is refused with 408', async () => {
    const toy = await startToy({}, { limits: { headMs: 100 } });
    const connection = await connectRaw(toy.origin);
    connection.socket.write('GET / HTTP/1.1\r\n');
    expect(await connection.receives(/"requestId"/)).toMatch(/^HTTP\/1\.1 408 [^]*"REQUEST_TIMEOUT"/);
    await connection.closed;
  });
});

const hello = `Host: x\r\nX-API-Key: live\r\n`;
const expectation = (value: string): string =>
  `POST ${things} HTTP/1.1\r\n${hello}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: ${value}\r\n\r\n`;

describe('what Node refuses by itself', () => {
  it.each([
    ['an expectation that nobody knows', expectation('200-ok'), 417, 'EXPECTATION_FAILED'],
    ['an expectation without a value', expectation('""'), 417, 'EXPECTATION_FAILED'],
    ['100-continue misspelt', expectation('100 continue'), 417, 'EXPECTATION_FAILED'],
    [
      'an expectation of a GET',
      `GET ${things} HTTP/1.1\r\n${hello}Expect: x\r\n\r\n`,
      417,
      'EXPECTATION_FAILED',
    ],
    [
      'an expectation on no route',
      `GET /none HTTP/1.1\r\n${hello}Expect: x\r\n\r\n`,
      417,
      'EXPECTATION_FAILED',
    ],
    ['no Host', `GET ${things} HTTP/1.1\r\nX-API-Key: live\r\n\r\n`, 400, 'VALIDATION_ERROR'],
    ['no Host at a page', 'GET /health/live HTTP/1.1\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['a method that HTTP does not have', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['a version that does not exist', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['a name of a header with a blank', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400, 'VALIDATION_ERROR'],
    [
      'two lengths',
      chunkedHead.replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\n'),
      400,
      'VALIDATION_ERROR',
    ],
  ])('▲ %s is refused with a problem document and X-Request-Id', async (...[, text, status, code]) => {
    const toy = await startToy();
    const connection = await connectRaw(toy.origin);
    connection.socket.write(text);
    await connection.closed;
    const [head = '', body = ''] = connection.received().split('\r\n\r\n').slice(-2);
    const problem = JSON.parse(body) as { status: number; code: string; requestId: string };
    expect([head.split('\r\n')[0], problem.status, problem.code]).toEqual([
      expect.stringContaining(`HTTP/1.1 ${status.toString()} `),
      status,
      code,
    ]);
    expect(head).toContain('Content-Type: application/problem+json');
    expect(head).toContain(`X-Request-Id: ${problem.requestId}`);
  });

  it('keeps the caller’s own request id', async () => {
    const toy = await startToy();
    const connection = await connectRaw(toy.origin);
    connection.socket.write(`GET ${things} HTTP/1.1\r\n${hello}X-Request-Id: mine-7\r\nExpect: x\r\n\r\n`);
    await connection.closed;
    expect(connection.received()).toContain('X-Request-Id: mine-7');
  });

  it('serves HTTP/1.0 without a Host, and 100-continue', async () => {
    const toy = await startToy();
    const old = await connectRaw(toy.origin);
    old.socket.write('GET /health/live HTTP/1.0\r\n\r\n');
    expect(await old.receives(/^HTTP\/1\.1 \d+/)).toMatch(/^HTTP\/1\.1 200 /);
    const patient = await connectRaw(toy.origin);
    patient.socket.write(expectation('100-continue'));
    expect(await patient.receives(/100 Continue/)).toMatch(/^HTTP\/1\.1 100 Continue/);
    patient.socket.destroy();
    old.socket.destroy();
  });
});
