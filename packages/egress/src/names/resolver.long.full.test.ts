import { setTimeout as sleep } from 'node:timers/promises';
import type { EnvironmentId } from '@loyalty/kernel';
import { eventually } from '@loyalty/testkit/runs';
import { manyAddresses, type NameServer, startNameServer, type Zone } from '@loyalty/testkit/servers';
import type { Resolution } from './look-up.ts';
import { createResolver, type Resolver, type ResolverOptions } from './resolver.ts';

let server: NameServer;
let aheadMs = 0;
/** Asks for one environment, unless another one is given. */
interface TestResolver {
  resolve(name: string, environment?: number): Promise<Resolution>;
}
let opened: Resolver;
const resolverOf = async (
  zone: Zone,
  ttlSeconds?: number,
  over: ResolverOptions = {},
): Promise<TestResolver> => {
  server = await startNameServer(zone, ttlSeconds);
  aheadMs = 0;
  const elapsedMs = (): number => performance.now() + aheadMs;
  opened = createResolver({ servers: server.servers, timeoutMs: 100, elapsedMs, ...over });
  return { resolve: (name, environment = 1) => opened.resolve(name, environment as EnvironmentId) };
};
/** Time passes for what is kept. */
const elapse = (ms: number): void => {
  aheadMs += ms;
};
afterEach(async () => {
  opened.close();
  await server.close();
});

const unknown = { ok: false, reason: 'UNKNOWN' };
const silent = { ok: false, reason: 'SILENT' };
const minute = 60_000;

const onIpv4 =
  (address: string) =>
  (_name: string, family: 4 | 6): readonly string[] =>
    family === 4 ? [address] : [];

it('returns all addresses of both families', async () => {
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
  const seen: Resolution[] = [];
  for (const ms of [0, 900, 200]) {
    elapse(ms);
    seen.push(await resolver.resolve('moves.example'));
  }
  expect(seen.map((one) => one.ok && one.addresses)).toEqual([['192.0.2.1'], ['192.0.2.1'], ['192.0.2.2']]);
});

it('keeps a failure, so that retries do not ask each time', async () => {
  const resolver = await resolverOf(() => 'failure');
  expect(await resolver.resolve('broken.example')).toStrictEqual(silent);
  const asked = server.asked();
  expect(await resolver.resolve('broken.example')).toStrictEqual(silent);
  expect(server.asked()).toBe(asked);
});

it('gives up on a name server that keeps silent, while other names are answered', async () => {
  const resolver = await resolverOf((name, family) =>
    name === 'silent.example' ? 'silence' : onIpv4('192.0.2.1')(name, family),
  );
  const asked = resolver.resolve('silent.example');
  let isDone = false;
  void asked.then(() => (isDone = true));
  expect(await resolver.resolve('quick.example')).toMatchObject({ ok: true });
  expect(isDone).toBe(false);
  expect(await asked).toStrictEqual(silent);
});

describe('▲ a name server that responds for one family only', () => {
  const half: Zone = (_name, family) => (family === 4 ? ['192.0.2.1'] : 'silence');

  it('is waited for a quarter of a second more', async () => {
    const resolver = await resolverOf(half, 60, { timeoutMs: 20_000 });
    const begunMs = performance.now();
    expect(await resolver.resolve('half.example')).toStrictEqual({ ok: true, addresses: ['192.0.2.1'] });
    expect(performance.now() - begunMs).toBeLessThan(10_000);
  });

  it('keeps no other environment waiting, whatever number of names it has', async () => {
    const resolver = await resolverOf(
      (name, family) => (name.startsWith('half') ? half(name, family, 1) : onIpv4('192.0.2.9')(name, family)),
      60,
    );
    let others = 0;
    const flood = Array.from({ length: 200 }, async (_, place) => {
      await resolver.resolve(`half${place.toString()}.example`);
      others += 1;
    });
    expect(await resolver.resolve('quick.example', 2)).toMatchObject({ ok: true });
    expect(others).toBeLessThan(64);
    opened.close();
    await Promise.all(flood);
  });
});

describe('▲ an answer whose time is over', () => {
  let isSilent: boolean;
  beforeEach(() => (isSilent = false));
  const sometimes: Zone = (_name, family, howManyth) => {
    if (isSilent) return 'silence';
    return family === 4 ? [`192.0.2.${howManyth.toString()}`] : [];
  };
  const first = { ok: true, addresses: ['192.0.2.1'] };

  it('serves for ten minutes while name servers keep silent, and one look-up at a time renews it', async () => {
    const resolver = await resolverOf(sometimes);
    expect(await resolver.resolve('away.example')).toStrictEqual(first);
    isSilent = true;
    elapse(5 * minute);
    const asked = server.asked();
    const found = await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('away.example')));
    expect(found).toEqual(Array(50).fill(first));
    expect(server.asked() - asked).toBeLessThanOrEqual(4);
    // The look-up has failed: the next one comes when failures are asked again.
    await sleep(1_000);
    const failed = server.asked();
    expect(await resolver.resolve('away.example')).toStrictEqual(first);
    expect(server.asked()).toBe(failed);
    elapse(6 * minute);
    expect(await resolver.resolve('away.example')).toStrictEqual(silent);
  });

  it('is renewed before it is used where name servers are well', async () => {
    const resolver = await resolverOf(sometimes);
    await resolver.resolve('moved.example');
    elapse(5 * minute);
    expect(await resolver.resolve('moved.example')).toStrictEqual({ ok: true, addresses: ['192.0.2.2'] });
  });

  it('serves no more once there is said to be none', async () => {
    let isGone = false;
    const resolver = await resolverOf((name, family) => (isGone ? [] : onIpv4('192.0.2.1')(name, family)));
    await resolver.resolve('gone.example');
    isGone = true;
    elapse(2_000);
    expect(await resolver.resolve('gone.example')).toStrictEqual(unknown);
  });
});

