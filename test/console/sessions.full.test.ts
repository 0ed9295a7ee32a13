import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { loyaltyctl, loyaltyctlJson } from '../support/loyaltyctl.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { codeOf, cookieOf, createPerson, type Person, send, sessionCookie } from './person.ts';
import { audience, sessionKeyOf, type SignInStack, startSignInStack } from './sign-in-stack.ts';

let tenant: TestTenant;
let stack: SignInStack;
let members: string;

beforeAll(async () => {
  tenant = await createTestTenant('sessions');
  stack = await startSignInStack();
  members = `/api/v1/tenants/${tenant.tenantId}/members`;
});
afterAll(() => stack.stop());

beforeEach(async () => {
  await stack.control({
    claims: { tenant_id: tenant.tenantId },
    scope: 'read write points:adjust admin',
    lifeS: 900,
    audience,
    loginAgoS: 0,
    account: `sipho-${randomUUID()}`,
    subject: null,
  });
});

const newPerson = (): Person => createPerson(stack.origin);

const signedIn = async (): Promise<Person> => {
  const person = newPerson();
  expect((await person.visit(`${stack.origin}/sign-in`)).status).toBe(200);
  return person;
};

/** Lines that the consoles logged of a session, the oldest first. */
const linesOf = (key: string): readonly Readonly<Record<string, unknown>>[] =>
  stack
    .logs()
    .split('\n')
    .filter((line) => line.includes(`"session":"${key}"`))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    // Of two processes.
    .toSorted((a, b) => String(a['time']).localeCompare(String(b['time'])));

/** The hash of a session's id. */
const keyOf = (person: Person): string => sessionKeyOf(sessionCookie(person)).replace('console-session:', '');

/** Once the token of a sign-in has less than nothing left. */
const signedInUntilNow = async (): Promise<Person> => {
  await stack.control({ lifeS: 1 });
  const person = await signedIn();
  const endsAtMs = Date.now() + 1_100;
  await eventually('its token has ended', () => Promise.resolve(Date.now() > endsAtMs));
  await stack.control({ lifeS: 900 });
  return person;
};

describe('who signed in, and whose session ended', () => {
  it('a sign-in and a sign-out leave a line each: who, in which session, of which tenant, from where', async () => {
    await stack.control({ loginAgoS: 60 });
    const person = newPerson();
    await person.visit(`${stack.origin}/sign-in`, { 'x-forwarded-for': '203.0.113.7, 10.0.0.2' });
    const key = keyOf(person);
    await person.ask('/sign-out', { method: 'POST', headers: { 'x-forwarded-for': '<b>forged</b>' } });
    const { account } = await stack.control({});
    const line = { subject: account, session: key, tenantId: tenant.tenantId, address: '127.0.0.1' };
    const [signedInLine, signedOutLine, ...others] = linesOf(key);
    expect(others).toEqual([]);
    expect(signedInLine).toMatchObject({ code: 'SIGNED_IN', ...line, forwardedFor: '203.0.113.7, 10.0.0.2' });
    const ageMs = Date.now() - Date.parse(String(signedInLine?.['authenticatedAt']));
    expect(ageMs).toBeGreaterThanOrEqual(60_000);
    expect(signedOutLine).toMatchObject({ code: 'SESSION_ENDED', cause: 'SIGNED_OUT', ...line });
    expect(signedOutLine).not.toHaveProperty('forwardedFor');
  });

  it('who says that they will prove who they are in a year is not signed in', async () => {
    await stack.control({ loginAgoS: -365 * 86_400 });
    const refused = await newPerson().visit(`${stack.origin}/sign-in`);
    expect([refused.status, refused.text.includes('cannot accept the response')]).toEqual([400, true]);
    // Within the tolerance of clocks.
    await stack.control({ loginAgoS: -15 });
    expect((await newPerson().visit(`${stack.origin}/sign-in`)).status).toBe(200);
  });

  it('a refresh whose tokens name another person ends the session (OpenID Core 12.2)', async () => {
    const person = await signedInUntilNow();
    const key = keyOf(person);
    const { revoked } = await stack.control({ subject: `another-${randomUUID()}` });
    const response = await person.ask(members);
    expect([response.status, codeOf(response)]).toEqual([401, 'SESSION_ENDED']);
    expect((await person.ask('/session')).status).toBe(401);
    expect(linesOf(key).at(-1)).toMatchObject({ code: 'SESSION_ENDED', cause: 'OTHER_SUBJECT' });
    expect((await stack.control({})).revoked).toBeGreaterThan(revoked);
  });
});

