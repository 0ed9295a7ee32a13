import { setTimeout as pause } from 'node:timers/promises';
import { createLoyalty, type LoyaltySettings } from './index.ts';
import {
  campaign,
  clientWith,
  closeServers,
  failureOf,
  instead,
  pass,
  receipt,
  tenantId,
} from './testing/client-before-model.ts';
import { type Fate, problemReply } from './testing/model-api.ts';

afterEach(closeServers);

describe('a parameter in a path', () => {
  it.each<unknown>([undefined, null, '', '.', '..', 'a/b', 'a\\b', '/', '\ud800'])(
    '%j is refused before anything is sent',
    async (id) => {
      const { loyalty, server } = await clientWith([]);
      await expect(loyalty.getMember({ memberId: id as string })).rejects.toThrow(TypeError);
      expect(server.asked).toEqual([]);
    },
  );

  it('is encoded otherwise, and so is a query', async () => {
    const { loyalty, server } = await clientWith([]);
    await loyalty.getTransaction({ transactionRef: 'Kasse 7?#%2F&é', operation: 'redeem' });
    await loyalty.listMembers({ search: 'a&b=c +', limit: 5, cursor: undefined });
    await loyalty.deleteTier({ tierId: 't', force: true }).catch(() => undefined);
    expect(server.asked.map(({ path }) => path)).toEqual([
      '/transactions/Kasse%207%3F%23%252F%26%C3%A9?operation=redeem',
      '/members?search=a%26b%3Dc+%2B&limit=5',
      '/tiers/t?force=true',
    ]);
  });

  it('a query that is no plain value is refused', async () => {
    const { loyalty } = await clientWith([]);
    await expect(loyalty.listMembers({ search: ['a'] as unknown as string })).rejects.toThrow(
      'search must be a string, a number or a boolean',
    );
  });

  it('a tenant is checked at once, also another one', async () => {
    const { loyalty, server } = await clientWith([]);
    expect(() => loyalty.forTenant('..')).toThrow(TypeError);
    await loyalty.forTenant('other').getMember({ memberId: 'm' });
    expect(server.asked).toHaveLength(1);
  });
});

