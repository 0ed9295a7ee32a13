import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { captureRun } from '../testing/captured-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

const memberId = '0198c0de-0000-7000-8000-000000000042';

/** Responses of an API whose every part works, by path. */
const usual = (path: string): readonly [number, object] => {
  if (path.endsWith('/evaluate')) return [200, { memberId, state: 'PROCESSED' }];
  if (path.endsWith('/redeem')) return [404, { code: 'CAMPAIGN_NOT_FOUND' }];
  return [200, { id: memberId, externalRef: 'probe' }];
};
const timeout = [503, { code: 'PROCESSING_TIMEOUT' }] as const;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Respond = (path: string, count: number) => readonly [number, object] | null;

/** Calls `respond` with the number of earlier requests; where it returns null, no response is sent. */
const listenerOf = (respond: Respond): RequestListener => {
  let count = 0;
  return (request, response) => {
    const made = respond(request.url ?? '', count++);
    request.resume();
    if (made !== null) response.writeHead(made[0]).end(JSON.stringify(made[1]));
  };
};

const probeAt = async (scheme: string, started: Server, flags: readonly string[]) => {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const url = `${scheme}://127.0.0.1:${(started.address() as AddressInfo).port.toString()}/v1`;
  return captureRun(['probe', '--key', 'sk_test_x', '--base-url', url, ...flags]);
};

/** Probes a server that responds so. */
const probe = (respond: Respond, ...flags: readonly string[]) =>
  probeAt('http', createServer(listenerOf(respond)), flags);

test('each step that holds is a line', async () => {
  const { exitCode, out, err } = await probe(usual);
  expect([exitCode, err]).toEqual([0, '']);
  expect(out.match(/\S+(?= +\d+ ms)/g)).toEqual(['enrol', 'receipt', 'repeat', 'redeem', 'member']);
});

test.each<[string, Respond, string]>([
  [
    'no earn-engine replies',
    (path) => (path.endsWith('/evaluate') ? timeout : usual(path)),
    'The step «receipt» had the wrong response (503 PROCESSING_TIMEOUT): look at earn-engine.\n',
  ],
  [
    'no burn-engine replies',
    (path) => (path.endsWith('/redeem') ? timeout : usual(path)),
    'The step «redeem» had the wrong response (503 PROCESSING_TIMEOUT): look at burn-engine.\n',
  ],
  [
    'ingress fails',
    () => [500, { code: 'INTERNAL_ERROR' }],
    'The step «enrol» had the wrong response (500 INTERNAL_ERROR): look at ingress, or at what stands in front of it.\n',
  ],
  [
    'a repeat gets other bytes',
    (path, count) => [200, Object.assign({ count }, usual(path)[1])],
    'The step «repeat» had the wrong response (200): look at Redis and Postgres, because the response differs from the first one.\n',
  ],
  [
    'nothing responds',
    () => null,
    'The step «enrol» had no response (nothing came within 1000 ms): look at ingress, or at what stands in front of it.\n',
  ],
])('▲ %s: one sentence says where to look', async (_what, respond, sentence) => {
  const { exitCode, err } = await probe(respond, '--within', '1s');
  expect([exitCode, err]).toEqual([1, sentence]);
});

test('▲ a name that cannot be resolved is a matter of DNS', async () => {
  const flags = ['--base-url', 'http://ingress.invalid/v1', '--key', 'sk_test_x', '--within', '5s'];
  const { exitCode, err } = await captureRun(['probe', ...flags]);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^The step «enrol» had no response \(.*(EAI_AGAIN|ENOTFOUND).*\): look at DNS, /);
});

test.each<[string, readonly string[], RegExp]>([
  ['an address', ['--key', 'sk_test_x'], /^loyaltyctl: BASE_URL is not set/],
  ['a key', ['--base-url', 'http://127.0.0.1:1/v1'], /^loyaltyctl: The probe needs a test key/],
  ['the file of the key', ['--base-url', 'http://127.0.0.1:1/v1', '--key-file', '/none'], /no such file/],
])('without %s it could not run', async (_what, flags, sentence) => {
  const { exitCode, err } = await captureRun(['probe', ...flags]);
  expect([exitCode, err]).toEqual([3, expect.stringMatching(sentence)]);
});

test('the API is judged by the authorities of --ca-file, and by those of Node without it', async () => {
  const folder = createTemporaryFolder();
  const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=probe', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  });
  const started = () =>
    createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, listenerOf(usual));
  const trusted = await probeAt('https', started(), ['--ca-file', cert]);
  server?.close();
  const unknown = await probeAt('https', started(), []);
  folder.remove();
  expect([trusted.exitCode, trusted.err]).toEqual([0, '']);
  expect([unknown.exitCode, unknown.err]).toEqual([1, expect.stringContaining('self-signed certificate')]);
});

test('an address without /v1 is refused before anything is sent', async () => {
  const { exitCode, err } = await captureRun([
    'probe',
    '--key',
    'sk_test_x',
    '--base-url',
    'http://127.0.0.1:1',
  ]);
  expect([exitCode, err]).toEqual([2, expect.stringContaining('pass --base-url http://host:port/v1')]);
});
