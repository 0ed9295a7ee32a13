import { setTimeout as sleep } from 'node:timers/promises';
import type { EnvironmentId } from '@loyalty/kernel';
import { manyAddresses, type NameServer, startNameServer, type Zone } from '@loyalty/testkit/servers';
import type { Found, Resolution } from './look-up.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { ThreadShare } from './thread-share.ts';

const dearApartMs = 400;
const minute = 60_000;
let aheadMs: number;
beforeEach(() => (aheadMs = 0));
const elapsedMs = (): number => performance.now() + aheadMs;
const environmentOf = (number: number): EnvironmentId => number as EnvironmentId;

describe('▲ a name with thousands of addresses costs its environment turns to ask', () => {
  const thousands = manyAddresses(4_000);
  const tooMany = { ok: false, reason: 'TOO_MANY' };
  let server: NameServer;
  let resolver: Resolver;
  let askedAtMs: number[];
  const zone: Zone = (name, family) => {
    if (family === 6) return [];
    if (!name.startsWith('many')) return ['192.0.2.9'];
    askedAtMs.push(performance.now());
    return thousands;
  };
  const begin = async (waitMs: number): Promise<void> => {
    askedAtMs = [];
    server = await startNameServer(zone);
    resolver = createResolver({ servers: server.servers, timeoutMs: 5_000, waitMs, elapsedMs });
  };
  afterEach(async () => {
    resolver.close();
    await server.close();
  });

  const resolve = (name: string, environment = 1): Promise<Resolution> =>
    resolver.resolve(`${name}.example`, environmentOf(environment));
  const askMany = (howMany: number): Promise<Resolution[]> =>
    Promise.all(Array.from({ length: howMany }, (_, place) => resolve(`many${place.toString()}`)));

  it('one at a time, with pauses in which the thread is for others', async () => {
    await begin(5_000);
    expect(await resolve('many')).toStrictEqual(tooMany);
    expect(await askMany(3)).toEqual([tooMany, tooMany, tooMany]);
    expect((askedAtMs.at(-1) ?? 0) - (askedAtMs[0] ?? 0)).toBeGreaterThan(1.5 * dearApartMs);
  });

  it('and nobody else: others are answered meanwhile', async () => {
    await begin(5_000);
    const flood = askMany(100);
    for (const environment of [2, 3, 4])
      expect(await resolve('quick', environment)).toMatchObject({ ok: true });
    resolver.close();
    const untried = (await flood).filter((one) => !one.ok && one.reason === 'NO_TURN');
    expect(untried.length).toBeGreaterThan(88);
  });

  it('also to renew what is known; that serves meanwhile', async () => {
    await begin(5_000);
    const known = await resolve('known');
    const flood = askMany(8);
    await resolve('many0');
    aheadMs += 5 * minute;
    expect(await resolve('known')).toStrictEqual(known);
    resolver.close();
    await flood;
  });

  it('until none has come for ten minutes', async () => {
    await begin(300);
    let howMany = 0;
    const isFree = async (): Promise<boolean> => {
      const names = [1, 2].map(() => `honest${(howMany += 1).toString()}`);
      return (await Promise.all(names.map((name) => resolve(name)))).every(({ ok }) => ok);
    };
    await resolve('many');
    for (let time = 0; time < 3; time += 1) expect(await isFree()).toBe(false);
    aheadMs += 11 * minute;
    while (!(await isFree())) await sleep(10);
    expect(howMany).toBeGreaterThan(6);
  });
});

it('▲ environments with such names have four look-ups under way together, and the others are none of them', async () => {
  const share = new ThreadShare({ waitMs: 60_000, elapsedMs });
  const expensive: Found = {
    resolution: { ok: false, reason: 'TOO_MANY' },
    ttlSeconds: 0,
    isExpensive: true,
  };
  const begun: ((found: Found) => void)[] = [];
  const ask = (environment: number): Promise<Found | null> =>
    share.use(environmentOf(environment), () => new Promise((resolve) => begun.push(resolve)));
  const environments = [1, 2, 3, 4, 5, 6];
  await Promise.all(
    environments.map((one) => share.use(environmentOf(one), () => Promise.resolve(expensive))),
  );
  const asked = environments.map(ask);
  while (begun.length < 4) await sleep(10);
  void ask(7);
  expect(begun).toHaveLength(5);
  await sleep(2 * dearApartMs);
  expect(begun).toHaveLength(5);
  begun[0]?.(expensive);
  while (begun.length < 6) await sleep(10);
  share.close();
  for (const answer of begun) answer(expensive);
  expect((await Promise.all(asked)).filter((found) => found === null)).toHaveLength(1);
});
