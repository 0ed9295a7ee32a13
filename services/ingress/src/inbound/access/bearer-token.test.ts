import { createHmac } from 'node:crypto';
import { errors } from 'jose';
import { permissionsOf } from '@loyalty/contracts/permissions';
import { Fault } from '@loyalty/kernel';
import { createTestClock } from '../../testing/test-clock.ts';
import {
  createTestTokens,
  type TestTokens,
  tokenAudience,
  tokenIssuer,
  tokenNowMs,
  tokenTenant,
} from '../../testing/test-tokens.ts';
import {
  createTokenReader,
  type FindSigningKey,
  type ReadToken,
  cacheTokens,
  type TokenReading,
} from './bearer-token.ts';

const nowS = tokenNowMs / 1000;
const dayS = 86_400;
let tokens: TestTokens;

beforeAll(async () => {
  tokens = await createTestTokens();
});

const refusedFor = (claim: string) => ({
  ok: false,
  reason: 'token_claim',
  claim,
  detail: 'A claim of the token is missing or not valid.',
});

const readerOf = (findKey: FindSigningKey = () => Promise.resolve(tokens.publicKey), rolesClaim = 'roles') =>
  createTokenReader({
    findKey,
    issuer: tokenIssuer,
    audience: tokenAudience,
    tenantClaim: 'tenant_id',
    rolesClaim,
    lifetimeMaxS: dayS,
    clock: createTestClock(tokenNowMs),
  });

