import { call } from '../../testing/client.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  closeConnections,
  connectTo,
  get,
  live,
  neighbour,
  postHead,
  valueOf,
} from '../../testing/misuse.ts';
import { startToy, stopToys, things } from '../../testing/toy-server.ts';

afterEach(async () => {
  closeConnections();
  await stopToys();
});

describe('bodies under way', () => {
  it('have a share for each environment; beyond it 503', async () => {
    const toy = await startToy({}, { limits: { bodyBytesMax: 800_000 } });
    for (let n = 0; n < 2; n += 1) {
      const { socket } = await connectTo(toy);
      socket.write(postHead(90_000) + 'x'.repeat(89_999));
    }
    const bytes = () => valueOf(toy, 'loyalty_http_body_bytes');
    await eventually('they lie in memory', async () => (await bytes()) === 2 * 89_999);
    const body = JSON.stringify({ name: 'x'.repeat(50_000) });
    const refused = await call(toy.origin, things, { ...live, body });
    expect([refused.status, refused.json['code'], refused.headers['retry-after']]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '1',
    ]);
    expect((await call(toy.origin, things, { ...neighbour, body })).status).toBe(200);
    closeConnections();
    await eventually('their share is free again', async () => (await bytes()) === 0);
    expect((await call(toy.origin, things, { ...live, body })).status).toBe(200);
  });

  it('that do not get on are refused with 408', async () => {
    const toy = await startToy({}, { limits: { bodyStallMs: 100 } });
    const connection = await connectTo(toy);
    connection.socket.write(`${postHead(10)}{`);
    expect(await connection.receives(/"requestId"/)).toMatch(
      /^HTTP\/1\.1 408 [^]*application\/problem\+json[^]*"REQUEST_TIMEOUT"/,
    );
    await connection.closed;
  });
});

describe('connections', () => {
  it('have a share for each environment; beyond it 503, and the connection is closed', async () => {
    const toy = await startToy({}, { limits: { connectionsMax: 8 } });
    for (let n = 0; n < 2; n += 1) {
      const connection = await connectTo(toy);
      connection.socket.write(get());
      await connection.receives(/200 OK/);
    }
    const refused = await call(toy.origin, things, live);
    expect([refused.status, refused.json['code'], refused.headers.connection]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      'close',
    ]);
    expect((await call(toy.origin, things, neighbour)).status).toBe(200);
  });

  it('of strangers give way to new ones, the oldest first', async () => {
    const toy = await startToy({}, { limits: { connectionsMax: 4 } });
    const caller = await connectTo(toy);
    caller.socket.write(get());
    await caller.receives(/200 OK/);
    const strangers = [await connectTo(toy), await connectTo(toy), await connectTo(toy)];
    expect((await call(toy.origin, things, neighbour)).status).toBe(200);
    await strangers[0]?.closed;
    expect([caller, ...strangers.slice(1)].map(({ socket }) => socket.destroyed)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
