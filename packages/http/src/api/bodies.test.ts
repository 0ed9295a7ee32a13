import { call, connectRaw, type RawConnection } from '../testing/client.ts';
import { startToy, stopToys, things } from '../testing/toy-server.ts';

afterEach(stopToys);

const live = { key: 'live' };
const json = JSON.stringify({ name: 'x' });

const post = (connection: RawConnection, headers: readonly string[]): void => {
  const lines = [
    `POST ${things} HTTP/1.1`,
    'Host: x',
    'X-API-Key: live',
    'Content-Type: application/json',
    ...headers,
  ];
  connection.socket.write([...lines, '', ''].join('\r\n'));
};

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('a body', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/vnd.till+json',
  ])('of type %s is read', async (type) => {
    const { origin } = await startToy();
    const reply = await call(origin, things, { ...live, body: json, headers: { 'content-type': type } });
    expect([reply.status, reply.json['body']]).toEqual([200, { name: 'x' }]);
  });

  it.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/json; charset=utf-16' }],
    [{ 'content-type': 'application/jsonp' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('with %j is refused with 415', async (headers) => {
    const { origin } = await startToy();
    expect((await call(origin, things, { ...live, body: json, headers })).status).toBe(415);
  });

  it('that is empty is refused where one is needed, and left out where it is optional', async () => {
    const { origin } = await startToy();
    expect((await call(origin, things, { ...live, method: 'POST' })).json['code']).toBe('VALIDATION_ERROR');
    const poked = await call(origin, `${things}/x/poke`, { ...live, method: 'POST' });
    expect([poked.status, poked.json['body']]).toEqual([200, undefined]);
    expect((await call(origin, `${things}/x/poke`, { ...live, body: {} })).status).toBe(400);
  });

  it('goes unread where the operation has none', async () => {
    const { origin } = await startToy();
    const { status } = await call(origin, `${things}/x`, { ...live, method: 'DELETE', body: 'not json' });
    expect(status).toBe(200);
  });

  it('may come in chunks and pieces', async () => {
    const { origin } = await startToy();
    const connection = await connectRaw(origin);
    post(connection, ['Transfer-Encoding: chunked']);
    for (const character of json) {
      connection.socket.write(chunk(character));
      await new Promise(setImmediate);
    }
    connection.socket.write('0\r\n\r\n');
    expect(await connection.receives(/"body":/)).toContain('"body":{"name":"x"}');
  });

  it('of exactly the limit is read, and of one byte more refused', async () => {
    const { origin } = await startToy();
    const body = (length: number): string =>
      JSON.stringify({ name: 'x'.repeat(length - '{"name":""}'.length) });
    expect((await call(origin, things, { ...live, body: body(100_000) })).status).toBe(200);
    const refused = await call(origin, things, { ...live, body: body(100_001) });
    expect([refused.status, refused.json['context']]).toEqual([413, { limitBytes: 100_000 }]);
    expect((await call(origin, `${things}/x/poke`, { ...live, body: body(262_145) })).status).toBe(413);
  });
});

describe('a body above the limit', () => {
  it('is refused by its declared length, and the connection closed once it was taken in', async () => {
    const { origin } = await startToy();
    const connection = await connectRaw(origin);
    post(connection, ['Content-Length: 200000']);
    expect(await connection.receives(/limitBytes/)).toMatch(/^HTTP\/1.1 413 [^]*\r\nConnection: close\r\n/);
    expect(connection.socket.destroyed).toBe(false);
    connection.socket.write('x'.repeat(200_000));
    await connection.closed;
  });

  it('is refused in chunks as soon as it passes the limit, however long it goes on', async () => {
    const { origin } = await startToy();
    const connection = await connectRaw(origin);
    post(connection, ['Transfer-Encoding: chunked']);
    const megabyte = chunk('x'.repeat(1_048_576));
    for (let sent = 0; sent < 20 && !connection.socket.destroyed; sent += 1) {
      connection.socket.write(megabyte);
      await new Promise(setImmediate);
    }
    await connection.closed;
    expect(connection.received()).toMatch(/^HTTP\/1.1 413 /);
  });

  it('that never comes is waited for only a moment', async () => {
    const { origin } = await startToy();
    const connection = await connectRaw(origin);
    post(connection, ['Transfer-Encoding: chunked']);
    connection.socket.write(chunk('x'.repeat(200_000)));
    await connection.closed;
    expect(connection.received()).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('a connection', () => {
  it('is kept after a refusal whose body was small', async () => {
    const { origin } = await startToy();
    const connection = await connectRaw(origin);
    const head = `POST ${things} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    connection.socket.write(`${head}Content-Length: ${json.length.toString()}\r\n\r\n`);
    await connection.receives(/UNAUTHORIZED/);
    connection.socket.write(json);
    post(connection, [`Content-Length: ${json.length.toString()}`]);
    connection.socket.write(json);
    expect(await connection.receives(/createThing/)).toMatch(/^HTTP\/1.1 401 [^]*HTTP\/1.1 200 /);
  });

  it('that waits for 100 Continue gets it', async () => {
    const { origin } = await startToy();
    const connection = await connectRaw(origin);
    post(connection, ['Expect: 100-continue', `Content-Length: ${json.length.toString()}`]);
    await connection.receives(/^HTTP\/1.1 100 Continue\r\n\r\n/);
    connection.socket.write(json);
    expect(await connection.receives(/createThing/)).toContain('HTTP/1.1 200 OK');
  });

  it('that breaks inside a body harms nobody else', async () => {
    const { origin, logLines } = await startToy();
    const connection = await connectRaw(origin);
    post(connection, ['Expect: 100-continue', 'Content-Length: 100']);
    await connection.receives(/100 Continue/);
    connection.socket.resetAndDestroy();
    expect((await call(origin, things, { ...live, body: json })).status).toBe(200);
    while (!logLines.join('').includes('"outcome":"abandoned"')) await new Promise(setImmediate);
    expect(logLines).toHaveLength(2);
  });

  it('that does not speak HTTP is closed', async () => {
    const { origin } = await startToy();
    const connection = await connectRaw(origin);
    connection.socket.write('EHLO mail\r\n\r\n');
    await connection.closed;
    expect(connection.received()).toMatch(/^HTTP\/1.1 400 /);
  });
});