describe('settings', () => {
  const good = { baseUrl: 'https://api.example.com/v1', tenantId, apiKey: 'sk_test_1' };

  it.each<[what: string, settings: Partial<LoyaltySettings>, says: RegExp]>([
    ['no credential', { apiKey: undefined }, /environment variable/],
    ['an empty key', { apiKey: '' }, /environment variable/],
    ['both a key and a token', { token: 'jwt' }, /not both/],
    ['no version', { baseUrl: 'https://api.example.com' }, /ends with \/v1/],
    ['no address', { baseUrl: 'api.example.com/v1' }, /ends with \/v1/],
    ['a query', { baseUrl: 'https://api.example.com/v1?a=b' }, /ends with \/v1/],
    ['a name and a password', { baseUrl: 'https://a:b@api.example.com/v1' }, /ends with \/v1/],
    ['a tenant that leads elsewhere', { tenantId: '../admin' }, /tenantId cannot be part of a path/],
    ['no tenant', { tenantId: undefined as unknown as string }, /tenantId cannot be part of a path/],
    ['no time', { timeoutMs: 0 }, /must be above 0/],
    ['no attempts', { attemptsMax: Number.NaN }, /must be above 0/],
  ])('%s: a TypeError that says what to do', (_what, settings, says) => {
    const create = (): unknown => createLoyalty({ ...good, ...settings });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(says);
  });

  it('a slash at the end of the address is fine', async () => {
    const { server } = await clientWith([]);
    await createLoyalty({ ...good, baseUrl: `${server.url}/` }).getMember({ memberId: 'm' });
    expect(server.asked[0]?.path).toBe('/members/m');
  });

  it('a key in a browser is refused; a page behind a proxy needs no credential', () => {
    Object.assign(globalThis, { document: {} });
    try {
      expect(() => createLoyalty(good)).toThrow(/must not be used in a browser/);
      expect(() => createLoyalty({ ...good, apiKey: undefined })).not.toThrow();
      expect(() => createLoyalty({ ...good, apiKey: undefined, token: 'jwt' })).not.toThrow();
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });

  it('a token is asked for before each attempt; one that cannot be had is no attempt of the API', async () => {
    let count = 0;
    const token = () => Promise.resolve(`jwt-${(count += 1).toString()}`);
    const { loyalty, server } = await clientWith([{ kind: 'cutBefore' }], { apiKey: undefined, token });
    await loyalty.getMember({ memberId: 'm' });
    expect(server.asked.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer jwt-1',
      'Bearer jwt-2',
    ]);
    const cause = new Error('the provider is unavailable');
    const refused = await clientWith([], { apiKey: undefined, token: () => Promise.reject(cause) });
    const error = await failureOf(refused.loyalty.createCampaign(campaign));
    expect(error).toMatchObject({ cause, status: null, isOutcomeUnknown: false, attempts: 1 });
    expect(refused.server.asked).toEqual([]);
  });

  it('headers of the caller are sent beside the key, and do not replace it', async () => {
    const { loyalty, server } = await clientWith([], {
      headers: { 'X-Request-Id': 'till-7', 'x-api-key': 'other' },
    });
    await loyalty.evaluateTransaction(receipt('r-1'));
    expect(server.asked[0]?.headers).toMatchObject({
      'x-request-id': 'till-7',
      'x-api-key': 'sk_test_1',
      'content-type': 'application/json',
    });
    expect(server.asked[0]?.headers).not.toHaveProperty('prefer');
    await expect(clientWith([], { headers: { 'X-Name': 'line\nbreak' } })).rejects.toMatchObject({
      name: 'TypeError',
    });
  });

  it('the environment of the client is sent with each attempt, unless a call names another one (D213)', async () => {
    const { loyalty, server } = await clientWith([{ kind: 'cutBefore' }], {
      mode: 'test',
      headers: { 'Loyalty-Mode': 'live' },
    });
    await loyalty.getMember({ memberId: 'm' });
    await loyalty.forTenant('other').getMember({ memberId: 'm' }, { mode: 'live' });
    await loyalty.withResponse.evaluateTransaction(receipt('r-1'), { mode: undefined });
    await loyalty.each.listMembers({ limit: 5 }, { mode: 'live' }).next();
    const modes = server.asked.map(({ headers }) => headers['loyalty-mode']);
    expect(modes).toEqual(['test', 'test', 'live', 'test', 'live']);
    const { loyalty: without, server: asked } = await clientWith([]);
    await without.getMember({ memberId: 'm' });
    expect(asked.asked[0]?.headers).not.toHaveProperty('loyalty-mode');
  });

  it('a token that cannot stand in a header is a TypeError, and is not sent', async () => {
    const { loyalty, server } = await clientWith([], { apiKey: undefined, token: () => 'line\nbreak' });
    await expect(loyalty.getMember({ memberId: 'm' })).rejects.toMatchObject({ name: 'TypeError' });
    expect(server.asked).toEqual([]);
  });

  it('an operation that is deprecated is named once, with its end', async () => {
    const said: unknown[] = [];
    const reply = {
      status: 200,
      headers: { Deprecation: '@1', Sunset: 'Sat, 31 Dec 2033 00:00:00 GMT' },
      body: {},
    };
    const onDeprecated = (...given: unknown[]) => said.push(given);
    const { loyalty } = await clientWith([instead(reply), instead(reply), instead(reply)], { onDeprecated });
    const args = { body: { key: 'a.b' } };
    for (const one of [loyalty, loyalty, loyalty.forTenant('other')])
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one operation that is.
      await one.updateEventDefinitionByKey(args);
    expect(said).toEqual([['updateEventDefinitionByKey', 'Sat, 31 Dec 2033 00:00:00 GMT']]);
  });

  it('accept asks for 202', async () => {
    const reply = { status: 202, body: { transactionRef: 'r-1', location: '/v1/somewhere' } };
    const { loyalty, server } = await clientWith([instead(reply)]);
    const accepted = await loyalty.accept.evaluateTransaction(receipt('r-1'));
    expect('location' in accepted && accepted.location).toBe('/v1/somewhere');
    expect(server.asked[0]?.headers['prefer']).toBe('respond-async');
  });
});

