import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { EnvironmentId } from '@loyalty/kernel';
import { readLocalStack, type StartedService, startService } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import { createApiKey, revokeApiKeys } from '@loyalty/tables/keys';
import { findEnvironment } from '@loyalty/tables/tenants';
import { withDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { send } from '../support/contract.ts';
import { createDevTokens, type DevTokens } from '../support/dev-tokens.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { counted } from '../support/toy-service.ts';

/** A process of its own, because its log and its metrics are read. */
let ingress: StartedService;
let origin: string;
let tenant: TestTenant;
let other: TestTenant;
let tokens: DevTokens;
const made = { revoked: '', revokedId: '', limited: '', limitedId: '' };

/** Documentation's (RFC 5737): what a proxy of ours says of a caller. */
const address = '203.0.113.9';

/** Makes up a key with a right checksum (D3), as somebody does who has read our documents. */
const madeUpKey = (): string => {
  const unchecked = `sk_live_${randomBytes(16).toString('hex')}`;
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc32(unchecked);
  const checksum = Array.from({ length: 6 }, () => {
    const digit = digits.charAt(rest % 62);
    rest = Math.floor(rest / 62);
    return digit;
  });
  return unchecked + checksum.reverse().join('');
};

const madeUpKeys = Array.from({ length: 1_000 }, madeUpKey);

beforeAll(async () => {
  // Every line, those of the lowest level too, has to be without a secret.
  ingress = await startService({
    name: 'ingress',
    env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'debug' },
  });
  origin = `http://127.0.0.1:${ingress.httpPort.toString()}`;
  tenant = await createTestTenant('Whose key is tried');
  other = await createTestTenant('Beside it');
  tokens = await createDevTokens(tenant.tenantId, 'live');
  await withDatabase(readLocalStack().databaseUrl, async (db) => {
    const { environmentId } = (await findEnvironment(db, tenant.tenantId, 'live')) ?? {};
    if (environmentId === undefined) throw new Error('the tenant is gone');
    const keyOf = async (rateLimitPerMinute: number | null): Promise<[text: string, id: string]> => {
      const key = await createApiKey(db, environmentId, { name: 'made by a test', rateLimitPerMinute });
      if (key.outcome === 'refused') throw new Error(key.reason);
      return [key.keyText, key.apiKey.id];
    };
    [made.revoked, made.revokedId] = await keyOf(null);
    [made.limited, made.limitedId] = await keyOf(1);
    await revokeKey(db, environmentId, made.revokedId);
  });
});

afterAll(() => ingress.stop());

const revokeKey = async (db: Database, environmentId: EnvironmentId, keyId: string) => {
  const call = { environmentId, caller: null, defaultLimit: 600 };
  expect(await revokeApiKeys(db, call, { keyId, alsoMade: false })).toMatchObject({ outcome: 'revoked' });
};

const ask = async (credential: Readonly<Record<string, string>>, tenantId = tenant.tenantId) => {
  const headers = { ...credential, 'X-Forwarded-For': address };
  const answer = await send('GET', `/v1/tenants/${tenantId}/tiers`, { headers, origin });
  const { code, detail } = JSON.parse(answer.text) as { readonly code?: string; readonly detail?: string };
  return { status: answer.status, code, detail };
};

const withKey = (key: string, tenantId?: string) => ask({ 'X-API-Key': key }, tenantId);
const withToken = (token: string) => ask({ Authorization: `Bearer ${token}` });

interface Line {
  readonly level: string;
  readonly code?: string;
  readonly reason?: string;
  readonly [name: string]: unknown;
}

