import { statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, importSPKI, jwtVerify } from 'jose';
import { captureRun } from '../testing/captured-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { ensureKeyPair } from './key-pair.ts';

const tenant = '0198c0de-0000-7000-8000-000000000001';
let folder: ReturnType<typeof createTemporaryFolder>;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const sign = async (...flags: readonly string[]) => {
  const line = ['token', '--tenant', tenant, '--mode', 'live', '--json', ...flags];
  const run = await captureRun(line, { folder: folder.path });
  expect(run).toMatchObject({ exitCode: 0, err: '' });
  return JSON.parse(run.out) as { token: string; kid: string; expiresAt: string; publicKeyFile: string };
};

test('a token is verified with the public key file and carries what D4 asks for', async () => {
  const { token, kid, publicKeyFile, expiresAt } = await sign('--scope', 'read write', '--ttl', '15m');
  const publicKey = await importSPKI(await readFile(publicKeyFile, 'utf8'), 'RS256');
  const expected = { issuer: 'loyalty-local', audience: 'loyalty-api', algorithms: ['RS256'] };
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, expected);
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid });
  expect(payload).toMatchObject({ tenant_id: tenant, env: 'live', scope: 'read write', sub: 'loyaltyctl' });
  expect((payload.exp ?? 0) - (payload.nbf ?? 0)).toBe(900);
  expect(payload.iat).toBe(payload.nbf);
  expect(Date.parse(expiresAt)).toBe((payload.exp ?? 0) * 1_000);
  expect(kid).toBe(await calculateJwkThumbprint(await exportJWK(publicKey)));
});

test('issuer and audience are those of the environment', async () => {
  const variables = { JWT_ISSUER: 'me', JWT_AUDIENCE: 'you' };
  const line = ['token', '--tenant', tenant, '--mode', 'test'];
  const { out } = await captureRun(line, { folder: folder.path, variables });
  const { publicKey } = await ensureKeyPair(join(folder.path, '.loyalty', 'jwt'));
  const { payload } = await jwtVerify(out.trim(), publicKey);
  expect(payload).toMatchObject({ iss: 'me', aud: 'you', env: 'test', scope: 'admin' });
});

test('the pair is made once, and only its owner may read the private key', async () => {
  const first = await sign();
  const second = await sign();
  expect(second.kid).toBe(first.kid);
  expect(statSync(join(folder.path, '.loyalty', 'jwt', 'private.pem')).mode & 0o777).toBe(0o600);
});

test('many that need the pair at once end with the same pair', async () => {
  const pairs = await Promise.all(Array.from({ length: 4 }, () => ensureKeyPair(folder.path)));
  const moduli = pairs.map(({ publicKey }) => publicKey.export({ format: 'jwk' }).n);
  expect(new Set(moduli).size).toBe(1);
});

test('a file that holds no key is named', async () => {
  writeFileSync(join(folder.path, 'private.pem'), 'no key');
  await expect(ensureKeyPair(folder.path)).rejects.toThrow(
    /private\.pem does not hold a private key\. Delete it/,
  );
});

test('an unknown permission is refused', async () => {
  const line = ['token', '--tenant', tenant, '--mode', 'live', '--scope', 'read everything'];
  const { exitCode, err } = await captureRun(line, { folder: folder.path });
  expect(exitCode).toBe(2);
  expect(err).toContain('Unknown: everything. Choose from transactions:evaluate, ');
});

test('a token that no ingress would take is not made (D305)', async () => {
  const line = ['token', '--tenant', tenant, '--mode', 'live', '--ttl'];
  const { exitCode, err } = await captureRun([...line, '25h'], { folder: folder.path });
  expect([exitCode, err]).toEqual([
    1,
    expect.stringContaining('refuses tokens that are valid for longer than 24h'),
  ]);
  const variables = { JWT_MAX_LIFETIME: '7d' };
  expect(await captureRun([...line, '7d'], { folder: folder.path, variables })).toMatchObject({
    exitCode: 0,
  });
});
