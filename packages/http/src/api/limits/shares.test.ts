import type { EnvironmentId } from '@loyalty/kernel';
import { call, type RawConnection } from '../../testing/client.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  closeConnections,
  connectTo,
  get,
  held,
  live,
  neighbour,
  postHead,
  valueOf,
} from '../../testing/misuse.ts';
import { startToy, stopToys, tenantId, things, type ToyServer } from '../../testing/toy-server.ts';
import type { HttpServerOptions } from '../server.ts';

/** A key of each environment: `env-7`. */
const byEnvironment: HttpServerOptions['authenticate'] = ({ 'x-api-key': key }) => {
  const environmentId = Number(/^env-(\d+)$/.exec(String(key))?.[1]) as EnvironmentId;
  const id = String(key);
  return { ok: true, credential: { ...admin, id, subject: id, environmentId } };
};

const admin = {
  kind: 'key',
  mode: 'live',
  tenantId,
  permissions: new Set(['read']),
  rateLimitPerMinute: 600,
} as const;

const openConnections = async (toy: ToyServer, key: string, count: number): Promise<RawConnection[]> => {
  const opened: RawConnection[] = [];
  for (let n = 0; n < count; n += 1) {
    const connection = await connectTo(toy);
    connection.socket.write(get(things, key));
    await connection.receives(/200 OK/);
    opened.push(connection);
  }
  return opened;
};

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

  it('▲ of environments that fill all of them give way to a newcomer: the idlest of the largest owner', async () => {
    const toy = await startToy({}, { limits: { connectionsMax: 32 }, authenticate: byEnvironment });
    const opened = new Map<string, RawConnection[]>();
    for (const [key, count] of [
      ['env-1', 8],
      ['env-2', 7],
      ['env-3', 7],
      ['env-4', 6],
      ['env-5', 4],
    ] as const)
      opened.set(key, await openConnections(toy, key, count));
    // The oldest of the largest is used once more, so another one is the idlest.
    const [used, idlest] = opened.get('env-1') ?? [];
    used?.socket.write(get(things, 'env-1'));
    await used?.receives(/200 OK[^]*200 OK/);
    const newcomer = await connectTo(toy);
    newcomer.socket.write(get(things, 'env-6'));
    await newcomer.receives(/200 OK/);
    await idlest?.closed;
    const left = [...opened].map(([key, all]) => [key, all.filter(({ socket }) => !socket.destroyed).length]);
    expect(left).toEqual([
      ['env-1', 7],
      ['env-2', 7],
      ['env-3', 7],
      ['env-4', 6],
      ['env-5', 4],
    ]);
    expect(await valueOf(toy, 'loyalty_http_shed_total{reason="idle_connections"}')).toBe(1);
  });

  it('with a request under way are left, also where every one has one: the newcomer is closed', async () => {
    const { handler, counts, releases } = held();
    const toy = await startToy(
      { listThings: handler },
      { limits: { connectionsMax: 4 }, authenticate: byEnvironment },
    );
    const busy: RawConnection[] = [];
    for (const key of ['env-1', 'env-2', 'env-3', 'env-4']) {
      const connection = await connectTo(toy);
      connection.socket.write(get(things, key));
      busy.push(connection);
    }
    await eventually('all are under way', () => counts.asked === 4);
    await (
      await connectTo(toy)
    ).closed;
    for (const release of releases) release();
    for (const connection of busy) expect(await connection.receives(/200 OK/)).toMatch(/200 OK/);
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