const linesOf = (): readonly Line[] =>
  readFileSync(ingress.logPath, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const warnedOf = (code: string, reason?: string): Line | undefined =>
  linesOf().find((line) => line.level === 'warn' && line.code === code && line.reason === reason);

test('▲ 1,000 made-up keys, a revoked key, a foreign tenant, tokens and a used-up limit are each seen by reason, without a secret (D139)', async () => {
  const unknown = new Set<string>();
  for (let from = 0; from < madeUpKeys.length; from += 50) {
    const refused = await Promise.all(madeUpKeys.slice(from, from + 50).map((key) => withKey(key)));
    for (const refusal of refused) unknown.add(JSON.stringify(refusal));
  }
  const revoked = await withKey(made.revoked);
  expect([...unknown]).toEqual([JSON.stringify(revoked)]);
  expect(revoked).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  expect(await withKey('sk_live_mistyped')).toEqual(revoked);
  expect(await withKey(tenant.keys.live, other.tenantId)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(await withKey(tenant.keys.live, randomUUID())).toMatchObject({ code: 'TENANT_NOT_FOUND' });
  expect(await withKey(made.limited)).toMatchObject({ status: 200 });
  expect(await withKey(made.limited)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  const expired = tokens.sign({ claims: { iat: 1, nbf: 1, exp: 2 } });
  const unsigned = tokens.sign({ signedBy: 'nobody' });
  const timeless = tokens.sign({ claims: { exp: Math.floor(Date.now() / 1_000) + 36_525 * 86_400 } });
  for (const token of ['no-token', unsigned, timeless, expired])
    expect(await withToken(token)).toMatchObject({ status: 401 });

  await eventually('the last one is logged', () => warnedOf('UNAUTHORIZED', 'token_expired') !== undefined);
  const environmentId = warnedOf('UNAUTHORIZED', 'revoked_key')?.['environmentId'];
  expect(environmentId).toEqual(expect.any(Number));
  const owned = { tenantId: tenant.tenantId, environmentId, address };
  const credentialHash = expect.stringMatching(/^[0-9a-f]{12}$/) as string;
  expect(warnedOf('UNAUTHORIZED', 'unknown_key')).toMatchObject({ credentialHash, address });
  expect(warnedOf('UNAUTHORIZED', 'malformed_key')).toMatchObject({ credentialHash, address });
  expect(warnedOf('UNAUTHORIZED', 'revoked_key')).toMatchObject({ ...owned, keyId: made.revokedId });
  expect(warnedOf('UNAUTHORIZED', 'token_malformed')).toMatchObject({ credentialHash, address });
  expect(warnedOf('UNAUTHORIZED', 'token_expired')).toMatchObject({ credentialHash, address });
  expect(warnedOf('UNAUTHORIZED', 'token_claim')).toMatchObject({ credentialHash, address, claim: 'exp' });
  expect(warnedOf('FORBIDDEN', 'tenant')).toMatchObject(owned);
  expect(warnedOf('TENANT_NOT_FOUND')).toMatchObject(owned);
  expect(warnedOf('RATE_LIMITED', 'credential')).toMatchObject({ ...owned, keyId: made.limitedId });

  const problems = (code: string, reason: string): Promise<number> =>
    counted(ingress, `loyalty_http_problems_total{code="${code}",reason="${reason}"}`);
  expect(await problems('UNAUTHORIZED', 'unknown_key')).toBe(1_000);
  expect(await problems('UNAUTHORIZED', 'revoked_key')).toBe(1);
  expect(await problems('FORBIDDEN', 'tenant')).toBe(1);
  expect(await problems('RATE_LIMITED', 'credential')).toBe(1);
  // The mistyped one is known to nobody either.
  expect(await counted(ingress, 'loyalty_unknown_credentials_total{kind="key"}')).toBe(1_001);

  const warned = linesOf().filter(({ level, reason }) => level === 'warn' && reason === 'unknown_key');
  expect(warned.length).toBeLessThanOrEqual(6);
  const log = readFileSync(ingress.logPath, 'utf8');
  const secrets = [...madeUpKeys, made.revoked, made.limited, tenant.keys.live, expired, unsigned, timeless];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

test('▲ a key that is revoked while it is used is seen as such within 10 s (D3, D139)', async () => {
  const { keyText, keyId } = await withDatabase(readLocalStack().databaseUrl, async (db) => {
    const environment = await findEnvironment(db, tenant.tenantId, 'live');
    if (environment === null) throw new Error('the tenant is gone');
    const key = await createApiKey(db, environment.environmentId, { name: 'leaked' });
    if (key.outcome === 'refused') throw new Error(key.reason);
    expect(await withKey(key.keyText)).toMatchObject({ status: 200 });
    await revokeKey(db, environment.environmentId, key.apiKey.id);
    return { keyText: key.keyText, keyId: key.apiKey.id };
  });
  await eventually('it is refused', async () => (await withKey(keyText)).status === 401);
  const seen = () => linesOf().find((line) => line.reason === 'revoked_key' && line['keyId'] === keyId);
  await eventually('it is logged', () => seen() !== undefined);
  expect(seen()).toMatchObject({ level: 'warn', omitted: 0, tenantId: tenant.tenantId });
});