describe('a bearer token (D4)', () => {
  it('tells tenant, environment, permissions and subject', async () => {
    const reading = await readerOf()(await tokens.sign());
    expect(reading).toEqual({
      ok: true,
      claims: {
        subject: 'portal-user',
        tenantId: tokenTenant,
        modes: ['live'],
        permissions: permissionsOf(['read', 'write']),
        isAdmin: false,
        expiresAtMs: tokenNowMs + 600_000,
      },
    });
  });

  it.each([
    ['test', ['test']],
    ['live', ['live']],
    [['test'], ['test']],
    [
      ['test', 'live'],
      ['live', 'test'],
    ],
    [['live', 'live'], ['live']],
  ])('with env %p belongs to %p (D213)', async (env, modes) => {
    const reading = await readerOf()(await tokens.sign({ env }));
    expect(reading).toMatchObject({ ok: true, claims: { modes } });
  });

  it.each([
    [undefined],
    ['TEST'],
    ['Test'],
    ['test '],
    [''],
    [null],
    [0],
    [false],
    ['staging'],
    ['production'],
    [{ test: 1 }],
    [[]],
    [['staging', 7]],
    [['live', 'staging']],
    [[['test']]],
    ['test,live'],
  ])('with env %j belongs nowhere (D305)', async (env) => {
    expect(await readerOf()(await tokens.sign({ env }))).toEqual(refusedFor('env'));
  });

  it.each([undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'application/jwt'])(
    'may be of type %p (D305, RFC 9068, RFC 7515)',
    async (typ) => {
      expect(await readerOf()(await tokens.sign({}, { typ }))).toMatchObject({ ok: true });
    },
  );

  it.each([
    'id_token',
    'logout+jwt',
    'dpop+jwt',
    'secevent+jwt',
    'JWS',
    '',
    ' JWT',
    'x/at+jwt',
    'application/',
    null,
    7,
    ['JWT'],
  ])('of type %j is refused (D305)', async (typ) => {
    expect(await readerOf()(await tokens.sign({}, { typ }))).toEqual(refusedFor('typ'));
  });

  it.each([
    ['nonce', 'n-0S6_WzA2Mj'],
    ['nonce', null],
    ['at_hash', 'x'],
    ['c_hash', 'x'],
    ['s_hash', 'x'],
    ['events', {}],
    ['cnf', { jkt: 'x' }],
    ['cnf', null],
  ])('with the claim %s: %j is meant for something else (D305)', async (claim, value) => {
    expect(await readerOf()(await tokens.sign({ [claim]: value }))).toEqual(refusedFor(claim));
  });

  it.each([
    ['a day', { exp: nowS + dayS }, null],
    ['a second more', { exp: nowS + dayS + 1 }, 'exp'],
    ['a hundred years', { exp: nowS + 36_525 * dayS }, 'exp'],
    ['ten years by now, a minute from now on', { iat: nowS - 3_650 * dayS, exp: nowS + 60 }, 'exp'],
    ['nobody knows how long', { iat: undefined }, 'iat'],
    ['nobody knows how long, says a text', { iat: '1' }, 'iat'],
    ['a minute, a hundred years from now', { iat: nowS + 36_525 * dayS, exp: nowS + 36_526 * dayS }, 'iat'],
    ['for ever', { exp: 1e308 }, 'exp'],
    ['as if it were made in 4 s', { iat: nowS + 4 }, null],
  ])('that lives %s is judged by iat and exp (D305)', async (_, claims, claim) => {
    const reading = await readerOf()(await tokens.sign(claims));
    expect('claim' in reading ? reading.claim : null).toBe(claim);
  });

  it.each([['a'.repeat(256)], ['a'.repeat(5_000)], [7], [null], [{ admin: true }], ['a\0b'], ['a\ud800']])(
    'with the subject %j is refused: it would stand in each row of the audit log',
    async (sub) => {
      expect(await readerOf()(await tokens.sign({ sub }))).toEqual(refusedFor('sub'));
    },
  );

  it.each([['a'.repeat(255)], ['Zoë 🧾'], ['auth0|5f7c8ec7c33c6c004bbafe82']])(
    'with the subject %j is taken',
    async (sub) => {
      expect(await readerOf()(await tokens.sign({ sub }))).toMatchObject({
        ok: true,
        claims: { subject: sub },
      });
    },
  );

  it('has permissions, roles and scopes from before, in its scope and in its list of roles (D211)', async () => {
    const words = { scope: 'campaigns:run till no-such-word', roles: ['tiers:write', 'analyst', 7, null] };
    const reading = await readerOf()(await tokens.sign(words));
    const permissions = permissionsOf(['campaigns:run', 'till', 'tiers:write', 'analyst']);
    expect(reading).toMatchObject({ ok: true, claims: { permissions } });
  });

  it.each([
    ['roles', { roles: 'admin' }],
    ['roles', { roles: { admin: true } }],
    ['roles', { realm_access: { roles: ['admin'] } }],
    ['realm_access.roles', { roles: ['admin'], realm_access: ['admin'] }],
  ])('whose claim %s is no list of roles has none: %j', async (rolesClaim, claims) => {
    const reading = await readerOf(undefined, rolesClaim)(await tokens.sign({ scope: undefined, ...claims }));
    expect(reading).toMatchObject({ ok: true, claims: { permissions: new Set() } });
  });

  it.each([
    ['realm_access.roles', { realm_access: { roles: ['till'] } }],
    ['https://loyalty.example.com/roles', { 'https://loyalty.example.com/roles': ['till'] }],
  ])('has its roles at %s', async (rolesClaim, claims) => {
    const said = await tokens.sign({ scope: undefined, ...claims });
    const reading = await readerOf(undefined, rolesClaim)(said);
    expect(reading).toMatchObject({ ok: true, claims: { permissions: permissionsOf(['till']) } });
  });

  it('that says what another one says shares its set of permissions', async () => {
    const read = readerOf();
    const said = async (claims: Readonly<Record<string, unknown>>): Promise<unknown> => {
      const reading = await read(await tokens.sign(claims));
      return reading.ok && reading.claims.permissions;
    };
    const first = await said({ scope: 'till', sub: 'a' });
    expect(await said({ scope: 'till', sub: 'b' })).toBe(first);
    expect(await said({ scope: 'till read' })).not.toBe(first);
  });

  it('names its tenant in lower case, however it was written', async () => {
    const reading = await readerOf()(await tokens.sign({ tenant_id: tokenTenant.toUpperCase() }));
    expect(reading).toMatchObject({ ok: true, claims: { tenantId: tokenTenant } });
  });

  it('without a scope permits nothing', async () => {
    const reading = await readerOf()(await tokens.sign({ scope: undefined }));
    expect(reading).toMatchObject({ ok: true, claims: { permissions: new Set() } });
  });

  it.each([
    ['has no expiry', { exp: undefined }, 'exp'],
    ['is not valid yet', { nbf: nowS + 6 }, 'nbf'],
    ['comes from another issuer', { iss: 'somebody' }, 'iss'],
    ['is for another audience', { aud: 'somebody' }, 'aud'],
    ['is for other audiences', { aud: ['somebody', 7, null] }, 'aud'],
    ['is for nobody', { aud: undefined }, 'aud'],
    ['names no tenant', { tenant_id: undefined }, 'tenant_id'],
    ['names a tenant that is no UUID', { tenant_id: 'acme' }, 'tenant_id'],
    ['names several tenants', { tenant_id: [tokenTenant] }, 'tenant_id'],
  ])('that %s is refused, and only the log says for which claim', async (_, claims, claim) => {
    expect(await readerOf()(await tokens.sign(claims))).toEqual(refusedFor(claim));
  });

  it('that has expired is refused, and its bearer hears so', async () => {
    expect(await readerOf()(await tokens.sign({ exp: nowS - 6 }))).toEqual({
      ok: false,
      reason: 'token_expired',
      detail: 'The token has expired.',
    });
  });

  it.each([{ exp: nowS - 4 }, { nbf: nowS + 4 }])(
    'is granted a clock that is 4 s off: %p',
    async (claims) => {
      expect(await readerOf()(await tokens.sign(claims))).toMatchObject({ ok: true });
    },
  );

  it('of another key is refused', async () => {
    const others = await createTestTokens();
    const reading = await readerOf()(await others.sign());
    expect(reading).toEqual({
      ok: false,
      reason: 'token_invalid',
      detail: 'The token is not a valid RS256 token that was signed with a known key.',
    });
  });

  it.each(['', 'abc', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])('that reads %j is refused', async (text) => {
    expect(await readerOf()(text)).toMatchObject({ ok: false });
  });

  it('signed with the public key as a shared secret is refused', async () => {
    const [, payload = ''] = (await tokens.sign()).split('.');
    const header = Buffer.from('{"alg":"HS256"}').toString('base64url');
    const mac = createHmac('sha256', tokens.publicPem).update(`${header}.${payload}`).digest('base64url');
    expect(await readerOf()(`${header}.${payload}.${mac}`)).toMatchObject({ ok: false });
  });

  it.each([new errors.JWKSTimeout(), new TypeError('fetch failed')])(
    'is neither accepted nor refused while its keys cannot be had: %s',
    async (failure) => {
      const reading = readerOf(() => Promise.reject(failure))(await tokens.sign());
      await expect(reading).rejects.toMatchObject({ code: 'SIGNING_KEYS_UNAVAILABLE', retry: true });
      await expect(reading).rejects.toBeInstanceOf(Fault);
    },
  );
});

