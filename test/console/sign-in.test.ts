import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { permissionNames } from '@loyalty/contracts/permissions';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { residentBytes } from '../support/resident-bytes.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import {
  codeOf,
  cookieOf,
  createPerson,
  keepCookies,
  type Person,
  send,
  sessionCookie,
  type Visited,
} from './person.ts';
import { audience, sessionKeyOf, type SignInStack, startSignInStack } from './sign-in-stack.ts';

let tenant: TestTenant;
let other: TestTenant;
let stack: SignInStack;
let members: string;
let redis: Redis;

/** All of a test run, for the search by bytes. */
const people: Person[] = [];
const newPerson = (): Person => {
  const person = createPerson(stack.origin);
  people.push(person);
  return person;
};

beforeAll(async () => {
  [tenant, other] = [await createTestTenant('sign-in'), await createTestTenant('sign-in-other')];
  stack = await startSignInStack();
  members = `/api/v1/tenants/${tenant.tenantId}/members`;
  redis = new Redis(readLocalStack().redisUrl, { lazyConnect: true });
});
afterAll(async () => {
  redis.disconnect();
  await stack.stop();
});

beforeEach(async () => {
  await stack.control({
    claims: { tenant_id: tenant.tenantId },
    scope: 'read write points:adjust admin',
    lifeS: 900,
    denies: false,
    isAway: false,
    delayMs: 0,
    isOpaque: false,
    audience,
    loginAgoS: 0,
  });
});

const signIn = (person: Person, query = ''): Promise<Visited> =>
  person.visit(`${stack.origin}/sign-in${query}`);

const signedIn = async (): Promise<Person> => {
  const person = newPerson();
  expect((await signIn(person)).status).toBe(200);
  return person;
};

