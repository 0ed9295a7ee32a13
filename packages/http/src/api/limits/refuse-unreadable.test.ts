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
