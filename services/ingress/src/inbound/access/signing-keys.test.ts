import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@loyalty/testkit/servers';
import { exportJWK } from 'jose';
import { createTestClock } from '../../testing/test-clock.ts';
import {
  createTestTokens,
  tokenAudience,
  tokenIssuer,
  tokenNowMs,
  type TestTokens,
} from '../../testing/test-tokens.ts';
import { createTokenReader } from './bearer-token.ts';
import { createSigningKeys, type SigningKeySource } from './signing-keys.ts';

const clock = createTestClock(tokenNowMs);
const readerOf = (source: SigningKeySource) =>
  createTokenReader({
    findKey: createSigningKeys(source, clock),
    issuer: tokenIssuer,
    audience: tokenAudience,
    tenantClaim: 'tenant_id',
    rolesClaim: 'roles',
    lifetimeMaxS: 86_400,
    clock,
  });

let tokens: TestTokens;
beforeAll(async () => {
  tokens = await createTestTokens();
});

describe('keys of tokens from a file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('judge tokens', async () => {
    const path = join(folder, 'public.pem');
    await writeFile(path, tokens.publicPem);
    expect(await readerOf({ from: 'file', path })(await tokens.sign())).toMatchObject({ ok: true });
  });

  it('that is made only later are found within 5 s', async () => {
    const path = join(folder, 'public.pem');
    const read = readerOf({ from: 'file', path });
    expect(await read(await tokens.sign())).toEqual({
      ok: false,
      reason: 'tokens_off',
      detail: 'Bearer tokens are not set up on this server. Send an API key in X-API-Key.',
    });
    await writeFile(path, tokens.publicPem);
    clock.advance(5_000);
    expect(await read(await tokens.sign())).toMatchObject({ ok: true });
  });
});

describe('keys of tokens from nowhere', () => {
  it('refuse every token with a sentence that says so', async () => {
    expect(await readerOf({ from: 'nowhere' })(await tokens.sign())).toEqual({
      ok: false,
      reason: 'tokens_off',
      detail: 'Bearer tokens are not set up on this server. Send an API key in X-API-Key.',
    });
  });
});

describe('keys of tokens from a JWKS', () => {
  let server: TestServer;
  let url: string;
  let status = 200;
  beforeAll(async () => {
    const jwk = { ...(await exportJWK(tokens.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    server = await startTestServer((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
    });
    url = `${server.origin}/keys`;
  });
  afterAll(() => server.close());

  it('judge tokens by their kid', async () => {
    const read = readerOf({ from: 'jwks', url });
    expect(await read(await tokens.sign({}, { kid: 'one' }))).toMatchObject({ ok: true });
    expect(await read(await tokens.sign({}, { kid: 'two' }))).toMatchObject({ ok: false });
  });

  it('that cannot be fetched are a reason to come back', async () => {
    status = 500;
    const reading = readerOf({ from: 'jwks', url })(await tokens.sign({}, { kid: 'one' }));
    await expect(reading).rejects.toMatchObject({ code: 'SIGNING_KEYS_UNAVAILABLE', retry: true });
  });
});
