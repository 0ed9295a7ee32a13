import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { call } from '../../testing/client.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  closeConnections,
  connectTo,
  counted,
  get,
  held,
  large,
  someRoundTrips,
  valueOf,
} from '../../testing/misuse.ts';
import { startToy, stopToys, things } from '../../testing/toy-server.ts';

afterEach(async () => {
  closeConnections();
  await stopToys();
});

describe('pipelined requests', () => {
  it('are begun one after the other, and answered in order', async () => {
    const { handler, counts, releases } = held();
    const toy = await startToy({ getThing: handler });
    const connection = await connectTo(toy);
    connection.socket.write(get(`${things}/1`) + get(`${things}/2`) + get(`${things}/3`));
    for (let n = 1; n <= 3; n += 1) {
      await eventually('the next is begun', () => counts.asked === n);
      await call(toy.origin, '/health/live');
      expect(counts.asked).toBe(n);
      releases[n - 1]?.();
    }
    await connection.receives(/(HTTP\/1\.1 200[^]*){3}/);
  });

  it('are not begun while nobody takes the answer before them', async () => {
    const { handler, counts } = counted(large);
    const toy = await startToy({ listThings: handler });
    const connection = await connectTo(toy);
    connection.socket.pause();
    connection.socket.write(get().repeat(3));
    await eventually('the first is begun', () => counts.asked === 1);
    await someRoundTrips(toy);
    expect(counts.asked).toBe(1);
    connection.socket.resume();
    await eventually('all are answered', () => connection.socket.bytesRead > 3 * large.length);
  });

  it('cost the connection where they are too many', async () => {
    const { handler } = held();
    const toy = await startToy({ getThing: handler });
    const connection = await connectTo(toy);
    connection.socket.write(get(`${things}/x`).repeat(102));
    await connection.closed;
    expect(await valueOf(toy, 'loyalty_http_shed_total{reason="pipelined"}')).toBe(1);
  });

  it('▲ that were never started end without an error, which would have a stack each', async () => {
    const { handler } = held();
    const toy = await startToy({ getThing: handler });
    const connection = await connectTo(toy);
    const aborted: unknown[] = [];
    const ofNode = new Set<IncomingMessage>();
    const note = (request: unknown): void => {
      const { request: seen } = request as { readonly request: IncomingMessage };
      ofNode.add(seen.on('error', (failure) => aborted.push(failure)));
    };
    subscribe('http.server.request.start', note);
    connection.socket.write(get(`${things}/x`).repeat(150));
    await connection.closed;
    await eventually('all have ended', () => [...ofNode].every(({ destroyed }) => destroyed));
    unsubscribe('http.server.request.start', note);
    // That of the one that was started.
    expect(aborted).toHaveLength(1);
  });

  it('are answered before the connection is closed for one that cannot be read', async () => {
    const toy = await startToy();
    const connection = await connectTo(toy);
    connection.socket.write(`${get(`${things}/x`)}garbage\r\n\r\n`);
    await connection.closed;
    expect(connection.received()).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 400 [^]*"VALIDATION_ERROR"/);
  });
});