describe('the sessions of a person', () => {
  it('who signs out everywhere is out in every browser, with a line each; nobody else is', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const keys = [keyOf(one), keyOf(two)];
    await stack.control({ account: `thandi-${randomUUID()}` });
    const other = await signedIn();
    const { revoked } = await stack.control({});
    const response = await one.ask('/sign-out/everywhere', { method: 'POST' });
    expect(response.status).toBe(200);
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"');
    for (const person of [one, two]) expect((await person.ask(members)).status).toBe(401);
    expect((await other.ask(members)).status).toBe(200);
    for (const key of keys)
      expect(linesOf(key).at(-1)).toMatchObject({ code: 'SESSION_ENDED', cause: 'SIGNED_OUT_EVERYWHERE' });
    expect((await stack.control({})).revoked).toBeGreaterThanOrEqual(revoked + 2);
    // Its page alone may ask it.
    const form = await send(`${stack.origin}/sign-out/everywhere`, {
      method: 'POST',
      headers: cookieOf(other.cookies),
    });
    expect(form.status).toBe(403);
    expect((await newPerson().ask('/sign-out/everywhere', { method: 'POST' })).status).toBe(401);
  });

  it('an operator lists and ends the sessions of a person who left', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const { account } = await stack.control({});
    const listed = await loyaltyctlJson<{ readonly sessions: readonly { readonly session: string }[] }>(
      'sessions',
      'list',
      '--subject',
      account,
    );
    expect(listed.sessions.map(({ session }) => session).toSorted()).toEqual(
      [keyOf(one), keyOf(two)].toSorted(),
    );
    const end = () => loyaltyctl('sessions', 'end', '--subject', account);
    expect((await end()).stdout).toBe('2 sessions have ended.\n');
    for (const person of [one, two]) {
      const response = await person.ask(members);
      expect([response.status, codeOf(response)]).toEqual([401, 'SESSION_ENDED']);
    }
    expect((await end()).stdout).toBe(`Nobody is signed in as «${account}».\n`);
  });

  it('the end of a sign-in at the provider ends the session that it began, and no other (back-channel logout)', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const key = keyOf(one);
    const before = await stack.control({});
    // One of the two browsers signs out at the provider.
    const page = await one.visit(`${stack.issuer}/session/end`);
    const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
    await one.post(action, { xsrf, logout: 'yes' });
    await eventually('the console has heard of it', async () => {
      const { loggedOut, logoutsRefused } = await stack.control({});
      expect(logoutsRefused).toBe(before.logoutsRefused);
      return loggedOut > before.loggedOut;
    });
    expect((await one.ask(members)).status).toBe(401);
    expect((await two.ask(members)).status).toBe(200);
    expect(linesOf(key).at(-1)).toMatchObject({ code: 'SESSION_ENDED', cause: 'BACK_CHANNEL' });
  });

  it('a logout token serves once, and who makes one up signs nobody out', async () => {
    const person = await signedIn();
    const { account } = await stack.control({});
    const token = await stack.logoutToken({ sub: account });
    const url = `${stack.origin}/sign-out/back-channel`;
    const provider = newPerson();
    const statusOf = async (form: Readonly<Record<string, string>>): Promise<number> =>
      (await provider.post(url, form)).status;
    expect(await statusOf({ logout_token: `${token}x` })).toBe(400);
    expect(await statusOf({ logout_token: 'made-up' })).toBe(400);
    expect(await statusOf({ logout_token: await stack.logoutToken({ sub: account, nonce: 'n' }) })).toBe(400);
    expect(await statusOf({ token })).toBe(400);
    expect(await statusOf({ logout_token: 'a'.repeat(20_000) })).toBe(400);
    const json = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ logout_token: token }),
    });
    expect(json.status).toBe(400);
    expect((await person.ask(members)).status).toBe(200);
    const done = await provider.post(url, { logout_token: token });
    expect([done.status, done.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await person.ask(members)).status).toBe(401);
    // A sign-in that came later is not ended by it.
    const later = await signedIn();
    expect(await statusOf({ logout_token: token })).toBe(400);
    expect((await later.ask(members)).status).toBe(200);
    expect(stack.logs()).toContain('it was sent before');
  });
});

describe('a fresh sign-in', () => {
  it('what gives points, money or data away wants a sign-in of the last five minutes, whatever its method (D308)', async () => {
    await stack.control({ loginAgoS: 301 });
    const person = await signedIn();
    const base = `/api/v1/tenants/${tenant.tenantId}`;
    const body = JSON.stringify({});
    const id = randomUUID();
    const codeFor = async (method: string, path: string): Promise<unknown> => {
      const response = await person.ask(base + path, { method, body });
      return response.text === '' ? null : codeOf(response);
    };
    for (const [method, path] of [
      ['POST', `/members/${id}/ledger/adjust`],
      ['POST', '/webhooks'],
      ['PATCH', `/webhooks/${id}`],
      ['POST', `/webhooks/${id}/deliveries/${id}/replay`],
      ['PATCH', '/settings'],
      ['PUT', '/code-pools/cinema'],
      ['POST', `/campaigns/${id}/activate`],
      ['PATCH', `/campaigns/${id}`],
      ['PATCH', `/settings?x=1`],
    ] as const)
      expect([path, await codeFor(method, path)]).toEqual([path, 'FRESH_SIGN_IN_NEEDED']);
    // What stops or takes away must not wait, nor a draft, which gives nothing.
    for (const [method, path] of [
      ['DELETE', `/webhooks/${id}`],
      ['POST', `/campaigns/${id}/pause`],
      ['POST', `/api-keys/${id}/revoke`],
      ['POST', '/campaigns'],
    ] as const)
      expect([path, await codeFor(method, path)]).not.toEqual([path, 'FRESH_SIGN_IN_NEEDED']);
  });
});