describe('time', () => {
  const late: Fate = { kind: 'lateResponse', ms: 300 };

  it('a response that is late counts as lost', async () => {
    const { loyalty, model } = await clientWith([late]);
    const { attempts, isReplayed } = await loyalty.withResponse.evaluateTransaction(receipt('r-1'), {
      timeoutMs: 50,
    });
    expect([attempts > 1, isReplayed, model.effects.get('r-1')]).toEqual([true, true, 1]);
    const unreferenced = { memberId: 'member-1', body: { points: 5, reason: 'gift' } };
    const error = await failureOf(
      (await clientWith([late])).loyalty.adjustPoints(unreferenced, { timeoutMs: 50 }),
    );
    expect(error.message).toBe('adjustPoints: no response: nothing came within 50 ms');
  });

  it('no attempt begins after the deadline, and the running one ends with it', async () => {
    const { loyalty, server } = await clientWith([{ kind: 'cutBefore' }, { kind: 'lateResponse', ms: 600 }]);
    const beganAt = performance.now();
    const error = await failureOf(loyalty.getMember({ memberId: 'm' }, { deadlineMs: 400 }));
    expect(error.attempts).toBe(server.asked.length);
    expect(server.asked.length).toBeLessThan(3);
    expect(performance.now() - beganAt).toBeGreaterThan(0);
    const none = await clientWith([{ kind: 'cutBefore' }]);
    expect((await failureOf(none.loyalty.getMember({ memberId: 'm' }, { deadlineMs: 90 }))).attempts).toBe(1);
  });

  it('a bulk call may take as long as the contract says', async () => {
    const bounds: number[] = [];
    const original = globalThis.setTimeout;
    const watched = ((work: () => void, ms: number) => {
      bounds.push(ms);
      return original(work, ms);
    }) as typeof setTimeout;
    const { loyalty } = await clientWith([]);
    globalThis.setTimeout = watched;
    try {
      await loyalty.bulkEvaluateTransactions({ body: { items: [] } });
      await loyalty.getMember({ memberId: 'm' });
    } finally {
      globalThis.setTimeout = original;
    }
    expect(bounds).toEqual(expect.arrayContaining([35_000, 10_000]));
  });

  it('a caller who aborts while the client waits is heard at once, and no timer is left', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const controller = new AbortController();
    const reason = new Error('the customer left');
    const limited = instead(problemReply(429, 'RATE_LIMITED', { headers: { 'Retry-After': '20' } }));
    const { loyalty, attempts } = await clientWith([limited], {
      onAttempt: () => {
        controller.abort(reason);
      },
    });
    await expect(loyalty.createCampaign(campaign, { signal: controller.signal })).rejects.toBe(reason);
    expect(attempts).toEqual([]);
    // Timers of Node's own connections end within a second.
    for (let turn = 0; turn < 20 && timers() > before; turn += 1) await pause(100);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('a caller who aborts during an attempt, or before, is heard at once, also by a fetch that knows no signal', async () => {
    const controller = new AbortController();
    const deaf: LoyaltySettings['fetch'] = () => {
      queueMicrotask(() => {
        controller.abort('stop');
      });
      return new Promise(() => undefined);
    };
    const { loyalty, server } = await clientWith([], { fetch: deaf });
    const signal = controller.signal;
    await expect(loyalty.getMember({ memberId: 'm' }, { signal })).rejects.toBe('stop');
    await expect(loyalty.getMember({ memberId: 'm' }, { signal })).rejects.toBe('stop');
    expect(server.asked).toEqual([]);
  });
});

describe('each', () => {
  it('follows the pages, holds one, and begins at the cursor that is given', async () => {
    const { loyalty, server } = await clientWith([]);
    const found: string[] = [];
    for await (const { externalRef } of loyalty.each.listMembers({ limit: 10 })) {
      found.push(externalRef);
      expect(server.asked).toHaveLength(Math.ceil(found.length / 10));
    }
    expect(found).toEqual(Array.from({ length: 25 }, (_, at) => `customer-${at.toString()}`));
    const rest: string[] = [];
    for await (const { id } of loyalty.each.listMembers({ cursor: '20' })) rest.push(id);
    expect(rest).toHaveLength(5);
  });

  it('shows the error of a later page, after the items before it', async () => {
    const { loyalty } = await clientWith([pass, instead(problemReply(401, 'UNAUTHORIZED'))]);
    const found: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { id } of loyalty.each.listMembers()) found.push(id);
    };
    expect(await failureOf(read())).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(found).toHaveLength(10);
  });

  it('asks for no further page than it needs, and does not read the same page for ever', async () => {
    const { loyalty, server } = await clientWith([]);
    const items = loyalty.each.listMembers();
    await items.next();
    await items.return();
    expect(server.asked).toHaveLength(1);
    const same = instead({ status: 200, body: { members: [], nextCursor: 'again' } });
    const endless = await clientWith([same, same]);
    const read = async (): Promise<void> => {
      for await (const { id } of endless.loyalty.each.listMembers({}, { attemptsMax: 1 }))
        expect(id).toBe('none');
    };
    expect((await failureOf(read())).message).toMatch(/not from the API/);
  });
});