describe('▲ a name with very many addresses', () => {
  const manyOf =
    (count: number): Zone =>
    (_name, family) =>
      family === 4 ? manyAddresses(count) : [];
  const tooMany = { ok: false, reason: 'TOO_MANY' };

  it('is none, with more than sixteen; and it is not read again for a minute (D114)', async () => {
    const resolver = await resolverOf(manyOf(17));
    expect(await resolver.resolve('many.example')).toStrictEqual(tooMany);
    const asked = server.asked();
    elapse(minute - 1_000);
    expect(await resolver.resolve('many.example')).toStrictEqual(tooMany);
    expect(server.asked()).toBe(asked);
  });

  it('is one as any other with sixteen', async () => {
    const resolver = await resolverOf(manyOf(16));
    expect(await resolver.resolve('sixteen.example')).toMatchObject({ ok: true });
  });

  it('is called again after a minute where it has fewer by then', async () => {
    let count = 4_000;
    const resolver = await resolverOf((name, family) => manyOf(count)(name, family, 1));
    expect(await resolver.resolve('mended.example')).toStrictEqual(tooMany);
    count = 1;
    elapse(minute + 1_000);
    let found = await resolver.resolve('mended.example');
    // It waits for the turn of its environment, and the old answer serves meanwhile.
    for (; !found.ok; found = await resolver.resolve('mended.example')) await sleep(10);
    expect(found).toStrictEqual({ ok: true, addresses: ['127.1.0.0'] });
  });

  it('stays none while it cannot be read again', async () => {
    let isSilent = false;
    const resolver = await resolverOf((name, family) =>
      isSilent ? 'silence' : manyOf(4_000)(name, family, 1),
    );
    expect(await resolver.resolve('many.example')).toStrictEqual(tooMany);
    isSilent = true;
    elapse(5 * minute);
    expect(await resolver.resolve('many.example')).toStrictEqual(tooMany);
    elapse(7 * minute);
    expect(await resolver.resolve('many.example')).toStrictEqual(silent);
  });
});

describe('turns to ask name servers', () => {
  let isSilent = true;
  const zone: Zone = (name, family) => {
    if (name.startsWith('silent')) return isSilent ? 'silence' : 'failure';
    return onIpv4('192.0.2.1')(name, family);
  };
  /** Look-ups of an environment start 20 ms apart: all must start in time, however slow the machine is. */
  const patient: ResolverOptions = { timeoutMs: 4_000, waitMs: 2_000 };
  beforeEach(() => {
    isSilent = true;
  });

  it('▲ are parted among environments: what one asks for in vain keeps only its own waiting', async () => {
    const resolver = await resolverOf(zone, 60, patient);
    const asked = Array.from({ length: 9 }, (_, place) =>
      resolver.resolve(`silent${place.toString()}.example`),
    );
    expect(await resolver.resolve('new.example', 1)).toStrictEqual({ ok: false, reason: 'NO_TURN' });
    expect(await resolver.resolve('new.example', 2)).toMatchObject({ ok: true });
    isSilent = false;
    await Promise.all(asked);
  });

  it('are 64 at most; whose turn does not come asks again the next time', async () => {
    const resolver = await resolverOf(zone, 60, patient);
    const asked = Array.from({ length: 64 }, (_, place) =>
      resolver.resolve(`silent${place.toString()}.example`, place % 8),
    );
    expect(await resolver.resolve('new.example', 9)).toStrictEqual({ ok: false, reason: 'NO_TURN' });
    isSilent = false;
    expect((await Promise.all(asked)).every(({ ok }) => !ok)).toBe(true);
    await eventually('its turn comes', async () => (await resolver.resolve('new.example', 9)).ok);
  });

  it('▲ come at once to renew a known name, whatever number of strangers keeps silent', async () => {
    const resolver = await resolverOf(zone, 1, { timeoutMs: 1_000 });
    await resolver.resolve('known.example');
    const asked = Array.from({ length: 100 }, (_, place) =>
      resolver.resolve(`silent${place.toString()}.example`, place % 10),
    );
    elapse(20 * minute);
    expect(await resolver.resolve('known.example')).toMatchObject({ ok: true });
    opened.close();
    await Promise.all(asked);
  });
});

it('resolves localhost itself, and no other name of /etc/hosts or a search domain', async () => {
  const resolver = await resolverOf(() => []);
  expect(await resolver.resolve('localhost')).toStrictEqual({ ok: true, addresses: ['127.0.0.1'] });
  expect(server.asked()).toBe(0);
  expect(await resolver.resolve('ip6-localhost')).toStrictEqual(unknown);
});