describe('sign-in by an identity provider (D206)', () => {
  it('a person comes back to where they were, with a cookie that no script, neighbour or other site has', async () => {
    const person = newPerson();
    const { url, status } = await signIn(person, '?returnTo=/members%3Fq%3Dann');
    expect({ url, status }).toEqual({ url: `${stack.origin}/members?q=ann`, status: 200 });
    const port = new URL(stack.origin).port;
    expect(person.cookieTexts).toEqual([
      expect.stringMatching(
        new RegExp(
          `^__Host-console-sign-in-${port}=[\\w-]+; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^__Host-console-${port}=[\\w-]{43}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$`,
        ),
      ),
      expect.stringMatching(new RegExp(`^__Host-console-sign-in-${port}=; .*Max-Age=0$`)),
    ]);
    const session = await person.ask('/session');
    expect(JSON.parse(session.text)).toMatchObject({
      person: { name: 'Nomsa of Support' },
      tenantId: tenant.tenantId,
      modes: ['live'],
      permissions: permissionNames,
      canSignOut: true,
    });
    expect((await person.ask(members)).status).toBe(200);
    // Its token is of the live environment.
    expect((await person.ask(members, { mode: 'test' })).status).toBe(400);
  });

  it('each sign-in has a new id, and the one of before has ended', async () => {
    const person = await signedIn();
    const before = sessionCookie(person);
    await signIn(person);
    expect(sessionCookie(person)).not.toBe(before);
    const left = newPerson();
    left.cookies.set(`__Host-console-${new URL(stack.origin).port}`, before);
    expect((await left.ask(members)).status).toBe(401);
    expect((await person.ask(members)).status).toBe(200);
  });

  it('a person without a session learns so, and asks nobody', async () => {
    const person = newPerson();
    for (const path of ['/session', members]) {
      const response = await person.ask(path);
      expect([response.status, codeOf(response)]).toEqual([401, 'SESSION_ENDED']);
    }
  });

  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\u0009/evil.example',
    '/sign-in?returnTo=/',
    '/sign-out',
    'members',
    `/${'a'.repeat(2_000)}`,
  ];
  it.each(elsewhere.map((returnTo) => ({ returnTo, shown: returnTo.slice(0, 30) })))(
    'returnTo=$shown leads to the first page',
    async ({ returnTo }) => {
      const { url } = await signIn(newPerson(), `?returnTo=${encodeURIComponent(returnTo)}`);
      expect(url).toBe(`${stack.origin}/`);
    },
  );

  it.each<[what: string, change: (url: URL) => void]>([
    [
      'a forged state',
      (url) => {
        url.searchParams.set('state', 'forged');
      },
    ],
    [
      'no state',
      (url) => {
        url.searchParams.delete('state');
      },
    ],
    [
      'another issuer',
      (url) => {
        url.searchParams.set('iss', 'https://evil.example');
      },
    ],
    [
      'no issuer',
      (url) => {
        url.searchParams.delete('iss');
      },
    ],
    [
      'a made-up code',
      (url) => {
        url.searchParams.set('code', 'made-up');
      },
    ],
  ])('%s signs nobody in', async (_, change) => {
    const person = newPerson();
    const begun = await send(`${stack.origin}/sign-in`);
    const [pair = ''] = (begun.cookies[0] ?? '').split(';');
    const [name = '', value = ''] = pair.split('=');
    const authorize = new URL(begun.headers.location ?? '');
    // All but the last step.
    const urls = await stepsOf(authorize.href);
    const callback = new URL(urls.at(-1) ?? '');
    expect(callback.pathname).toBe('/sign-in/callback');
    change(callback);
    person.cookies.set(name, value);
    const before = await stack.control({});
    const response = await person.visit(callback.href);
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toContain('text/html');
    expect(sessionCookie(person)).toBe('');
    const { grants } = await stack.control({});
    expect(grants['authorization_code']).toBe(before.grants['authorization_code']);
  });

  it('a way back that was begun in another browser, or was taken already, signs nobody in', async () => {
    const begun = await send(`${stack.origin}/sign-in`);
    const cookie = (begun.cookies[0] ?? '').split(';')[0] ?? '';
    const urls = await stepsOf(begun.headers.location ?? '');
    const callback = urls.at(-1) ?? '';
    expect((await newPerson().visit(callback)).status).toBe(400);
    const first = await send(callback, { headers: { cookie } });
    expect(first.status).toBe(302);
    const before = await stack.control({});
    const again = await send(callback, { headers: { cookie } });
    expect(again.status).toBe(400);
    // It did not reach the provider, which would take the code for stolen, and end the session.
    expect((await stack.control({})).refused).toBe(before.refused);
    const [session = ''] = (first.cookies[0] ?? '').split(';');
    const response = await fetch(`${stack.origin}/session`, {
      headers: { cookie: session, 'x-console': '1' },
    });
    expect(response.status).toBe(200);
  });

  it('who says no at the provider is not signed in, and reads so', async () => {
    await stack.control({ denies: true });
    const response = await signIn(newPerson());
    expect(response.status).toBe(403);
    expect(response.text).toContain('did not sign you in');
  });

  const faulty: readonly [what: string, control: Parameters<SignInStack['control']>[0], sentence: RegExp][] =
    [
      ['no tenant', { claims: {} }, /no “tenant_id” claim/],
      [
        'a tenant that is none',
        { claims: { tenant_id: 'karoo' } },
        /“tenant_id” claim .* is not the ID of a tenant/,
      ],
      [
        'a tenant of nobody',
        { claims: { tenant_id: randomUUID() } },
        /API does not accept the access token for the tenant [\da-f-]{36}: \w/,
      ],
      ['no permission', { scope: '' }, /names no permission, role or scope of the API/],
      ['no claims at all', { isOpaque: true }, /is not a JWT/],
      [
        'another audience',
        { audience: 'https://other.example/' },
        /API does not accept the access token .*A claim of the token is missing or not valid/,
      ],
    ];
  it.each(faulty)('for a token with %s one page says what is missing', async (_, control, sentence) => {
    await stack.control(control);
    const person = newPerson();
    const response = await signIn(person);
    expect(response.status).toBe(403);
    expect(response.text).toMatch(sentence);
    expect(response.text).toContain('Send this message to');
    expect(response.text).toMatch(/<link rel="stylesheet" href="\/assets\/[\w.-]+\.css">/);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(sessionCookie(person)).toBe('');
  });

  it.each([
    ['/sign-in', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['/sign-in', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['/sign-in/callback?code=a&state=b', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ])('%s is for address bars alone', async (path, headers) => {
    const response = await newPerson().visit(stack.origin + path, headers);
    expect(response.status).toBe(403);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('a form or script of another site, another name and another path get nothing, signed in or not', async () => {
    const person = await signedIn();
    const form = await send(`${stack.origin}/sign-out`, {
      method: 'POST',
      headers: cookieOf(person.cookies),
    });
    expect(form.status).toBe(403);
    const script = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await person.ask(members, { headers: script })).status).toBe(403);
    expect((await person.ask(`/api/v1/tenants/${other.tenantId}/members`)).status).toBe(404);
    expect((await person.ask('/api/metrics')).status).toBe(404);
    expect((await person.ask('/api/v1/openapi.json')).status).toBe(404);
    expect((await person.ask(members)).status).toBe(200);
  });

  it('who signs out is out: the cookie is worth nothing, and the refresh token is revoked', async () => {
    const person = await signedIn();
    const cookie = sessionCookie(person);
    const { revoked } = await stack.control({});
    const response = await person.ask('/sign-out', { method: 'POST' });
    const { url } = JSON.parse(response.text) as { readonly url: string };
    expect(url).toMatch(new RegExp(`^${stack.issuer}/session/end\\?`));
    expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(`${stack.origin}/signed-out`);
    expect(sessionCookie(person)).toBe('');
    person.cookies.set(`__Host-console-${new URL(stack.origin).port}`, cookie);
    expect((await person.ask(members)).status).toBe(401);
    expect((await stack.control({})).revoked).toBeGreaterThan(revoked);
    // Cookies of neighbours stay: a browser would take those of the whole domain.
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"');
  });

  it('an erasure and a new API key want a sign-in of the last five minutes (D207)', async () => {
    const { body } = await tenant.live.post('/members', { externalRef: `erased-${randomUUID()}` });
    await stack.control({ loginAgoS: 301 });
    const person = await signedIn();
    const erase = () => person.ask(`${members}/${body.id}`, { method: 'DELETE' });
    const refused = await erase();
    expect([refused.status, codeOf(refused)]).toEqual([401, 'FRESH_SIGN_IN_NEEDED']);
    expect((await person.ask(`${members}/${body.id}`)).status).toBe(200);
    const keys = members.replace(/members$/, 'api-keys');
    const makeKey = () =>
      person.ask(keys, { method: 'POST', body: JSON.stringify({ name: 'Till', role: 'till' }) });
    expect(codeOf(await makeKey())).toBe('FRESH_SIGN_IN_NEEDED');
    // A provider that says the same old time again does not help.
    await stack.control({ loginAgoS: 400 });
    expect((await signIn(person, '?fresh=1')).status).toBe(400);
    await stack.control({ loginAgoS: 0 });
    expect((await signIn(person, '?fresh=1')).status).toBe(200);
    expect((await erase()).status).toBeLessThan(300);
    expect((await makeKey()).status).toBe(201);
  });
});

/** Goes on from the provider until it sends the person back, without opening that address. */
const stepsOf = async (first: string): Promise<readonly string[]> => {
  const jar = new Map<string, string>();
  const urls = [first];
  for (let url = first; url.startsWith(stack.issuer) && urls.length < 12;) {
    const { headers, cookies } = await send(url, { headers: cookieOf(jar) });
    keepCookies(jar, cookies);
    url = new URL(headers.location ?? '', url).href;
    urls.push(url);
  }
  return urls;
};

/** Once the token of a sign-in has less than nothing left. */
const signedInUntilNow = async (): Promise<Person> => {
  await stack.control({ lifeS: 1 });
  const person = await signedIn();
  const endsAtMs = Date.now() + 1_100;
  await eventually('its token has ended', () => Promise.resolve(Date.now() > endsAtMs));
  await stack.control({ lifeS: 900 });
  return person;
};

describe('at the end of a token', () => {
  it('twenty requests at once on two processes are one refresh, and nobody is signed out', async () => {
    const person = await signedInUntilNow();
    await stack.control({ delayMs: 300 });
    const before = await stack.control({});
    const responses = await Promise.all(Array.from({ length: 20 }, () => person.ask(members)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const after = await stack.control({});
    expect((after.grants['refresh_token'] ?? 0) - (before.grants['refresh_token'] ?? 0)).toBe(1);
    expect(after.refused).toBe(before.refused);
    expect((await person.ask(members)).status).toBe(200);
  });

  it('while the provider is unavailable nobody signs in, and who is signed in stays so', async () => {
    const [person, late] = [await signedIn(), await signedInUntilNow()];
    await stack.control({ isAway: true });
    expect((await person.ask(members)).status).toBe(200);
    const waiting = await late.ask(members);
    expect([waiting.status, codeOf(waiting)]).toEqual([503, 'SIGN_IN_AWAY']);
    await stack.control({ isAway: false });
    expect((await late.ask(members)).status).toBe(200);
    expect((await person.ask('/session')).status).toBe(200);
  });

  it('a provider that has ended the session, or has moved the person to another tenant, ends it here', async () => {
    const moved = await signedInUntilNow();
    await stack.control({ claims: { tenant_id: other.tenantId } });
    const response = await moved.ask(members);
    expect([response.status, codeOf(response)]).toEqual([401, 'SESSION_ENDED']);
    expect((await moved.ask('/session')).status).toBe(401);
    expect(stack.logs()).toContain('"cause":"REFRESH_REFUSED"');
  });
});

it('a Redis that was emptied signs everybody out; they sign in again', async () => {
  const person = await signedIn();
  // Others run beside this test.
  expect(await redis.del(sessionKeyOf(sessionCookie(person)))).toBe(1);
  const response = await person.ask(members);
  expect([response.status, codeOf(response)]).toEqual([401, 'SESSION_ENDED']);
  await signIn(person);
  expect((await person.ask(members)).status).toBe(200);
});

it('no token, cookie, code, verifier, secret or key is in logs, in Redis, or in what a browser got', async () => {
  const person = await signedIn();
  await person.ask(members);
  const { secrets } = await stack.control({});
  const ids = people.map(sessionCookie).filter((id) => id !== '');
  expect(secrets.length).toBeGreaterThan(50);
  expect(ids.length).toBeGreaterThan(5);
  const inRedis = await everythingIn(redis);
  const received = people.flatMap((one) => one.received).join('\n');
  const cookieTexts = people.flatMap((one) => one.cookieTexts).join('\n');
  // What is searched is there.
  expect(inRedis).toContain('console-session:');
  expect(received).toContain(tenant.tenantId);
  expect(stack.logs()).toContain('"operation":"listMembers"');
  const hidden = [...secrets, ...stack.secrets];
  for (const secret of hidden) {
    expect(inRedis.includes(secret)).toBe(false);
    expect(stack.logs().includes(secret)).toBe(false);
    expect(received.includes(secret)).toBe(false);
    expect(cookieTexts.includes(secret)).toBe(false);
  }
  for (const id of ids) {
    expect(inRedis.includes(id)).toBe(false);
    expect(stack.logs().includes(id)).toBe(false);
    expect(received.includes(id)).toBe(false);
  }
});

const everythingIn = async (server: Redis): Promise<string> => {
  const names = await server.keys('console-*');
  const values = await Promise.all(
    names.map(async (name) =>
      (await server.type(name)) === 'zset'
        ? (await server.zrange(name, '0', '-1')).join('\n')
        : ((await server.getBuffer(name)) ?? Buffer.alloc(0)).toString('latin1'),
    ),
  );
  return names.concat(values).join('\n');
};

// 82 MiB with Node 20, 102 with Node 24.
it('a console that has signed all of them in holds at most 115 MiB', async () => {
  for (const console of stack.consoles) expect(await residentBytes(console)).toBeLessThan(115 * 1_048_576);
});

it('nobody notices that one of two processes was killed', async () => {
  const person = await signedInUntilNow();
  await stack.kill(0);
  const responses = await Promise.all(Array.from({ length: 20 }, () => person.ask(members)));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect((await signIn(newPerson())).status).toBe(200);
});
