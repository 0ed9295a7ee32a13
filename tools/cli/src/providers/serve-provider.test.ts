import { createEgress } from '@loyalty/egress';
import { createSigningSecret, signatureHeaders } from '@loyalty/egress/signatures';
import { type Caller, createAddressPolicy, parseCidrs } from '@loyalty/egress/targets';
import { type EnvironmentId, randomId, type TenantId } from '@loyalty/kernel';
import type { LoopbackServer } from '../loopback.ts';
import { type ProviderMode, type RecordedCodeRequest, serveProvider } from './serve-provider.ts';

const key = '0198c0de-0000-8000-8000-000000000001';
const otherKey = '0198c0de-0000-8000-8000-000000000002';
const secret = 'the secret of this provider';

const policy = createAddressPolicy({ allowCidrs: parseCidrs('127.0.0.0/8') ?? [] });
const egress = createEgress({ policyOf: () => policy, attemptMs: 2_000 });
const caller: Caller = {
  environmentId: 1 as EnvironmentId,
  tenantId: randomId() as TenantId,
  mode: 'live',
};
afterAll(() => egress.close());

let provider: LoopbackServer;
let lines: RecordedCodeRequest[];
const serve = async (mode: ProviderMode, given: string | null = null, delayMs = 0): Promise<void> => {
  lines = [];
  provider = await serveProvider({
    port: 0,
    mode,
    delayMs,
    secret: given,
    onAnswered: (line) => lines.push(line),
  });
};
afterEach(() => provider.close());

interface Asked {
  readonly idempotencyKey?: string | null;
  readonly body?: string;
  readonly signedWith?: string;
}

const ask = async ({ idempotencyKey = key, body, signedWith }: Asked = {}) => {
  const bytes = Buffer.from(body ?? JSON.stringify({ rewardId: key, rewardType: 'VOUCHER' }));
  const message = { id: key, timestampSeconds: Math.floor(Date.now() / 1_000), body: bytes };
  const result = await egress.post({
    caller,
    isHttpAllowed: true,
    endpoint: 'provider',
    url: `http://127.0.0.1:${provider.port.toString()}/`,
    body: bytes,
    bodyMaxBytes: 8_192,
    mayRepeat: true,
    headers: {
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...(signedWith === undefined
        ? {}
        : signatureHeaders(message, { current: createSigningSecret(signedWith) })),
    },
  });
  return result.outcome === 'answered'
    ? { status: result.status, said: result.body.toString() }
    : { status: null, said: result.outcome === 'failed' ? result.failure : result.outcome };
};

it('the same key gets the same code again, another key another one', async () => {
  await serve('ok');
  const [first, again, other] = [await ask(), await ask(), await ask({ idempotencyKey: otherKey })];
  expect(JSON.parse(first.said)).toStrictEqual({
    code: expect.stringMatching(/^SAMPLE-[0-9A-F]{16}$/) as string,
  });
  expect(again).toStrictEqual(first);
  expect(other.said).not.toBe(first.said);
  expect(lines.map(({ status, isRepeat }) => [status, isRepeat])).toStrictEqual([
    [200, false],
    [200, true],
    [200, false],
  ]);
});

it('a provider with a secret accepts only requests that it signs', async () => {
  await serve('ok', secret);
  expect(await ask({ signedWith: secret })).toMatchObject({ status: 200 });
  expect(await ask({ signedWith: 'another secret' })).toMatchObject({ status: 401 });
  expect(await ask()).toMatchObject({ status: 401 });
  expect(lines.map(({ refusal }) => refusal)).toStrictEqual([
    null,
    ...Array<string>(2).fill('The signature or its timestamp is wrong.'),
  ]);
});

it.each([
  [{ idempotencyKey: null }, 400],
  [{ body: 'not a JSON' }, 400],
  [{ body: '[]' }, 400],
  [{ body: JSON.stringify({ rewardType: 'x'.repeat(100_000) }) }, 413],
])('an asking such as %j is refused', async (asked, status) => {
  await serve('ok');
  const answered = await ask(asked);
  // The connection of a too large request may be cut before the response.
  expect(status === 413 ? lines[0]?.status : answered.status).toBe(status);
});

it('a lying provider has one code for everybody', async () => {
  await serve('lie');
  expect((await ask()).said).toBe((await ask({ idempotencyKey: otherKey })).said);
});

it('a provider that fails, or talks garbage, or hangs has no code', async () => {
  await serve('fail');
  expect(await ask()).toMatchObject({ status: 500 });
  await provider.close();
  await serve('garbage');
  const { status, said } = await ask();
  expect(status).toBe(200);
  expect(() => JSON.parse(said) as unknown).toThrow();
  await provider.close();
  await serve('hang');
  expect(await ask()).toStrictEqual({ status: null, said: 'TIMED_OUT' });
});

it('a slow provider responds after its delay', async () => {
  await serve('slow', null, 30);
  expect(await ask()).toMatchObject({ status: 200 });
});

it('a port that is in use is reported in one sentence', async () => {
  await serve('ok');
  await expect(
    serveProvider({ port: provider.port, mode: 'ok', delayMs: 0, secret: null, onAnswered: () => undefined }),
  ).rejects.toThrow('cannot be opened');
});
