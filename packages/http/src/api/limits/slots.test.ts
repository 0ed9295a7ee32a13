import { call } from '../../testing/client.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  closeConnections,
  connectTo,
  held,
  live,
  neighbour,
  postHead,
  someRoundTrips,
  valueOf,
} from '../../testing/misuse.ts';
import { startToy, stopToys, things } from '../../testing/toy-server.ts';

afterEach(async () => {
  closeConnections();
  await stopToys();
});

describe('lists', () => {
  it('▲ are read some at a time for each environment; one that waits in vain is 503', async () => {
    const { handler, counts, releases } = held();
    const limits = { listsAtOnce: 2, slotWaitMs: 100 };
    const toy = await startToy({ listThings: handler }, { limits });
    const reading = [call(toy.origin, things, live), call(toy.origin, things, live)];
    await eventually('two are read', () => counts.asked === 2);
    const refused = await call(toy.origin, things, live);
    expect([refused.status, refused.json['code'], counts.asked]).toEqual([503, 'SERVICE_UNAVAILABLE', 2]);
    const elsewhere = call(toy.origin, things, neighbour);
    await eventually('another environment has slots of its own', () => counts.asked === 3);
    for (const release of releases) release();
    for (const { status } of await Promise.all([...reading, elsewhere])) expect(status).toBe(200);
  });

  it('wait for a slot', async () => {
    const { handler, counts, releases } = held();
    const toy = await startToy({ listThings: handler }, { limits: { listsAtOnce: 1 } });
    const first = call(toy.origin, things, live);
    await eventually('one is read', () => counts.asked === 1);
    const second = call(toy.origin, things, live);
    await someRoundTrips(toy);
    expect(counts.asked).toBe(1);
    releases[0]?.();
    await eventually('the next is read', () => counts.asked === 2);
    releases[1]?.();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });
});

describe('bodies that do not come with their heads', () => {
  it('are taken in some at a time for each environment; one that waits in vain is 503', async () => {
    const toy = await startToy({}, { limits: { uploadsAtOnce: 1, slotWaitMs: 100 } });
    const first = await connectTo(toy);
    first.socket.write(`${postHead(90_000)}{"name":"`);
    await eventually('it is taken in', async () => (await valueOf(toy, 'loyalty_http_body_bytes')) > 0);
    const second = await connectTo(toy);
    second.socket.write(`${postHead(90_000)}{`);
    expect(await second.receives(/"requestId"/)).toMatch(/^HTTP\/1\.1 503 [^]*"SERVICE_UNAVAILABLE"/);
    const name = 'x'.repeat(90_000);
    expect((await call(toy.origin, things, { ...neighbour, body: { name } })).status).toBe(200);
    expect((await call(toy.origin, things, { ...live, body: { name: 'small' } })).status).toBe(200);
    first.socket.write(`${'x'.repeat(90_000 - 11)}"}`);
    await first.receives(/^HTTP\/1\.1 200 /);
  });

  it('▲ are not taken in once they were refused, but for a few', async () => {
    const toy = await startToy();
    const refused = await Promise.all(Array.from({ length: 20 }, () => connectTo(toy)));
    for (const { socket } of refused) socket.write(postHead(90_000).replace('live', 'unknown'));
    await Promise.all(refused.slice(0).map(({ closed }) => closed));
    for (const connection of refused) expect(connection.received()).toMatch(/^HTTP\/1\.1 401 /);
  });
});
