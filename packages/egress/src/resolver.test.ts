import { setTimeout as sleep } from 'node:timers/promises';
import { createResolver, type Resolver } from './resolver.ts';
import { startNameServer, type NameServer, type Zone } from './testing/name-server.ts';

let server: NameServer;
const resolverOf = async (zone: Zone, ttlSeconds?: number): Promise<Resolver> => {
  server = await startNameServer(zone, ttlSeconds);
  return createResolver({ servers: server.servers, timeoutMs: 100 });
};
afterEach(() => server.close());

const onIpv4 =
  (address: string) =>
  (_name: string, family: 4 | 6): readonly string[] =>
    family === 4 ? [address] : [];

it('answers all addresses of both families', async () => {
  const resolver = await resolverOf((_name, family) =>
    family === 4 ? ['192.0.2.1', '192.0.2.2'] : ['fd00::1'],
  );
  expect(await resolver.resolve('shop.example')).toStrictEqual({
    ok: true,
    addresses: ['192.0.2.1', '192.0.2.2', 'fd00::1'],
  });
});

it('leaves out a family that fails', async () => {
  const resolver = await resolverOf((_name, family) => (family === 4 ? ['192.0.2.1'] : 'failure'));
  expect(await resolver.resolve('shop.example')).toStrictEqual({ ok: true, addresses: ['192.0.2.1'] });
});

it('asks once for callers who ask at once, and keeps the answer for its time to live', async () => {
  const resolver = await resolverOf(onIpv4('192.0.2.1'), 60);
  await Promise.all(Array.from({ length: 20 }, () => resolver.resolve('four.example')));
  await resolver.resolve('four.example');
  expect(server.asked()).toBe(2);
});

it('asks again when the time to live is over', async () => {
  const resolver = await resolverOf((_name, family, howManyth) =>
    family === 4 ? [`192.0.2.${howManyth.toString()}`] : [],
  );
  const seen = new Set<string>();
  const until = performance.now() + 5_000;
  while (seen.size < 2 && performance.now() < until) {
    seen.add(JSON.stringify(await resolver.resolve('moves.example')));
    await sleep(50);
  }
  expect(seen.size).toBe(2);
});

it('keeps a failure, so that retries do not ask each time', async () => {
  const resolver = await resolverOf(() => 'failure');
  expect(await resolver.resolve('broken.example')).toStrictEqual({ ok: false, failure: 'DNS_FAILED' });
  const asked = server.asked();
  expect(await resolver.resolve('broken.example')).toStrictEqual({ ok: false, failure: 'DNS_FAILED' });
  expect(server.asked()).toBe(asked);
});

it('gives up on a name server that keeps silent, while other names are answered', async () => {
  const resolver = await resolverOf((name, family) =>
    name === 'silent.example' ? 'silence' : onIpv4('192.0.2.1')(name, family),
  );
  const silent = resolver.resolve('silent.example');
  let isDone = false;
  void silent.then(() => (isDone = true));
  expect(await resolver.resolve('quick.example')).toMatchObject({ ok: true });
  expect(isDone).toBe(false);
  expect(await silent).toStrictEqual({ ok: false, failure: 'DNS_FAILED' });
});

it('has 64 names under way at most; the others follow', async () => {
  let held = 0;
  const resolver = await resolverOf((name, family) => {
    if (name.startsWith('silent')) {
      held += family === 4 ? 1 : 0;
      return 'silence';
    }
    return family === 4 ? ['192.0.2.1'] : [];
  });
  const silent = Array.from({ length: 64 }, (_, place) =>
    resolver.resolve(`silent${place.toString()}.example`),
  );
  const behind = resolver.resolve('behind.example');
  expect((await Promise.all(silent)).every(({ ok }) => !ok)).toBe(true);
  expect(await behind).toMatchObject({ ok: true });
  expect(held).toBeGreaterThanOrEqual(64);
});

it('▲ asks anew for a name that it knows at once, whatever number of strangers keeps silent', async () => {
  const resolver = await resolverOf((name, family) =>
    name.startsWith('silent') ? 'silence' : onIpv4('192.0.2.1')(name, family),
  );
  await resolver.resolve('known.example');
  // Longer than its time to live.
  await sleep(1_100);
  let gaveUp = 0;
  const silent = Array.from({ length: 256 }, async (_, place) => {
    await resolver.resolve(`silent${place.toString()}.example`);
    gaveUp += 1;
  });
  const asked = server.asked();
  expect(await resolver.resolve('known.example')).toMatchObject({ ok: true });
  expect([gaveUp, server.asked() > asked]).toEqual([0, true]);
  await Promise.all(silent);
  expect(gaveUp).toBe(256);
});

it('answers localhost itself, and knows nothing else that /etc/hosts or a search domain may know', async () => {
  const resolver = await resolverOf(() => []);
  expect(await resolver.resolve('localhost')).toStrictEqual({ ok: true, addresses: ['127.0.0.1'] });
  expect(server.asked()).toBe(0);
  expect(await resolver.resolve('ip6-localhost')).toStrictEqual({ ok: false, failure: 'DNS_FAILED' });
});