const nowMs = 1_000_000;

const readingUntil = (expiresAtMs: number): TokenReading => ({
  ok: true,
  claims: {
    subject: 's',
    tenantId: 't',
    modes: ['live'],
    permissions: new Set(),
    isAdmin: false,
    expiresAtMs,
  },
});

/** Reads every token the same, and lists what it was asked. */
const createReader = (reading: TokenReading): { readonly read: ReadToken; readonly asked: string[] } => {
  const asked: string[] = [];
  const read: ReadToken = (token) => {
    asked.push(token);
    return Promise.resolve(reading);
  };
  return { read, asked };
};

describe('a token that was read', () => {
  it('is not checked again for 10 s', async () => {
    const clock = createTestClock(nowMs);
    const { read, asked } = createReader(readingUntil(nowMs + 60_000));
    const remembered = cacheTokens(read, clock);
    const first = await remembered('a');
    clock.advance(9_999);
    expect(await remembered('a')).toEqual(first);
    expect(asked).toEqual(['a']);
    clock.advance(1);
    await remembered('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('is checked again once it has expired', async () => {
    const clock = createTestClock(nowMs);
    const { read, asked } = createReader(readingUntil(nowMs + 3_000));
    const remembered = cacheTokens(read, clock);
    await remembered('a');
    clock.advance(3_000);
    await remembered('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('is checked every time while it is refused', async () => {
    const { read, asked } = createReader({ ok: false, reason: 'token_invalid', detail: 'no' });
    const remembered = cacheTokens(read, createTestClock(nowMs));
    await remembered('a');
    await remembered('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('is one of at most 10,000 that are remembered', async () => {
    const { read, asked } = createReader(readingUntil(nowMs + 60_000));
    const remembered = cacheTokens(read, createTestClock(nowMs));
    for (let n = 0; n <= 10_000; n += 1) await remembered(n.toString());
    await remembered('10000');
    await remembered('0');
    expect(asked.slice(10_000)).toEqual(['10000', '0']);
  });
});
