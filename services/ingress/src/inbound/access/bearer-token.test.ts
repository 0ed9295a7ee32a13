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
let tokens: TestTokens;

beforeAll(async () => {
  tokens = await createTestTokens();
});

const readerOf = (findKey: FindSigningKey = () => Promise.resolve(tokens.publicKey), rolesClaim = 'roles') =>
  createTokenReader({
    findKey,
    issuer: tokenIssuer,
    audience: tokenAudience,
    tenantClaim: 'tenant_id',
    rolesClaim,
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
    ['production', ['live']],
    [undefined, ['live']],
    [['test'], ['test']],
    [
      ['test', 'live'],
      ['live', 'test'],
    ],
    [['live', 'staging'], ['live']],
  ])('with env %p belongs to %p (D213)', async (env, modes) => {
    const reading = await readerOf()(await tokens.sign({ env }));
    expect(reading).toMatchObject({ ok: true, claims: { modes } });
  });

  it.each([[[]], [['staging', 7]]])('with env %p belongs nowhere', async (env) => {
    const reading = await readerOf()(await tokens.sign({ env }));
    expect(reading).toEqual({
      ok: false,
      reason: 'token_claim',
      detail: 'The token names neither test nor live in its claim env.',
    });
  });

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
    ['has expired', { exp: nowS - 6 }, 'has expired', 'token_expired'],
    ['has no expiry', { exp: undefined }, 'claim exp', 'token_claim'],
    ['is not valid yet', { nbf: nowS + 6 }, 'claim nbf', 'token_claim'],
    ['comes from another issuer', { iss: 'somebody' }, 'claim iss', 'token_claim'],
    ['is for another audience', { aud: 'somebody' }, 'claim aud', 'token_claim'],
    ['names no tenant', { tenant_id: undefined }, 'no tenant', 'token_claim'],
    ['names a tenant that is no UUID', { tenant_id: 'acme' }, 'no tenant', 'token_claim'],
  ])('that %s is refused', async (_, claims, detail, reason) => {
    const reading = await readerOf()(await tokens.sign(claims));
    expect(reading).toEqual({ ok: false, reason, detail: expect.stringContaining(detail) as string });
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
      detail: 'This is not a valid RS256 token of a known key.',
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
